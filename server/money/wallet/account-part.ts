/**
 * The wallet's part in exporting and closing an account. Rows of money stay, without a name. An account is not closed while its
 * wallet holds money, or while a top-up is pending.
 */
import { and, asc, eq, isNotNull, sum } from 'drizzle-orm'
import { formatNaira, koboToNaira } from '../../../contract/platform/money.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import type { Tx } from '../../platform/db/db.ts'
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
    return pending === null ? null : `A top-up of ${pending} is still being checked. That takes 72 hours at most.`
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

async function readPending(tx: Tx, walletId: string): Promise<string | null> {
  const [pending] = await tx
    .select({ amount: sum(walletTransactions.amount).mapWith(walletTransactions.amount) })
    .from(walletTransactions)
    .where(and(eq(walletTransactions.walletId, walletId), eq(walletTransactions.status, 'pending')))
  return pending?.amount ? formatNaira(koboToNaira(pending.amount)) : null
}
