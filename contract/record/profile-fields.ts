/** The profile rules that pages share, in a separate file so that pages load no schemas. */
import { cleanPasted } from '../platform/pasted-text.ts'

/** Section 6 of the spec. New accounts are beneficiaries; administrators are made by the command line or by administrators. */
export const ROLES = ['beneficiary', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The longest value of each field. */
export const PROFILE_CHARACTERS_MAX = { full_name: 200, phone: 20, address: 500, bio: 2000 } as const

/** Bounds of a typed year of birth; the database has the same. */
export const BIRTH_YEAR_MIN = 1900
export const BIRTH_YEAR_MAX = 2100
export const YEAR_SENTENCE = 'Enter a year with four digits, such as 1985.'

/** Section 5 of the spec: an optional plus, then 7 to 20 digits, spaces, hyphens or parentheses. */
const PHONE = /^\+?[\d\s\-()]{7,20}$/
/** Whether this is a telephone number (section 5 of the spec), as it was typed or pasted. */
export function isPhone(text: string): boolean {
  return PHONE.test(cleanPasted(text))
}

/** Section 5 of the spec: the message for anything else. */
export const PHONE_SENTENCE = 'Enter a valid phone number.'
