/** Books a returned fee of a transfer. Only the lines of the provider's balance show it (docs/posting-table.md). */
import { eq } from 'drizzle-orm'
import { accounts } from '../../../money/ledger/accounts.ts'
import { postTransfers } from '../../../money/ledger/ledger.ts'
import { transfers } from '../../../money/ledger/schema.ts'
import type { ProviderBalanceLine } from '../../../money/payments/paystack-transfers.ts'
import { payoutAttempts } from '../schema.ts'
import type { Sending } from './sending.ts'

/**
 * The provider returns the fee of a failed or reversed transfer, or part of it, together with the amount or in a separate line.
 * Each line is booked once, and never more than the fee in total: any excess remains a difference.
 * @param line of this transfer, above zero. In kobo
 */
export async function bookFeeBack(sending: Sending, attemptId: string, line: ProviderBalanceLine): Promise<void> {
  const now = sending.clock.now()
  await sending.db.transaction(async (tx) => {
    const [attempt] = await tx.select().from(payoutAttempts).where(eq(payoutAttempts.id, attemptId)).for('update')
    if (!attempt?.bookedAt || !attempt.feeFund || (attempt.state !== 'failed' && attempt.state !== 'reversed')) return
    const { reference, amount, fee, feeReturned } = attempt
    const back = line.difference >= amount ? line.difference - amount : line.difference
    if (back <= 0n || back > fee - feeReturned) return
    const key = `fee_back:${reference}:${line.id}`
    if ((await tx.$count(transfers, eq(transfers.key, key))) > 0) return
    const credit = `fees:${attempt.feeFund}` as const
    const purpose = 'fee_back'
    await postTransfers(tx, [{ key, debit: accounts.provider, credit, amount: back, purpose, occurredAt: now }], now)
    await tx
      .update(payoutAttempts)
      .set({ feeReturned: feeReturned + back })
      .where(eq(payoutAttempts.id, attemptId))
  })
}
