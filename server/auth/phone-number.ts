/** Telephone numbers as second steps have them: digits only, with the country in front (E.164 without its plus). */

/**
 * Reads a number as people write it. One without a country is Nigerian: 0803 123 4567 is 2348031234567.
 * @returns null when it is none
 */
export function readPhoneNumber(text: string): string | null {
  const written = text.trim().replaceAll(/[\s().-]/g, '')
  const digits = written
    .replace(/^(\+|00)/, '')
    .replace(/^0(?=[1-9]\d{9}$)/, '234')
    // +234 (0) 803: the zero is only for calls within the country.
    .replace(/^2340(?=[1-9]\d{9}$)/, '234')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : null
}
