/** Phone numbers: digits only, with the country code (E.164 without the plus). */
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

/** Mobile blocks of Nigeria, by the common metadata of telephone numbers. */
const NIGERIAN_MOBILE =
  /^234(?:(?:702[0-24-9]|819[01])\d{6}|(?:7(?:0[13-9]|[12]\d)|8(?:0[1-9]|1[0-8])|9(?:0[1-9]|1[1-6]))\d{7})$/

/**
 * Reads a number that may sign in: a Nigerian mobile, which ends most fraud with paid numbers.
 * @returns null for any other, wrong or foreign
 */
export function readMobileNumber(text: string): string | null {
  const digits = readPhoneNumber(text)?.replace(/^(?=[789]\d{9}$)/, '234') ?? null
  return digits !== null && NIGERIAN_MOBILE.test(digits) ? digits : null
}
