/** Doubt whether a telephone number still has its owner, in a separate file so that pages load no schemas. */

/** Reports of callers: another SIM card has the number, or the network gave it to someone else. */
export const PHONE_REPORTS = ['swapped', 'reissued'] as const
export type PhoneReport = (typeof PHONE_REPORTS)[number]

/** `silent`: a code was typed after half a year without one. */
export const PHONE_DOUBTS = ['silent', ...PHONE_REPORTS] as const

/** The doubts that a list of people shows: all, or those that only staff can end (decision 0092). */
export const NUMBER_VIEWS = ['in_doubt', 'needs_staff'] as const
export type NumberView = (typeof NUMBER_VIEWS)[number]

/** How staff know that the number is still the person's. */
export const TRUST_GROUNDS = ['knew_request', 'seen', 'vouched'] as const
export type TrustGround = (typeof TRUST_GROUNDS)[number]
