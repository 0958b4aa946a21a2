/** Handles a top-up whose payment is paid, fails or is reversed. Rule: docs/posting-table.md. */
import { and, eq, sql } from 'drizzle-orm'
import type { Kobo } from '../../../contract/platform/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { readBalances } from '../ledger/ledger.ts'
import type { Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { creditStatement } from '../payments/crediting.ts'
import type { PurposeHandlers, ReversalSources, ReversedPayment } from '../payments/payments.ts'
import { freezeOrThaw, splitChanges } from './losses.ts'
import { walletTransactions, wallets } from './schema.ts'
import { lockWallet } from './wallets.ts'

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
      returning wallet.account_id, ${accounts.topUpFees}::bigint as fees_account_id`,
  }),
  findFeesAccount: async () => accounts.topUpFees,
  async findRefusal(db, intentId) {
    const [wallet] = await db
      .select({ closedAt: wallets.closedAt })
      .from(wallets)
      .innerJoin(walletTransactions, eq(walletTransactions.walletId, wallets.id))
      .where(eq(walletTransactions.intentId, intentId))
    return wallet?.closedAt ? 'the account that this top-up was for is closed' : null
  },
  onReversed: takeBack,
  async onFailed(tx: Tx, intentId: string): Promise<void> {
    await tx
      .update(walletTransactions)
      .set({ status: 'failed' })
      .where(and(eq(walletTransactions.intentId, intentId), eq(walletTransactions.status, 'pending')))
  },
}

/** The top-up and its wallet, both locked: the wallet first, as everywhere. */
async function lockTopUp(tx: Tx, intentId: string) {
  const { id, walletId, intentId: ofIntent } = walletTransactions
  const [found] = await tx.select({ id, walletId }).from(walletTransactions).where(eq(ofIntent, intentId))
  invariant(found, 'a payment of this purpose has its top-up')
  const wallet = await lockWallet(tx, found.walletId)
  const [topUp] = await tx.select().from(walletTransactions).where(eq(id, found.id)).for('no key update')
  invariant(topUp, 'wallet transactions are never deleted')
  return { topUp, wallet }
}

const DESCRIPTIONS = {
  refund: 'Wallet Top-up refunded',
  chargeback: 'Wallet Top-up charged back',
  reinstatement: 'Wallet Top-up charge-back undone',
} as const

/**
 * The wallet pays back what it still holds, as separate transactions; the rest is lost, and freezes the wallet. Money that
 * comes back pays for the loss first, and then goes to the organisation for what it covered.
 */
async function takeBack(tx: Tx, reversed: ReversedPayment, now: Date): Promise<ReversalSources> {
  const { topUp, wallet } = await lockTopUp(tx, reversed.intentId)
  // A closed wallet is empty: what came back to it since is in suspense.
  const available = wallet.closedAt ? reversed.amountSuspended : await readBalance(tx, wallet.accountId)
  const account = wallet.closedAt ? accounts.suspense : wallet.accountId
  const held = { available, lost: topUp.amountLost, covered: topUp.amountCovered }
  const { parts, lost, covered } = splitChanges(reversed.changes, held)
  await tx
    .update(walletTransactions)
    .set({ amountReversed: reversed.amountReversed, amountLost: lost, amountCovered: covered })
    .where(eq(walletTransactions.id, topUp.id))
  await freezeOrThaw(tx, wallet.id, now)
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
    shares: parts.map(({ ofWallet, ofLoss, ofCover }) => [
      { account, amount: ofWallet, suffix: '' },
      { account: accounts.loss, amount: ofLoss, suffix: ':loss' },
      { account: accounts.operating, amount: ofCover, suffix: ':cover' },
    ]),
    gifts: 0,
    reviewReason: 'its money came back after the account was closed',
  }
}

async function readBalance(tx: Tx, account: bigint): Promise<Kobo> {
  return (await readBalances(tx, [account])).get(account)?.balance ?? 0n
}
