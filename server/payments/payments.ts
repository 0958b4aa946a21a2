/**
 * What payments work with. They know no purpose but its name: `app.ts` hands them, for each one, what to do when a payment
 * of that purpose is paid, fails or is given back.
 */
import type { Kobo } from '../../contract/money.ts'
import type { PaymentStatus, Purpose } from '../../contract/payments.ts'
import type { Core } from '../lib/core.ts'
import type { Tx } from '../lib/db/db.ts'
import type { TransferPurpose } from '../ledger/schema.ts'
import type { Paystack } from './paystack.ts'
import type { Attempt, Intent } from './schema.ts'

export interface PaidPayment {
  intentId: string
  /** In kobo: what was asked for, and paid. */
  amount: Kobo
  reference: string
  paidAt: Date
}

export interface ReversedPayment {
  intentId: string
  /** In kobo: all that was given back of it so far, at most its amount. */
  amountReversed: Kobo
  /** Everything was given back. */
  full: boolean
}

/** Where a payment's money belongs. */
export interface Destination {
  account: bigint
  transferPurpose: TransferPurpose
  /** 1 where the payment counts as a gift of its fund. */
  gifts: 0 | 1
}

export interface PurposeHandlers {
  /** Records that it is paid, in the same transaction, and says which account is credited. */
  onPaid(tx: Tx, payment: PaidPayment, now: Date): Promise<Destination>
  /** Records what was given back so far, and says which account is debited. */
  onReversed(tx: Tx, payment: ReversedPayment, now: Date): Promise<Destination>
  /** Nobody paid in time, or the provider refused. A late success still comes through onPaid. */
  onFailed(tx: Tx, intentId: string, now: Date): Promise<void>
}

export interface Payments extends Core {
  readonly provider: Paystack
  readonly purposes: Readonly<Record<Purpose, PurposeHandlers>>
}

/** A reference is asked about at most this often, whoever calls (design.md section 4). */
export const ASK_MILLISECONDS_MIN = 10_000

/** What a page may be told. `saidJustNow` is the provider's word from this very call, if it was asked. */
export function paymentStatus(attempt: Attempt, intent: Pick<Intent, 'status'>, saidJustNow?: string): PaymentStatus {
  switch (attempt.status) {
    case 'paid':
      return 'success'
    case 'needs_review':
    case 'reversed':
      return attempt.status
    case 'refused':
    case 'failed':
      return intent.status === 'paid' ? 'success' : 'failed'
    case 'opening':
    case 'open':
    case 'lost':
      // Another attempt of the same intent may have been paid.
      if (intent.status === 'paid') return 'success'
      return saidJustNow === 'abandoned' ? 'abandoned' : 'pending'
  }
}
