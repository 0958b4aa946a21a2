/** The rules of differences that pages share with the server, in a separate file so that pages load no schemas. */

/**
 * Differences between the ledger and the payment provider. `payment`: a payment with its fee. `given_back`: the refunds and chargebacks of
 * a payment. `settlement`: the sum that reached the bank. `settlement_total`: a settlement and the payments in it. `settled_twice`: a
 * payment in two settlements. `not_settled`: a payment in none after five days. `balance`: our balance at the provider, after everything
 * above is explained.
 */
export const MATCH_DIFFERENCES = [
  'payment',
  'given_back',
  'settlement',
  'settlement_total',
  'settled_twice',
  'not_settled',
  'balance',
] as const
export type MatchDifferenceKind = (typeof MATCH_DIFFERENCES)[number]

/**
 * Differences between the ledger and the payment provider about our payouts. `transfer`: one transfer, or one that we do not know.
 * `movement`: a change of the balance at the provider that is neither a transfer nor anything that the match compares.
 */
export const TRANSFER_DIFFERENCES = ['transfer', 'movement'] as const
export type TransferDifferenceKind = (typeof TRANSFER_DIFFERENCES)[number]

/** Everything that differs from the payment provider. */
export const PROVIDER_DIFFERENCES = [...MATCH_DIFFERENCES, ...TRANSFER_DIFFERENCES] as const

/** Contradictions within the books. `books`: two sums or rows that contradict each other. `fee`: a fee the provider has not reported. */
export const BOOKS_DIFFERENCES = ['books', 'fee'] as const
export type BooksDifferenceKind = (typeof BOOKS_DIFFERENCES)[number]

/** A fund below zero: a gift that it had already spent was charged back. */
export const FUND_DIFFERENCES = ['short_fund'] as const
export type FundDifferenceKind = (typeof FUND_DIFFERENCES)[number]
/** By when its owner decides. */
export const FUND_DIFFERENCE_DAYS = 3

/**
 * Differences between the ledger and our bank statements. `bank_line`: a line without an entry. `bank_entry`: an entry without a line.
 * `bank_amount`: a line and its entries have different amounts.
 */
export const BANK_DIFFERENCES = ['bank_line', 'bank_entry', 'bank_amount'] as const
export type BankDifferenceKind = (typeof BANK_DIFFERENCES)[number]

export const DIFFERENCE_KINDS = [
  ...PROVIDER_DIFFERENCES,
  ...BANK_DIFFERENCES,
  ...BOOKS_DIFFERENCES,
  ...FUND_DIFFERENCES,
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/**
 * Closings that book an entry. `paid`, `lost` and `back` book a transfer that the provider paid or returned late: under its payment, as lost
 * because that payment was made otherwise or cancelled, or as returned. `cover`: the organisation pays what a fund lacks.
 */
export const CLOSING_ENTRIES = ['paid', 'lost', 'back', 'cover'] as const

/**
 * Why no entry is right. `duplicate`: one side names it twice. `timing`: both sides have it, on different days. `corrected`: it was put right
 * elsewhere. `misread`: a side shows it wrongly. `own_money`: the organisation bears or keeps it, and these books do not hold its money.
 */
export const CLOSING_REASONS = ['duplicate', 'timing', 'corrected', 'misread', 'own_money'] as const

/** How a difference ends: `booked` by the entry that closing it makes, or for one of the reasons. */
export const CLOSING_ENDINGS = ['booked', ...CLOSING_REASONS] as const
export type ClosingEnding = (typeof CLOSING_ENDINGS)[number]

/** The ways to close a difference. `close` books nothing. */
export const CLOSING_OUTCOMES = ['close', ...CLOSING_ENTRIES] as const
export type ClosingOutcome = (typeof CLOSING_OUTCOMES)[number]

/** A proposed ending: an entry, or a reason. `close` is from before reasons were asked for, and can no longer be confirmed. */
export const CLOSING_CHOICES = [...CLOSING_OUTCOMES, ...CLOSING_REASONS] as const
export type ClosingChoice = (typeof CLOSING_CHOICES)[number]

/** For the explanation of who closes a difference. */
export const CLOSING_CHARACTERS_MAX = 500
