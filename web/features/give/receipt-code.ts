/** Receipt codes as people type and paste them. */

/** @returns the code; undefined when the text holds none */
export function readReceiptCode(typed: string): string | undefined {
  const [, inAddress] = /\/receipts\/([^/?#]*)/i.exec(typed) ?? []
  const code = (inAddress ?? typed)
    .replaceAll(/[\s.\-\u2010-\u2015]/g, '')
    .toLowerCase()
    // The letters that codes leave out because they look like these digits.
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return /^[0-9a-z]{26}$/.test(code) ? code : undefined
}
