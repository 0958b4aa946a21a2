/**
 * Crediting a payment is one SQL statement: attempt, intent, the purpose's own row and the transfers change together or not
 * at all. Rows are locked in one order everywhere: intent, attempt, purpose, ledger. Rule: docs/posting-table.md.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Purpose } from '../../../contract/money/payments.ts'
import { accounts } from '../ledger/accounts.ts'
import { insertTransfers } from '../ledger/ledger.ts'
import { transfers, type TransferPurpose } from '../ledger/schema.ts'
import { plain, preparedRows } from '../../platform/db/prepared.ts'
import { paymentAttempts, paymentIntents } from './schema.ts'

interface Crediting {
  purpose: Purpose
  transferPurpose: TransferPurpose
  /** 1 where the payment counts as a gift to its fund. */
  gifts: 0 | 1
  /**
   * An `update` that marks the purpose's own row as paid and returns the account to credit as `account_id` and the one that bears
   * the fees as `fees_account_id`, or no row where it cannot be credited. It reads one row of `payment`: intent_id, reference, amount (kobo), paid_at and now.
   */
  markPaid: SQL
}

/** The values of one credit. Amounts are kobo. */
const CREDIT = {
  attemptId: paymentAttempts.id,
  /** The statuses that the attempt may have. */
  from: plain<string[]>(),
  /** Source of the money: the provider, or suspense. */
  debit: transfers.debitAccount,
  /** The credited amount. It becomes the amount of the intent. */
  amount: paymentIntents.amount,
  /** The amount that the provider collected, and its fees. */
  collected: paymentAttempts.amountPaid,
  fees: paymentAttempts.fees,
  /** The part of the fees that is ours, 0 where the payer bore them. */
  feeBooked: transfers.amount,
  /** The fee's account so far: the provider takes it now, or it was booked as unassigned. */
  feeFrom: transfers.creditAccount,
  paidAt: transfers.occurredAt,
  /** When the transfers happened. */
  occurredAt: transfers.occurredAt,
  providerStatus: paymentAttempts.providerStatus,
  providerTransactionId: paymentAttempts.providerTransactionId,
  askedAt: paymentAttempts.askedAt,
  nextCheckAt: paymentAttempts.nextCheckAt,
  transferId: transfers.id,
  feeTransferId: transfers.id,
  now: paymentAttempts.updatedAt,
}

/**
 * Builds the statement that credits a payment of one purpose, once.
 * @returns runs it: one row, or none when nothing was credited and nothing has changed. The attempt then has another status,
 *   its intent was paid before, or the purpose refuses it
 */
export function creditStatement({ purpose, transferPurpose, gifts, markPaid }: Crediting) {
  return preparedRows(
    `credit_${purpose}`,
    CREDIT,
    z.object({ account_id: z.coerce.bigint() }),
    (given) => sql`
      with payment as (
        select intent.id as intent_id, attempt.id as attempt_id, attempt.reference, ${given.amount}::bigint as amount,
               ${given.paidAt}::timestamptz as paid_at, ${given.now}::timestamptz as now
          from payment_intents as intent join payment_attempts as attempt on attempt.intent_id = intent.id
         where attempt.id = ${given.attemptId} and attempt.status = any(${given.from}::text[])
           and intent.status in ('pending', 'failed', 'needs_review')
           for no key update
      ), destination as (${markPaid}),
      intent as (
        update payment_intents
           set status = 'paid', amount = payment.amount, paid_at = payment.paid_at, updated_at = payment.now
          from payment, destination where payment_intents.id = payment.intent_id
      ), attempt as (
        update payment_attempts
           set status = 'paid', amount_paid = ${given.collected}, amount_suspended = 0, fees = ${given.fees}, paid_at = payment.paid_at,
               provider_status = ${given.providerStatus}, provider_transaction_id = ${given.providerTransactionId},
               opening_until = null, asked_at = ${given.askedAt}, answered_at = payment.now,
               next_check_at = ${given.nextCheckAt}, updated_at = payment.now
          from payment, destination where payment_attempts.id = payment.attempt_id
      ), booked as (${insertTransfers(sql`
        select ${given.transferId}::uuid, ${transferPurpose}::text || ':' || payment.reference, ${given.debit}::bigint,
               destination.account_id, payment.amount, ${transferPurpose}::text, ${gifts}::smallint,
               ${given.occurredAt}::timestamptz, payment.now
          from payment, destination
        union all
        select ${given.feeTransferId}::uuid,
               case ${given.feeFrom}::bigint when ${accounts.provider}::bigint then 'fee:' else 'fee_assigned:' end || payment.reference,
               destination.fees_account_id, ${given.feeFrom}::bigint, ${given.feeBooked}::bigint, 'fee', 0, ${given.occurredAt}::timestamptz, payment.now
          from payment, destination where ${given.feeBooked}::bigint > 0`)})
      select account_id from destination`,
  )
}

export type CreditStatement = ReturnType<typeof creditStatement>
