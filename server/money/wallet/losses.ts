/**
 * Losses of top-ups: money that was taken back from us and that the wallet no longer held. A loss freezes its wallet. It is settled,
 * and the wallet thawed, when two administrators decide so; who may decide is checked by the caller. Rule: docs/posting-table.md.
 */
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../../../contract/platform/money.ts'
import type { WalletAction } from '../../../contract/money/wallet-decision-fields.ts'
import { accounts } from '../ledger/accounts.ts'
import { postTransfers, type Transfer } from '../ledger/ledger.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import type { ReversalChange } from '../payments/payments.ts'
import { lossSettlements, walletTransactions, wallets, type Wallet } from './schema.ts'
import { lockWallet } from './wallets.ts'

/**
 * Splits changes of a top-up between the wallet, the loss and what the organisation covered, in their order. What comes back pays
 * for the loss first, then for what was covered.
 * @param held what the wallet holds before, what of this top-up is lost, and what of it was covered
 */
export function splitChanges(changes: readonly ReversalChange[], held: { available: Kobo; lost: Kobo; covered: Kobo }) {
  let { available, lost, covered } = held
  const parts = changes.map(({ purpose, amount }) => {
    const ofLoss = amount > 0n ? amount - min(amount, available) : -min(-amount, lost)
    const ofCover = amount > 0n ? 0n : -min(ofLoss - amount, covered)
    const ofWallet = amount - ofLoss - ofCover
    available -= ofWallet
    lost += ofLoss
    covered += ofCover
    return { purpose, ofWallet, ofLoss, ofCover }
  })
  return { parts, lost, covered }
}

/**
 * Freezes a wallet that has a loss, and thaws one that has none. What the organisation covered does not thaw a wallet: people decide,
 * except where the account is closed.
 */
export async function freezeOrThaw(tx: Tx, walletId: string, now: Date): Promise<void> {
  const has = (column: 'amount_lost' | 'amount_covered') =>
    sql`exists (select from wallet_transactions where wallet_id = ${walletId} and ${sql.identifier(column)} > 0)`
  await tx
    .update(wallets)
    .set({
      frozenAt: sql`case when ${has('amount_lost')} then coalesce(${wallets.frozenAt}, ${now.toISOString()}::timestamptz)
                         when ${wallets.closedAt} is null and ${has('amount_covered')} then ${wallets.frozenAt} end`,
    })
    .where(eq(wallets.id, walletId))
}

/** Why this cannot be decided about a wallet, or null. @param lost in kobo */
export function refusalToDecide(wallet: Pick<Wallet, 'frozenAt'>, lost: Kobo, action: WalletAction): string | null {
  if (!wallet.frozenAt) return 'This wallet is not frozen.'
  if (action === 'thaw') return lost > 0n ? 'Its loss is not settled yet.' : null
  return lost > 0n ? null : 'Nothing of it is lost.'
}

/** A wallet, locked, and what its top-ups have lost, in kobo. @throws AppError `not_found` */
export async function lockLoss(tx: Tx, walletId: string): Promise<{ wallet: Wallet; lost: Kobo }> {
  const [known] = await tx.select({ id: wallets.id }).from(wallets).where(eq(wallets.id, walletId))
  if (!known) throw new AppError('not_found', { detail: 'There is no such wallet.' })
  const wallet = await lockWallet(tx, walletId)
  const { lost } = await onlyRow(
    tx,
    sql`select coalesce(sum(amount_lost), 0)::text as lost from wallet_transactions where wallet_id = ${walletId}`,
    z.object({ lost: z.coerce.bigint() }),
  )
  return { wallet, lost }
}

/** Keeps what is to be settled, as it is now, with the proposal to settle it. @param amount in kobo */
export async function recordProposedSettlement(
  tx: Tx,
  settlement: { proposalId: string; walletId: string; choice: 'cover' | 'repaid'; amount: Kobo },
): Promise<void> {
  await tx.insert(lossSettlements).values(settlement)
}

/**
 * Books that the whole loss of a wallet was covered by the organisation, or paid back by the person: in both cases the money came to
 * our bank. Once paid back, the wallet thaws.
 * @param tx a transaction that has locked the wallet, with the confirmed proposal
 * @throws AppError `wallet_decision_refused`: the loss has changed since it was proposed
 */
export async function settleLoss(tx: Tx, proposalId: string, lost: Kobo, now: Date): Promise<void> {
  const [settlement] = await tx
    .update(lossSettlements)
    .set({ bookedAt: now })
    .where(and(eq(lossSettlements.proposalId, proposalId), isNull(lossSettlements.bookedAt)))
    .returning()
  invariant(settlement, 'a proposal to settle a loss has its amount, and is confirmed once')
  const { walletId, choice, amount } = settlement
  if (amount !== lost) {
    const detail = 'The loss has changed since this was proposed. Withdraw it, and propose it again.'
    throw new AppError('wallet_decision_refused', { detail })
  }
  const { amountLost, amountCovered, amountRepaid } = walletTransactions
  const settled =
    choice === 'cover'
      ? { amountCovered: sql`${amountCovered} + ${amountLost}` }
      : { amountRepaid: sql`${amountRepaid} + ${amountLost}` }
  await tx
    .update(walletTransactions)
    .set({ ...settled, amountLost: 0n })
    .where(and(eq(walletTransactions.walletId, walletId), gt(walletTransactions.amountLost, 0n)))
  await freezeOrThaw(tx, walletId, now)
  await postTransfers(tx, settlementTransfers(choice, proposalId, amount, now), now)
}

function settlementTransfers(choice: 'cover' | 'repaid', id: string, amount: Kobo, occurredAt: Date): Transfer[] {
  const { bank, operating, loss } = accounts
  if (choice === 'repaid') {
    return [{ key: `repayment:${id}`, debit: bank, credit: loss, amount, purpose: 'repayment', occurredAt }]
  }
  const shared = { amount, purpose: 'cover' as const, occurredAt }
  return [
    { ...shared, key: `cover:${id}:bank`, debit: bank, credit: operating },
    { ...shared, key: `cover:${id}`, debit: operating, credit: loss },
  ]
}

/** Thaws a wallet whose loss is settled. */
export async function thawWallet(tx: Tx, walletId: string): Promise<void> {
  await tx.update(wallets).set({ frozenAt: null }).where(eq(wallets.id, walletId))
}

const min = (a: Kobo, b: Kobo) => (a < b ? a : b)
