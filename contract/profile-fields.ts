/** The profile rules that pages share, in a separate file so that pages load no schemas. */

/** Section 6 of the spec. New accounts are beneficiaries; administrators are made by the command line or by administrators. */
export const ROLES = ['beneficiary', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The longest value of each field. */
export const PROFILE_CHARACTERS_MAX = { full_name: 200, phone: 20, address: 500, bio: 2000 } as const

/** Section 5 of the spec: an optional plus, then 7 to 20 digits, spaces, hyphens or parentheses. */
export const PHONE = /^\+?[\d\s\-()]{7,20}$/
/** Section 5 of the spec: the message when {@link PHONE} does not match. */
export const PHONE_SENTENCE = 'Enter a valid phone number.'
