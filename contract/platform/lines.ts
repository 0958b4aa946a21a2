/** Texts of one line. */
import { z } from 'zod'

const ONE_LINE = /^[^\p{Cc}<>]*$/u

/** A text of one line, without what could be read as markup. */
export const line = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min, 'Fill this in.')
    .max(max, `Use at most ${max} characters.`)
    .regex(ONE_LINE, 'Use one line, without < and >.')
