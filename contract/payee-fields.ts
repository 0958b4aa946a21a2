/** The rules of payees that pages share with the server, in a separate file so that pages load no schemas. */

export const PAYEE_KINDS = ['applicant', 'school', 'hospital', 'landlord'] as const
export const VENDOR_KINDS = ['school', 'hospital', 'landlord'] as const

/**
 * How the name of an account compares with the name that we know: two words in common, one, or none. With one, two administrators
 * look at both names. With none, the account is refused, unless it is a vendor's.
 */
export const NAME_MATCHES = ['match', 'look', 'none'] as const
export type NameMatch = (typeof NAME_MATCHES)[number]

export const VENDOR_NAME_CHARACTERS_MAX = 120
