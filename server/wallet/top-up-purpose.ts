/** What happens to a top-up when its payment is paid, fails or is reversed. Rule: docs/posting-table.md. */
import { and, eq, sql } from 'drizzle-orm'
import type { Kobo } from '../../contract/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { readBalances } from '../ledger/ledger.ts'
import type { Tx } from '../lib/db/db.ts'
import { invariant } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { creditStatement } from '../payments/crediting.ts'
import type { PurposeHandlers, ReversalChange, ReversalSources, ReversedPayment } from '../payments/payments.ts'
import { walletTransactions, wallets } from './schema.ts'

/** Completes a top-up's transaction and credits the wallet, takes money back from it, or marks it as failed. */
export const topUpPurpose: PurposeHandlers = {
  label: 'Wallet top-up',
  credit: creditStatement({
    purpose: 'top_up',
    transferPurpose: 'top_up',
    gifts: 0,
    // The wallet is locked before its balance changes: closing the account, or a refund, waits or comes first.
    markPaid: sql`
      with wallet as (
        select wallets.id, wallets.account_id
          from payment
          join wallet_transactions as top_up on top_up.intent_id = payment.intent_id
          join wallets on wallets.id = top_up.wallet_id
         where wallets.closed_at is null
           for no key update of wallets
      )
      update wallet_transactions
         set status = 'completed', amount = payment.amount, paystack_reference = payment.reference,
             completed_at = payment.now
        from payment, wallet
       where wallet_transactions.intent_id = payment.intent_id and wallet_transactions.wallet_id = wallet.id
      returning wallet.account_id`,
  }),
  async findRefusal(tx, intentId) {
    const { wallet } = await lockTopUp(tx, intentId)
    return wallet.closedAt ? 'the account that this top-up was for is closed' : null
  },
  onReversed: takeBack,
  async onFailed(tx: Tx, intentId: string): Promise<void> {
    await tx
      .update(walletTransactions)
      .set({ status: 'failed' })
      .where(and(eq(walletTransactions.intentId, intentId), eq(walletTransactions.status, 'pending')))
  },
}

/** The top-up and its wallet, both locked. */
async function lockTopUp(tx: Tx, intentId: string) {
  const [found] = await tx
    .select({ topUp: walletTransactions, wallet: wallets })
    .from(walletTransactions)
    .innerJoin(wallets, eq(wallets.id, walletTransactions.walletId))
    .where(eq(walletTransactions.intentId, intentId))
    .for('no key update')
  invariant(found, 'a payment of this purpose has its top-up')
  return found
}

const DESCRIPTIONS = {
  refund: 'Wallet Top-up refunded',
  chargeback: 'Wallet Top-up charged back',
  reinstatement: 'Wallet Top-up charge-back undone',
} as const

/**
 * The wallet pays back what it still holds, as separate transactions; the rest is lost, and freezes the wallet. Money that
 * comes back pays for the loss first.
 */
async function takeBack(tx: Tx, reversed: ReversedPayment, now: Date): Promise<ReversalSources> {
  const { topUp, wallet } = await lockTopUp(tx, reversed.intentId)
  const balance = (await readBalances(tx, [wallet.accountId])).get(wallet.accountId)?.balance ?? 0n
  const { parts, lost } = splitChanges(reversed.changes, { available: balance, lost: topUp.amountLost })
  await tx
    .update(walletTransactions)
    .set({ amountReversed: reversed.amountReversed, amountLost: lost })
    .where(eq(walletTransactions.id, topUp.id))
  await freezeOrThaw(tx, wallet.id, now)
  // A closed wallet is empty, so it can only receive, and it has no owner.
  const account = wallet.closedAt ? accounts.suspense : wallet.accountId
  const before = await tx.$count(walletTransactions, eq(walletTransactions.topUpId, topUp.id))
  const moved = parts.filter((part) => part.ofWallet !== 0n)
  if (!wallet.closedAt && moved.length > 0) {
    await tx.insert(walletTransactions).values(
      moved.map(({ ofWallet, purpose }, index) => ({
        id: newId(),
        walletId: wallet.id,
        kind: purpose,
        type: ofWallet > 0n ? ('debit' as const) : ('credit' as const),
        amount: ofWallet > 0n ? ofWallet : -ofWallet,
        description: DESCRIPTIONS[purpose],
        reference: `${topUp.reference}-r${before + index + 1}`,
        status: 'completed' as const,
        topUpId: topUp.id,
        createdAt: now,
        completedAt: now,
      })),
    )
  }
  return {
    shares: parts.map(({ ofWallet, ofLoss }) => [
      { account, amount: ofWallet, suffix: '' },
      { account: accounts.loss, amount: ofLoss, suffix: ':loss' },
    ]),
    gifts: 0,
  }
}

/**
 * Splits changes between a wallet and the loss, in their order.
 * @param held what the wallet holds before, and what of this top-up it could not pay back so far
 */
export function splitChanges(changes: readonly ReversalChange[], held: { available: Kobo; lost: Kobo }) {
  let { available, lost } = held
  const parts = changes.map(({ purpose, amount }) => {
    const ofLoss = amount > 0n ? amount - min(amount, available) : -min(-amount, lost)
    const ofWallet = amount - ofLoss
    available -= ofWallet
    lost += ofLoss
    return { purpose, ofWallet, ofLoss }
  })
  return { parts, lost }
}

async function freezeOrThaw(tx: Tx, walletId: string, now: Date): Promise<void> {
  const missing = sql`exists (select from wallet_transactions where wallet_id = ${walletId} and amount_lost > 0)`
  await tx
    .update(wallets)
    .set({
      frozenAt: sql`case when ${missing} then coalesce(${wallets.frozenAt}, ${now.toISOString()}::timestamptz) end`,
    })
    .where(eq(wallets.id, walletId))
}

const min = (a: Kobo, b: Kobo) => (a < b ? a : b)
