/** Phone numbers of second steps: digits only, with the country code (E.164 without the plus). */
import { cleanPasted } from '../../../contract/platform/pasted-text.ts'

/**
 * Reads a phone number. One without a country code is Nigerian: 0803 123 4567 is 2348031234567.
 * @returns null if the text is not a phone number
 */
export function readPhoneNumber(text: string): string | null {
  const written = cleanPasted(text).replaceAll(/[\s().-]/g, '')
  const digits = written
    .replace(/^(\+|00)/, '')
    .replace(/^0(?=[1-9]\d{9}$)/, '234')
    // +234 (0) 803: the zero is only dialled within the country.
    .replace(/^2340(?=[1-9]\d{9}$)/, '234')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : null
}
