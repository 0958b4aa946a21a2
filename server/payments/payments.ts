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

/** A payment whose money came, as the purpose that it was for is told of it. */
export interface PaidPayment {
  intentId: string
  /** In kobo: what was paid. It is what was asked for, but where people have decided to credit another amount. */
  amount: Kobo
  reference: string
  paidAt: Date
}

/** One step between what the books have and what the provider says was given back. */
export interface ReversalChange {
  purpose: 'refund' | 'chargeback' | 'reinstatement'
  /** In kobo, of what was credited: above zero where money goes back, below zero where it comes again. */
  amount: Kobo
}

/** A payment of which something was given back, or came again, as its purpose is told of it. */
export interface ReversedPayment {
  intentId: string
  reference: string
  /** In kobo: all that was given back of it so far, at most its amount. */
  amountReversed: Kobo
  /** Everything was given back. */
  full: boolean
  changes: readonly ReversalChange[]
}

/** Where a payment's money belongs. */
export interface Destination {
  account: bigint
  transferPurpose: TransferPurpose
  /** 1 where the payment counts as a gift of its fund. */
  gifts: 0 | 1
}

/** Nobody is there to take the money: why people have to look at it. It goes to suspense. */
export interface Unclaimed {
  review: string
}

/** What one account gives of a reversal, or gets again of it, with the sign of {@link ReversalChange}. */
export interface Share {
  account: bigint
  amount: Kobo
  /** Ends the transfer's key where a change has several shares: `:loss`. */
  suffix: string
}

/** Who gives a reversal. */
export interface ReversalSources {
  /** For each change its shares, which add up to it. */
  shares: readonly (readonly Share[])[]
  /** 1 where the payment counts as a gift of its fund. */
  gifts: 0 | 1
}

/** What a purpose does as its payments go on. Each runs in the transaction that books it: what it throws undoes the booking too. */
export interface PurposeHandlers {
  /** What the provider's dashboard calls such a payment. */
  readonly label: string
  /** Records that it is paid, in the same transaction, and says which account is credited. */
  onPaid(tx: Tx, payment: PaidPayment, now: Date): Promise<Destination | Unclaimed>
  /** Records what was given back so far, and says whose accounts give it. */
  onReversed(tx: Tx, payment: ReversedPayment, now: Date): Promise<ReversalSources>
  /** Nobody paid in time, or the provider refused. A late success still comes through onPaid. */
  onFailed(tx: Tx, intentId: string, now: Date): Promise<void>
}

/** What the rules of payments work with: the instance, the provider, and the purposes that app.ts hands over. */
export interface Payments extends Core {
  readonly provider: Paystack
  readonly purposes: Readonly<Record<Purpose, PurposeHandlers>>
}

/** A reference is asked about at most this often, whoever calls (docs/architecture.md). */
export const ASK_MILLISECONDS_MIN = 10_000

/** What a page may be told. `saidJustNow` is the provider's word from this very call, if it was asked. */
export function paymentStatus(attempt: Attempt, intent: Pick<Intent, 'status'>, saidJustNow?: string): PaymentStatus {
  switch (attempt.status) {
    case 'paid':
      return 'success'
    case 'needs_review':
    case 'reversed':
      return attempt.status
    case 'returned':
      return 'reversed'
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
