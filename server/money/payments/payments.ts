/**
 * The dependencies of payments. They know purposes by name only: for each one, `app.ts` passes in what to do when a payment of
 * that purpose is paid, fails or is reversed.
 */
import type { Kobo } from '../../../contract/platform/money.ts'
import type { PaymentStatus, Purpose } from '../../../contract/money/payments.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Account } from '../ledger/ledger.ts'
import { createTurns, type InTurn } from '../../platform/turns.ts'
import type { CreditStatement } from './crediting.ts'
import type { Paystack, ProviderTransaction } from './paystack.ts'
import type { Attempt, Intent } from './schema.ts'

/** An attempt, and the parts of its intent that decide what happens to it. Amounts in kobo. */
export interface FoundPayment {
  attempt: Attempt
  intent: Pick<Intent, 'id' | 'purpose' | 'amount' | 'status'>
}

/** One step from the refunds and chargebacks in the books to those the provider reports. */
export interface ReversalChange {
  purpose: 'refund' | 'chargeback' | 'reinstatement'
  /** In kobo, of what was credited: above zero when money leaves us, below zero when it returns to us. */
  amount: Kobo
}

/** A payment whose refunds or chargebacks have changed. */
export interface ReversedPayment {
  intentId: string
  reference: string
  /** In kobo: the total reversed so far, at most the payment's amount. */
  amountReversed: Kobo
  /** In kobo: what of it is in suspense, because its account was closed when it came back to us. */
  amountSuspended: Kobo
  /** The whole payment is reversed. */
  full: boolean
  changes: readonly ReversalChange[]
}

/** One account's share of a reversal, with the sign of {@link ReversalChange}. */
export interface Share {
  account: Account
  amount: Kobo
  /** Ends the transfer's key where a change has several shares: `:loss`. */
  suffix: string
}

/** The accounts that pay for a reversal. */
export interface ReversalSources {
  /** The shares of each change, which add up to it. */
  shares: readonly (readonly Share[])[]
  /** 1 where the payment counts as a gift to its fund. */
  gifts: 0 | 1
  /** Why money that returns to us, and goes to suspense, needs review. */
  reviewReason?: string
}

/**
 * Handlers of a purpose, for payments that are paid, reversed or fail. Each runs in the transaction that books it: an error undoes
 * the booking too.
 */
export interface PurposeHandlers {
  /** Name of such a payment on the provider's dashboard. */
  readonly label: string
  /** Credits a payment, together with the purpose's own row. */
  readonly credit: CreditStatement
  /** The account that bears the fees of a payment that was credited. */
  findFeesAccount(tx: Tx, intentId: string): Promise<Account>
  /** Why a payment cannot be credited, or null. People then decide about it. */
  findRefusal(db: Db | Tx, intentId: string): Promise<string | null>
  /** Records the total reversed so far, and returns the accounts that pay for the changes. */
  onReversed(tx: Tx, payment: ReversedPayment, now: Date): Promise<ReversalSources>
  /**
   * Records again a payment that the database lost, from what went to the provider with it. Safe to repeat.
   * @returns false when it was not begun here
   */
  recordLost?(payments: Payments, transaction: ProviderTransaction): Promise<boolean>
  /** The payment was not made in time, or the provider refused it. A late success is still credited. */
  onFailed(tx: Tx, intentId: string, now: Date): Promise<void>
}

/** The instance, the provider, and the purposes that app.ts passes in. */
export interface Payments extends Core {
  readonly provider: Paystack
  readonly purposes: Readonly<Record<Purpose, PurposeHandlers>>
  /** Asks about a transfer out that a webhook names. @throws AppError `not_found`: not ours */
  readonly followTransfer: (reference: string) => Promise<void>
  /** Whether a transfer out was sent or ended since: the lines of the balance, which say what of its fee is back, are read every five minutes. */
  readonly hasTransferMoved: (since: Date) => Promise<boolean>
  /** Handles webhooks: many at once would leave no connection to the database for everyone else. */
  readonly webhooksInTurn: InTurn
}

/** Each uses a connection to the database. Most of them must stay free for everyone else (platform/db/postgres.ts). */
const WEBHOOKS_AT_ONCE = 8

export const createWebhookTurns = () => createTurns(WEBHOOKS_AT_ONCE)

/** We ask the provider about a reference at most this often (docs/architecture.md). */
export const ASK_MILLISECONDS_MIN = 10_000

/** The status for a page. `saidJustNow` is the provider's answer in this call, if it was asked. */
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
