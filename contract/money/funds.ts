/** Funds that a gift can go to. They are rows that two people change; every instance has the spec's six. No dependencies: the browser loads this on the donate page. */

/** The spec's six (section 9). They can be closed, except `general`, and never deleted. */
export const DONATION_TYPES = ['general', 'school', 'emergency', 'shelter', 'food', 'medical'] as const

/** The key of a fund. Its accounts in the ledger are named by it, and it never changes. */
export type DonationType = string

/** The default. */
export const DONATION_TYPE_DEFAULT: DonationType = 'general'

/** The spec's names, which two people may change. */
export const donationTypeNames: Readonly<Record<(typeof DONATION_TYPES)[number], string>> = {
  general: 'General Fund',
  school: 'School Fees',
  emergency: 'Emergency Relief',
  shelter: 'Shelter Support',
  food: 'Food Program',
  medical: 'Medical Aid',
}

/** A fund as pages carry it. */
export interface ShownFund {
  readonly fund: DonationType
  readonly title: string
  /** Whether it takes new gifts. */
  readonly open: boolean
}

/** The spec's six, as they are until two people change one. */
export const OUR_FUNDS: readonly ShownFund[] = DONATION_TYPES.map((fund) => ({
  fund,
  title: donationTypeNames[fund],
  open: true,
}))

/** The donate page's quick amounts, in naira, until an organisation publishes its own: the spec's five, and two that more people can give (docs/spec-decisions.md). */
export const QUICK_AMOUNTS_NAIRA = [1000, 2000, 5000, 10000, 50000, 100000, 1000000] as const
export const QUICK_AMOUNTS_MIN = 3
export const QUICK_AMOUNTS_MAX = 8

/** For the message with a gift. */
export const MESSAGE_CHARACTERS_MAX = 500
