/** A finding of a match: two amounts that must be equal and are not. */
import type { MatchDifferenceKind } from '../../../contract/money/differences-fields.ts'
import type { Kobo } from '../../../contract/platform/money.ts'

/** Amounts in kobo, from where we stand: money that comes to us is above zero. */
export interface Finding {
  readonly kind: MatchDifferenceKind
  /** The reference of a payment, the id of a settlement, or NGN for the balance. */
  readonly subject: string
  readonly ledger: Kobo
  readonly provider: Kobo
  readonly occurredAt: Date
  /** It explains as much of the difference between the balances. */
  readonly explainsBalance: boolean
  /** Too recent to be shown: it may be booked in a moment. */
  readonly isFresh: boolean
}

/** The period and clock of one match. */
export interface Period {
  /** Payments created since then are compared. */
  readonly from: Date
  readonly now: Date
}
