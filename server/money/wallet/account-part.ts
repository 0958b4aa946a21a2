/**
 * The wallet's part in exporting and closing an account. Rows of money stay, without a name. An account is not closed while its
 * wallet holds money, or while a top-up is pending.
 */
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { formatNaira, koboToNaira } from '../../../contract/platform/money.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import { forgetPayers } from '../payments/opening.ts'
import { walletTransactions, wallets } from './schema.ts'
import { findWallet, lockWallet } from './wallets.ts'

export const walletPart: AccountPart = {
  name: 'wallet',
  async collect(db, userId) {
    const wallet = await findWallet(db, userId)
    if (!wallet) return {}
    const transactions = await db
      .select()
      .from(walletTransactions)
      .where(eq(walletTransactions.walletId, wallet.id))
      .orderBy(asc(walletTransactions.createdAt), asc(walletTransactions.id))
    return {
      id: wallet.id,
      balance: koboToNaira(wallet.balance),
      frozen_at: wallet.frozenAt,
      created_at: wallet.createdAt,
      transactions: transactions.map((transaction) => ({
        id: transaction.id,
        type: transaction.type,
        amount: koboToNaira(transaction.amount),
        description: transaction.description,
        reference: transaction.reference,
        status: transaction.status,
        paystack_reference: transaction.paystackReference,
        created_at: transaction.createdAt,
        completed_at: transaction.completedAt,
        canceled_at: transaction.canceledAt,
      })),
    }
  },
  async closingRefusal(tx, userId) {
    const found = await findWallet(tx, userId)
    if (!found) return null
    // Locked first, so that money that is being credited at this moment is seen below.
    await lockWallet(tx, found.id)
    const wallet = await findWallet(tx, userId)
    if (wallet && wallet.balance > 0n) {
      const advice = wallet.frozenAt ? 'It is frozen: write to us.' : 'Give it to a fund, or write to us.'
      return `The wallet still holds ${formatNaira(koboToNaira(wallet.balance))}. ${advice}`
    }
    const pending = await readPending(tx, found.id)
    if (pending === null) return null
    return pending.inReview
      ? `A top-up of ${pending.amount} did not come as it was started, and two of our staff decide about it first. Write to us if that takes long.`
      : `A top-up of ${pending.amount} is still being checked. That takes 72 hours at most.`
  },
  async erase(tx, userId, now) {
    const [wallet] = await tx.update(wallets).set({ closedAt: now }).where(eq(wallets.userId, userId)).returning()
    if (!wallet) return
    const topUps = await tx
      .select({ intentId: walletTransactions.intentId })
      .from(walletTransactions)
      .where(and(eq(walletTransactions.walletId, wallet.id), isNotNull(walletTransactions.intentId)))
    const intentIds = topUps.flatMap(({ intentId }) => (intentId === null ? [] : [intentId]))
    if (intentIds.length > 0) await forgetPayers(tx, intentIds)
    // The hash would still say something about a gift's message.
    await tx
      .update(walletTransactions)
      .set({ requestHash: Buffer.alloc(0) })
      .where(and(eq(walletTransactions.walletId, wallet.id), eq(walletTransactions.kind, 'gift')))
  },
}

/** The sum of the pending top-ups; of those in review alone, where there are any: they wait for people. */
async function readPending(tx: Tx, walletId: string): Promise<{ amount: string; inReview: boolean } | null> {
  const { amount: sum, reviewed } = await onlyRow(
    tx,
    sql`select sum(amount)::text as amount, (sum(amount) filter (where exists (
                 select from payment_attempts where intent_id = top_up.intent_id and status = 'needs_review')))::text as reviewed
          from wallet_transactions as top_up where wallet_id = ${walletId} and status = 'pending'`,
    z.object({ amount: z.coerce.bigint().nullable(), reviewed: z.coerce.bigint().nullable() }),
  )
  const shown = reviewed ?? sum
  return shown === null ? null : { amount: formatNaira(koboToNaira(shown)), inReview: reviewed !== null }
}
