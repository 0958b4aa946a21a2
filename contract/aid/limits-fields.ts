/** The allowed limits of paying out, in a separate file so that pages load no schemas. */

/** ₦1,000,000,000. */
export const LIMIT_KOBO_MAX = 100_000_000_000n
export const CHANGED_ACCOUNT_HOURS_MAX = 720
export const LIMIT_REASON_CHARACTERS_MAX = 500
