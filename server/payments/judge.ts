/** What the provider's word on a transaction means for us. Pure: no database, no clock. */
import type { Kobo } from '../../contract/money.ts'
import type { Mode } from '../../contract/system.ts'
import type { ProviderTransaction } from './paystack.ts'

/** What a transaction at the provider comes to, compared with what was asked for. Amounts in kobo. */
export type Verdict =
  /** Paid exactly as asked. */
  | { kind: 'paid'; collected: Kobo; fees: Kobo }
  /** Money came, but not as asked. `bookable` is null where it is not naira, and so no entry in our books. */
  | { kind: 'review'; reason: string; bookable: { collected: Kobo; fees: Kobo } | null }
  | { kind: 'failed' }
  /** Not paid, or not known yet. */
  | { kind: 'open' }

/** Paid once, and since then given back or about to be. */
const PAID = new Set(['success', 'reversal-pending', 'reversed'])

/**
 * Compares a transaction with what was asked for (docs/protocols/paystack.md section 2.6).
 * @param expected the amount asked for, in kobo
 */
export function judge(
  transaction: ProviderTransaction,
  expected: { reference: string; amount: Kobo },
  mode: Mode,
): Verdict {
  if (transaction.status === 'failed') return { kind: 'failed' }
  if (!PAID.has(transaction.status)) return { kind: 'open' }

  const money = { collected: transaction.amount, fees: transaction.fees ?? 0n }
  if (transaction.currency !== 'NGN')
    return { kind: 'review', reason: `paid in ${transaction.currency}`, bookable: null }
  if (transaction.reference !== expected.reference)
    return { kind: 'review', reason: 'paid under another reference', bookable: money }
  if ((transaction.domain === 'live') !== (mode === 'live')) {
    return { kind: 'review', reason: `paid in the provider's ${transaction.domain} world`, bookable: money }
  }
  const asked = transaction.requested_amount ?? transaction.amount
  // Where the payer bears the fee, the provider collects it on top of what we asked for.
  const onTop = transaction.amount - expected.amount
  if (asked !== expected.amount || (onTop !== 0n && onTop !== money.fees)) {
    return { kind: 'review', reason: `paid ${transaction.amount} kobo instead of ${expected.amount}`, bookable: money }
  }
  return { kind: 'paid', ...money }
}
