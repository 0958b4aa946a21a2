/** Public bands of a payment, in place of amounts. */

/** The households that must share a figure, a change of it or a description before it is shown. */
export const HOUSEHOLDS_MIN = 10

/** Up to which number the gifts before one are counted: counting all of a long line would take ever longer. */
export const AHEAD_MAX = 1000

/** In kobo. The last has no upper end. */
export const AMOUNT_BANDS = [
  { name: 'below_5', belowKobo: 500_000n },
  { name: '5_20', belowKobo: 2_000_000n },
  { name: '20_50', belowKobo: 5_000_000n },
  { name: '50_150', belowKobo: 15_000_000n },
  { name: '150_500', belowKobo: 50_000_000n },
  { name: 'above_500', belowKobo: null },
] as const

/**
 * Why a witness did not cosign a checkpoint that was sent to it. `unreachable`: no answer; `refused`: any other answer; `unknown_log`: it does
 * not follow this log or its key; `inconsistent`: it saw another log; `larger`: it saw more entries than there are; `unknown_witness`: no
 * cosignature of a witness that the log knows came back; `clock_ahead`: one did, with a time to come.
 */
export const SEND_FAILURES = [
  'unreachable',
  'refused',
  'unknown_log',
  'inconsistent',
  'larger',
  'unknown_witness',
  'clock_ahead',
] as const
export type SendFailure = (typeof SEND_FAILURES)[number]

/**
 * Why nothing is signed. `restored`: the database is behind a signed checkpoint; `changed`: entries are not those that were signed;
 * `failing`: signing has failed for two of its periods.
 */
export const SIGNING_STOPS = ['restored', 'changed', 'failing'] as const
export type SigningStop = (typeof SIGNING_STOPS)[number]

/** The kind of payments of several kinds that are described together. */
export const AID_TOGETHER = 'aid'
