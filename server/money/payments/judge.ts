/** Judges the provider's answer about a transaction. Pure: no database, no clock. */
import type { Kobo } from '../../../contract/platform/money.ts'
import type { Mode } from '../../../contract/platform/system.ts'
import type { ListedTransaction } from './paystack.ts'

/** Money that came, in kobo. The provider may not know its fees yet: then they are null. */
export interface Collected {
  collected: Kobo
  fees: Kobo | null
}

/** The result of comparing a transaction at the provider with the request. Amounts in kobo. */
export type Verdict =
  /** Paid exactly as requested. */
  | ({ kind: 'paid' } & Collected)
  /** Money came, but not as requested. `bookable` is null when it is not naira, and then it is not booked. */
  | { kind: 'review'; reason: string; bookable: Collected | null }
  | { kind: 'failed' }
  /** Not paid, or not known yet. */
  | { kind: 'open' }

/** The statuses of a payment that was made, also when it was reversed since. */
export const PAID_STATUSES: ReadonlySet<string> = new Set(['success', 'reversal-pending', 'reversed'])

/**
 * Compares a transaction with the request (docs/protocols/paystack.md section 2.6).
 * @param expected the amount requested, in kobo
 */
export function judge(
  transaction: ListedTransaction,
  expected: { reference: string | null | undefined; amount: Kobo },
  mode: Mode,
): Verdict {
  if (transaction.status === 'failed') return { kind: 'failed' }
  if (!PAID_STATUSES.has(transaction.status)) return { kind: 'open' }

  const money = { collected: transaction.amount, fees: transaction.fees ?? null }
  if (transaction.currency !== 'NGN')
    return { kind: 'review', reason: `paid in ${transaction.currency}`, bookable: null }
  if (transaction.reference !== expected.reference)
    return { kind: 'review', reason: 'paid under another reference', bookable: money }
  if ((transaction.domain === 'live') !== (mode === 'live')) {
    return { kind: 'review', reason: `paid in the provider's ${transaction.domain} world`, bookable: money }
  }
  const asked = transaction.requested_amount ?? transaction.amount
  // A payer who bears the fee pays it on top of the amount we requested.
  const onTop = transaction.amount - expected.amount
  if (asked !== expected.amount || (onTop !== 0n && onTop !== money.fees)) {
    return { kind: 'review', reason: `paid ${transaction.amount} kobo instead of ${expected.amount}`, bookable: money }
  }
  return { kind: 'paid', ...money }
}
