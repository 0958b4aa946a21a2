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
