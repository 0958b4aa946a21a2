/** The rules of payees that pages share with the server, in a separate file so that pages load no schemas. */

/** `guardian`: someone who receives it for the applicant. */
export const PAYEE_KINDS = ['applicant', 'guardian', 'school', 'hospital', 'landlord'] as const
export const VENDOR_KINDS = ['school', 'hospital', 'landlord'] as const
export type VendorKind = (typeof VENDOR_KINDS)[number]

/** The recipient's relation to the applicant, if another person receives it. */
export const RELATIONS = ['spouse', 'parent', 'child', 'relative', 'carer'] as const
export type Relation = (typeof RELATIONS)[number]

/** How an applicant wants to receive what is granted. `account`: one that they named. */
export const RECEIVING_WAYS = ['account', 'cash', 'vendor'] as const

/**
 * How the name of an account compares with the name that we know: two words in common, one, or none. With one, two administrators
 * look at both names. With none, the account is refused, unless it is a vendor's.
 */
export const NAME_MATCHES = ['match', 'look', 'none'] as const
export type NameMatch = (typeof NAME_MATCHES)[number]

/**
 * The bank's answer when the name is checked again before a payment is sent. `name_changed`: it gives another name.
 * `not_found`: it gives none, because the account is closed or the bank does not answer. Nothing is sent in either case.
 */
export const PAYEE_DOUBTS = ['name_changed', 'not_found'] as const

/** Changes of an applicant after the approval. Payments wait, and their proposer and releaser see them. */
export const APPLICANT_CHANGES = ['name', 'phone', 'sign_in'] as const

/**
 * Why two people look at an account although its names match. `name`: it was compared with another name than the approved one.
 * `account`: it replaced an earlier one after the approval, or a former owner's. `shared`: someone else named it later. `identity`: staff
 * have not checked who the applicant is.
 */
export const PAYEE_CHANGES = ['name', 'account', 'shared', 'identity'] as const

/** Everything about an account that people must look at before money goes there. */
export const ACCOUNT_WARNINGS = ['look', 'none', 'shared', 'changed', 'identity', ...PAYEE_DOUBTS] as const
export type AccountWarning = (typeof ACCOUNT_WARNINGS)[number]

export const VENDOR_NAME_CHARACTERS_MAX = 120
export const RECEIVER_NAME_CHARACTERS_MAX = 120
