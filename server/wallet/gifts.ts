/** Giving from the wallet: one transaction in the database, no provider, and nothing in the gift that leads to the wallet. */
import { and, eq } from 'drizzle-orm'
import { donationTypeNames, type DonationType } from '../../contract/funds.ts'
import type { Kobo } from '../../contract/money.ts'
import { receiptCode, recordPaidGift } from '../donations/donations.ts'
import { postTransfers } from '../ledger/ledger.ts'
import type { Core } from '../lib/core.ts'
import { sha256 } from '../lib/crypto.ts'
import type { Tx } from '../lib/db/db.ts'
import { isCheckViolation } from '../lib/db/errors.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { newReference } from '../payments/opening.ts'
import { walletTransactions, type WalletTransaction } from './schema.ts'
import { referencePrefix } from './top-ups.ts'
import { getWallet, lockWallet, requireUsable } from './wallets.ts'

/** What somebody gives from their wallet. */
export interface WalletGift {
  /** In kobo. */
  amount: Kobo
  donationType: DonationType
  message: string | undefined
}

/** A gift that was given. The receipt code is the only key to its receipt, and stored nowhere. */
export interface GivenFromWallet {
  transaction: WalletTransaction
  receiptCode: string
}

/**
 * Gives from the balance: the gift, the wallet's transaction and the transfer, all of it or nothing. The same Idempotency-Key finds the
 * same gift.
 * @throws AppError `insufficient_funds` (the database refuses a balance below zero), `wallet_frozen`, `idempotency_key_reused`,
 *   `unauthorized` (the account was closed meanwhile)
 */
export async function giveFromWallet(
  core: Core,
  userId: string,
  gift: WalletGift,
  idempotencyKey: string,
): Promise<GivenFromWallet> {
  const wallet = await getWallet(core, userId)
  try {
    return await core.db.transaction((tx) => give(tx, core, wallet.id, gift, idempotencyKey))
  } catch (error) {
    if (isCheckViolation(error, 'ledger_balances_floor')) throw new AppError('insufficient_funds', { cause: error })
    throw error
  }
}

async function give(
  tx: Tx,
  { keys, clock }: Core,
  walletId: string,
  gift: WalletGift,
  idempotencyKey: string,
): Promise<GivenFromWallet> {
  const now = clock.now()
  const wallet = await lockWallet(tx, walletId)
  const idempotencyKeyHash = sha256(idempotencyKey)
  const requestHash = sha256(JSON.stringify([String(gift.amount), gift.donationType, gift.message ?? null]))
  const [transaction] = await tx
    .insert(walletTransactions)
    .values({
      id: newId(),
      walletId,
      kind: 'gift',
      type: 'debit',
      amount: gift.amount,
      description: `Gift: ${donationTypeNames[gift.donationType]}`,
      reference: newReference(referencePrefix(now)),
      status: 'completed',
      idempotencyKeyHash,
      requestHash,
      createdAt: now,
      completedAt: now,
    })
    .onConflictDoNothing({ target: [walletTransactions.walletId, walletTransactions.idempotencyKeyHash] })
    .returning()
  if (!transaction) {
    const earlier = await findEarlier(tx, walletId, idempotencyKeyHash, requestHash)
    return { transaction: earlier, receiptCode: receiptCode(keys, earlier.id) }
  }
  requireUsable(wallet)
  const { destination, code } = await recordPaidGift(tx, keys, { ...gift, receiptSeed: transaction.id }, now)
  await postTransfers(
    tx,
    [
      {
        key: `wallet_gift:${transaction.reference}`,
        debit: wallet.accountId,
        credit: destination.account,
        amount: gift.amount,
        purpose: 'wallet_gift',
        gifts: destination.gifts,
        occurredAt: now,
      },
    ],
    now,
  )
  return { transaction, receiptCode: code }
}

async function findEarlier(tx: Tx, walletId: string, idempotencyKeyHash: Buffer, requestHash: Buffer) {
  const [earlier] = await tx
    .select()
    .from(walletTransactions)
    .where(
      and(eq(walletTransactions.walletId, walletId), eq(walletTransactions.idempotencyKeyHash, idempotencyKeyHash)),
    )
  invariant(earlier?.requestHash, 'a key that is taken has its gift')
  if (!earlier.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
  return earlier
}
