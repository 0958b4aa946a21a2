/** Limits of what staff set of a fund. Apart from `funds.ts`, which every page loads. */

/** These name other accounts of fees, and all funds together. */
export const RESERVED_FUND_KEYS: readonly string[] = ['all', 'top_up', 'unassigned']
export const FUND_PLACE_MAX = 999
/** Lines that say what an amount pays for. */
export const PAYS_FOR_MAX = 12
export const PAYS_CHARACTERS_MAX = 80
export const FUND_REASON_CHARACTERS_MAX = 200
export const PAYS_NAIRA_MAX = 1_000_000_000
