/** Funds that a gift can go to. They are rows that two people change; every instance has the spec's six. No dependencies: the browser loads this on the donate page. */

/** The spec's six (section 9). They can be closed, except `general`, and never deleted. */
export const DONATION_TYPES = ['general', 'school', 'emergency', 'shelter', 'food', 'medical'] as const

/** The key of a fund. Its accounts in the ledger are named by it, and it never changes. */
export type DonationType = string

/** The default. */
export const DONATION_TYPE_DEFAULT: DonationType = 'general'

/** The spec's names, which two people may change (`GET /api/funds` has those of now). */
export const donationTypeNames: Readonly<Record<(typeof DONATION_TYPES)[number], string>> = {
  general: 'General Fund',
  school: 'School Fees',
  emergency: 'Emergency Relief',
  shelter: 'Shelter Support',
  food: 'Food Program',
  medical: 'Medical Aid',
}

export const FUND_KEY = /^[a-z][a-z_]{0,30}$/
/** These name other accounts of fees, and all funds together. */
export const RESERVED_FUND_KEYS: readonly string[] = ['all', 'top_up', 'unassigned']
/** Icons that a fund can have, of those of the pages. */
export const FUND_ICONS = ['coins', 'book', 'siren', 'shield', 'bowl', 'plus', 'people', 'globe', 'badge'] as const
export type FundIcon = (typeof FUND_ICONS)[number]
export const FUND_TITLE_CHARACTERS_MAX = 40
export const FUND_PURPOSE_CHARACTERS_MAX = 200
export const FUND_PLACE_MAX = 999
/** Lines that say what an amount pays for. */
export const PAYS_FOR_MAX = 12
export const PAYS_CHARACTERS_MAX = 80
export const FUND_REASON_CHARACTERS_MAX = 200
export const PAYS_NAIRA_MAX = 1_000_000_000

/** The donate page's quick amounts, in naira: the spec's five, and two that more people can give (docs/spec-decisions.md). */
export const QUICK_AMOUNTS_NAIRA = [1000, 2000, 5000, 10000, 50000, 100000, 1000000] as const

/** For the message with a gift. */
export const MESSAGE_CHARACTERS_MAX = 500
