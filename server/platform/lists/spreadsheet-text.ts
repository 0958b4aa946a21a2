/** Texts that a spreadsheet would run as a formula or change. An apostrophe in front marks them as text. As regular expressions of the database too. */

/** Run as formulas, also in full width, and after spaces or invisible characters. */
export const FORMULA = String.raw`^[\s\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]*[=+@\uFF1D\uFF0B\uFF20\uFF0D-]|^[\t\r]`

/** Read as numbers or dates, which loses zeros in front and the last digits of long references. */
export const NUMBER = String.raw`^\s*[0-9][0-9\s.,/:-]*([eE][+-]?[0-9]+)?\s*$`

const CHANGED = [new RegExp(FORMULA), new RegExp(NUMBER)]

/** A cell of text, as columns.ts has the database write it. */
export const textInCell = (text: string): string =>
  `"${CHANGED.some((changed) => changed.test(text)) ? "'" : ''}${text.replaceAll('"', '""')}"`
