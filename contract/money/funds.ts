/** The six funds a gift can go to (spec section 9). No dependencies: the browser loads this on the donate page. */

/** Each type has a fund in the ledger. */
export const DONATION_TYPES = ['general', 'school', 'emergency', 'shelter', 'food', 'medical'] as const
export type DonationType = (typeof DONATION_TYPES)[number]

/** The default. */
export const DONATION_TYPE_DEFAULT: DonationType = 'general'

/** The spec's names, as the provider's dashboard and the donate page show them. */
export const donationTypeNames: Record<DonationType, string> = {
  general: 'General Fund',
  school: 'School Fees',
  emergency: 'Emergency Relief',
  shelter: 'Shelter Support',
  food: 'Food Program',
  medical: 'Medical Aid',
}

/** The donate page's quick amounts, in naira: the spec's five, and two that more people can give (docs/spec-decisions.md). */
export const QUICK_AMOUNTS_NAIRA = [1000, 2000, 5000, 10000, 50000, 100000, 1000000] as const

/** For the message with a gift. */
export const MESSAGE_CHARACTERS_MAX = 500
