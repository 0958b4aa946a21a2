/** Giving from the wallet: one statement, no provider, and nothing in the gift that leads to the wallet. */
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DonationType } from '../../../contract/money/funds.ts'
import { AMOUNT_TOO_SMALL } from '../../../contract/platform/fields.ts'
import { AMOUNT_KOBO_MIN, type Kobo } from '../../../contract/platform/money.ts'
import { paidGift, paidGiftValues, receiptCode } from '../gifts/donations.ts'
import { requireFund, requireOpen } from '../funds/funds.ts'
import { insertTransfers } from '../ledger/ledger.ts'
import { transfers } from '../ledger/schema.ts'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db/db.ts'
import { requirePolicyVersion } from '../../platform/rendering/policies.ts'
import { isCheckViolation } from '../../platform/db/errors.ts'
import { preparedRows } from '../../platform/db/prepared.ts'
import { AppError, refusedField } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { newReference } from '../payments/opening.ts'
import { walletTransactions, wallets, type WalletTransaction } from './schema.ts'
import { referencePrefix } from './top-ups.ts'
import { getWallet, requireUsable } from './wallets.ts'

/** A gift from a wallet. */
export interface WalletGift {
  /** In kobo. */
  amount: Kobo
  donationType: DonationType
  message: string | undefined
  termsVersion: string | undefined
}

/** A gift that was given. The receipt code is the only key to its receipt; we do not store it. */
export interface GivenFromWallet {
  transaction: WalletTransaction
  receiptCode: string
}

const insertGift = preparedRows(
  'give_from_wallet',
  {
    ...paidGift.shape,
    userId: wallets.userId,
    transactionId: walletTransactions.id,
    reference: walletTransactions.reference,
    idempotencyKeyHash: walletTransactions.idempotencyKeyHash,
    requestHash: walletTransactions.requestHash,
    transferId: transfers.id,
    now: walletTransactions.createdAt,
  },
  z.object({ wallet_id: z.string(), description: z.string() }),
  (given) => sql`
    with wallet as (
      select id, account_id from wallets
       where user_id = ${given.userId} and closed_at is null and frozen_at is null
         for no key update
    ), given as (
      insert into wallet_transactions (id, wallet_id, kind, type, amount, description, reference, status,
                                       idempotency_key_hash, request_hash, created_at, completed_at)
      -- The name of now, as on its receipt: this process may know the one before.
      select ${given.transactionId}::uuid, wallet.id, 'gift', 'debit', ${given.amount}::bigint,
             'Gift: ' || (select title from funds where name = ${given.donationType}), ${given.reference}::text, 'completed', ${given.idempotencyKeyHash}::bytea, ${given.requestHash}::bytea,
             ${given.now}::timestamptz, ${given.now}::timestamptz
        from wallet
      on conflict (wallet_id, idempotency_key_hash) do nothing
      returning wallet_id, description
    ), fund as (${paidGift.insert(given, sql`given`)}),
    booked as (${insertTransfers(sql`
      select ${given.transferId}::uuid, 'wallet_gift:' || ${given.reference}::text, wallet.account_id, fund.account_id,
             ${given.amount}::bigint, 'wallet_gift', 1, ${given.now}::timestamptz, ${given.now}::timestamptz
        from wallet, fund`)})
    select wallet_id, description from given`,
)

/**
 * Gives from the balance: the gift, the wallet's transaction and the transfer, in one statement. The same Idempotency-Key finds
 * the same gift.
 * @throws AppError `insufficient_funds` (the database refuses a balance below zero), `wallet_frozen`, `idempotency_key_reused`,
 *   `unauthorized` (the account was closed meanwhile), `invalid_input` (there is no such fund or version of the terms, or it is closed)
 */
export async function giveFromWallet(
  core: Core,
  userId: string,
  gift: WalletGift,
  idempotencyKey: string,
): Promise<GivenFromWallet> {
  const now = core.clock.now()
  const fund = await requireFund(core.db, gift.donationType)
  await requirePolicyVersion(core.db, 'terms', gift.termsVersion ?? null)
  const transaction = {
    id: newId(),
    kind: 'gift' as const,
    type: 'debit' as const,
    amount: gift.amount,
    reference: newReference(referencePrefix(now)),
    status: 'completed' as const,
    paystackReference: null,
    intentId: null,
    amountReversed: 0n,
    amountLost: 0n,
    amountCovered: 0n,
    amountRepaid: 0n,
    topUpId: null,
    idempotencyKeyHash: sha256(idempotencyKey),
    requestHash: sha256(JSON.stringify([String(gift.amount), gift.donationType, gift.message ?? null])),
    createdAt: now,
    completedAt: now,
    canceledAt: null,
  }
  const mayInsert = !fund.closedAt && (gift.amount >= AMOUNT_KOBO_MIN || (await isWholeRest(core, userId, gift.amount)))
  const inserted = mayInsert ? await insertOnce(core, { userId, transaction, gift, now }) : null
  if (inserted) return givenWith(core, { ...transaction, ...inserted })
  const wallet = await getWallet(core, userId)
  const earlier = await findEarlier(core.db, { ...transaction, walletId: wallet.id })
  if (earlier) return givenWith(core, earlier)
  requireOpen(fund)
  requireUsable(wallet)
  if (gift.amount < AMOUNT_KOBO_MIN && gift.amount !== wallet.balance) throw refusedField('amount', AMOUNT_TOO_SMALL)
  if (wallet.balance < gift.amount) throw new AppError('insufficient_funds')
  // The wallet was thawed since this call began.
  return giveFromWallet(core, userId, gift, idempotencyKey)
}

/** A rest of less than ₦1 is given whole, or it would stay: an account with money in it is not closed. */
const isWholeRest = async (core: Core, userId: string, amount: Kobo) =>
  (await getWallet(core, userId)).balance === amount

function givenWith({ keys }: Core, transaction: WalletTransaction): GivenFromWallet {
  return { transaction, receiptCode: receiptCode(keys, transaction.id) }
}

interface Giving {
  userId: string
  transaction: Omit<WalletTransaction, 'walletId' | 'description'>
  gift: WalletGift
  now: Date
}

/** @returns null when nothing was inserted: no usable wallet, or the key is taken */
async function insertOnce({ db, keys }: Core, { userId, transaction, gift, now }: Giving) {
  const { id, reference, idempotencyKeyHash, requestHash } = transaction
  try {
    const [given] = await insertGift(db, {
      ...paidGiftValues(keys, { ...gift, receiptSeed: id }, now),
      userId,
      transactionId: id,
      reference,
      idempotencyKeyHash,
      requestHash,
      transferId: newId(),
      now,
    })
    return given ? { walletId: given.wallet_id, description: given.description } : null
  } catch (error) {
    if (isCheckViolation(error, 'ledger_balances_floor')) throw new AppError('insufficient_funds', { cause: error })
    throw error
  }
}

/** The gift that an earlier request with this Idempotency-Key gave, or null. @throws AppError `idempotency_key_reused` */
async function findEarlier(
  db: Db,
  {
    walletId,
    idempotencyKeyHash,
    requestHash,
  }: Pick<WalletTransaction, 'walletId'> & {
    idempotencyKeyHash: Buffer
    requestHash: Buffer
  },
): Promise<WalletTransaction | null> {
  const [earlier] = await db
    .select()
    .from(walletTransactions)
    .where(
      and(eq(walletTransactions.walletId, walletId), eq(walletTransactions.idempotencyKeyHash, idempotencyKeyHash)),
    )
  if (!earlier) return null
  if (!earlier.requestHash?.equals(requestHash)) throw new AppError('idempotency_key_reused')
  return earlier
}
