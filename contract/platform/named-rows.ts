/** Rows that an organisation names for the public: funds and kinds of aid. */
import { z } from 'zod'
import { nameText, personText } from './fields.ts'
import { ROW_ICONS, ROW_PURPOSE_CHARACTERS_MAX, ROW_TITLE_CHARACTERS_MAX } from './named-row-limits.ts'

const REQUIRED = 'This field is required.'

/** The public reads all of it. Nothing of it names or describes one person. */
export const namedRow = {
  title: nameText(ROW_TITLE_CHARACTERS_MAX).min(1, REQUIRED),
  /** The row's purpose, in one or two sentences. */
  purpose: personText(ROW_PURPOSE_CHARACTERS_MAX).trim().min(1, REQUIRED),
  icon: z.enum(ROW_ICONS),
}
