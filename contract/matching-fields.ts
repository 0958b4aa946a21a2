/** The rules of the match with the provider that pages share with the server, in a separate file so that pages load no schemas. */

/** A match is `requested` until the job starts it, within seconds. */
export const MATCH_STATES = ['requested', 'running', 'complete', 'failed'] as const

/**
 * What may differ. `payment`: a payment with its fee. `given_back`: the refunds and chargebacks of a payment. `settlement`: what reached
 * the bank. `settlement_total`: a settlement and the payments in it. `settled_twice`: a payment in two settlements. `not_settled`: a
 * payment in none after five days. `balance`: what the provider holds, after everything above is explained.
 */
export const DIFFERENCE_KINDS = [
  'payment',
  'given_back',
  'settlement',
  'settlement_total',
  'settled_twice',
  'not_settled',
  'balance',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** For the reason why a difference is closed. */
export const CLOSING_CHARACTERS_MAX = 500
