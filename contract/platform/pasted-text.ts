/**
 * Text as its writer meant to type it: contact cards and messages bring marks along that cannot be seen, and dashes that are no hyphens.
 * For telephone numbers, amounts and email addresses, on the page and on the server. No dependencies: public pages load it.
 */
export function cleanPasted(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .trim()
}

/** A code of ours as it was copied or read out: without case, blanks, dots and dashes, and with the digits for which letters are taken. */
export const cleanCode = (text: string): string =>
  cleanPasted(text)
    .toLowerCase()
    .replaceAll(/[\s.-]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
