/** Codes of ours as people type them, on the page and on the server. Apart from other texts that are pasted: few pages ask for a code. */
import { cleanPasted } from './pasted-text.ts'

/** A code of ours as it was copied or read out: without case, blanks, dots and dashes, and with the digits for which letters are taken. */
export const cleanCode = (text: string): string =>
  cleanPasted(text)
    .toLowerCase()
    .replaceAll(/[\s.-]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

/** The number of a slip, as typed. */
export const readSlip = (typed: string) => cleanCode(typed).toUpperCase()

/** Whether it may be the number of a slip: eight letters and digits. */
export const isSlip = (text: string) => /^[\dA-HJKMNP-TV-Z]{8}$/.test(text)
