/** Top-ups: starting, continuing and canceling them. */
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Kobo } from '../../../contract/platform/money.ts'
import { OPEN_TOP_UPS_MAX } from '../../../contract/money/wallet-amounts.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { preparedRows } from '../../platform/db/prepared.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { newId } from '../../platform/ids.ts'
import {
  cancelPayment,
  Inserted,
  insertPayment,
  openPayment,
  OPENING,
  resumePayment,
  type Opening,
} from '../payments/opening.ts'
import type { Payments } from '../payments/payments.ts'
import type { ProviderMetadata } from '../payments/schema.ts'
import { settlePayment } from '../payments/settle.ts'
import { walletTransactions, wallets, type WalletTransaction } from './schema.ts'
import { getWallet, lockWallet, requireUsable } from './wallets.ts'

/** The spec's words (section 7). */
export const TOP_UP_DESCRIPTION = 'Wallet Top-up'

/** How long an open top-up counts against the limit. */
const COUNTED_MILLISECONDS = hours(1)

/** Fields of a top-up for the provider's dashboard. */
const METADATA: ProviderMetadata = {
  custom_fields: [{ display_name: 'Payment for', variable_name: 'payment_for', value: TOP_UP_DESCRIPTION }],
}

/** A top-up that can be paid. */
export interface OpenedTopUp {
  /** The reference of the attempt that can be paid now. */
  reference: string
  accessCode: string
  transaction: WalletTransaction
}

/**
 * Starts a top-up and opens its payment. The same Idempotency-Key finds the same top-up.
 * @param amount in kobo
 * @throws AppError `too_many_open_top_ups` (with the reference of one to resume), `wallet_frozen`, and as {@link openPayment}
 */
export async function startTopUp(
  payments: Payments,
  caller: Caller,
  amount: Kobo,
  idempotencyKey: string,
): Promise<OpenedTopUp> {
  const wallet = await getWallet(payments, caller.userId)
  const opened = await openPayment(payments, {
    purpose: 'top_up',
    amount,
    idempotencyKey,
    owner: caller.userId,
    request: JSON.stringify([String(amount)]),
    referencePrefix: referencePrefix(payments.clock.now()),
    providerEmail: caller.email || payments.env.donationsEmail.replace('@', '+{reference}@'),
    providerMetadata: () => METADATA,
    record: (opening) => recordTopUp(payments, wallet.id, opening),
  })
  const { reference, accessCode, recorded } = opened
  const transaction = recorded ?? (await keepReference(payments.db, opened.intentId, reference))
  return { reference, accessCode, transaction }
}

const insertTopUp = preparedRows(
  'open_top_up',
  {
    ...OPENING,
    transactionId: walletTransactions.id,
    walletId: walletTransactions.walletId,
    description: walletTransactions.description,
  },
  Inserted,
  (given) =>
    insertPayment(
      given,
      sql`insert into wallet_transactions (id, wallet_id, kind, type, amount, description, reference, status, intent_id, created_at)
          select ${given.transactionId}::uuid, ${given.walletId}::uuid, 'top_up', 'credit', ${given.amount}::bigint,
                 ${given.description}::text, ${given.reference}::text, 'pending', intent.id, ${given.now}::timestamptz
            from intent`,
    ),
)

async function recordTopUp(payments: Payments, walletId: string, opening: Opening): Promise<WalletTransaction | null> {
  const values = { transactionId: newId(), walletId, description: TOP_UP_DESCRIPTION }
  return payments.db.transaction(async (tx) => {
    const inserted = await insertTopUp(tx, { ...opening, ...values })
    // A repeat of the same key is answered also when the wallet takes no new top-ups.
    if (inserted.length === 0) return null
    requireUsable(await lockWallet(tx, walletId))
    await requireFewOpen(tx, walletId, values.transactionId, opening.now)
    return getTopUp(tx, opening.intentId)
  })
}

/** `ref-` + timestamp + `-` + random (spec-decisions). */
export function referencePrefix(now: Date): string {
  return `ref-${now.getTime()}-`
}

async function requireFewOpen(tx: Tx, walletId: string, addedId: string, now: Date): Promise<void> {
  const open = await tx
    .select({ reference: walletTransactions.reference })
    .from(walletTransactions)
    .where(
      and(
        eq(walletTransactions.walletId, walletId),
        ne(walletTransactions.id, addedId),
        eq(walletTransactions.status, 'pending'),
        gt(walletTransactions.createdAt, after(now, -COUNTED_MILLISECONDS)),
      ),
    )
    .orderBy(desc(walletTransactions.createdAt), desc(walletTransactions.id))
    .limit(OPEN_TOP_UPS_MAX)
  const [newest] = open
  if (newest && open.length >= OPEN_TOP_UPS_MAX) {
    throw new AppError('too_many_open_top_ups', { reference: newest.reference })
  }
}

/** A pending top-up has the reference of its latest attempt, which is the one to verify. */
async function keepReference(db: Db, intentId: string, reference: string): Promise<WalletTransaction> {
  const [pending] = await db
    .update(walletTransactions)
    .set({ reference })
    .where(and(eq(walletTransactions.intentId, intentId), eq(walletTransactions.status, 'pending')))
    .returning()
  return pending ?? getTopUp(db, intentId)
}

async function getTopUp(db: Db | Tx, intentId: string): Promise<WalletTransaction> {
  const [topUp] = await db.select().from(walletTransactions).where(eq(walletTransactions.intentId, intentId))
  invariant(topUp, 'a payment of this purpose has its top-up')
  return topUp
}

/**
 * Asks the provider about a top-up of this user and, while it can still be paid, continues it.
 * @returns without an access code when it has ended: the transaction says how
 * @throws AppError `not_found`, `wallet_frozen`, and as {@link resumePayment}
 */
export async function resumeTopUp(
  payments: Payments,
  userId: string,
  reference: string,
): Promise<Omit<OpenedTopUp, 'accessCode'> & { accessCode: string | null }> {
  const { db } = payments
  const { intentId, topUp } = await settleTopUp(payments, userId, reference)
  if (topUp.status !== 'pending') return { reference, accessCode: null, transaction: topUp }
  requireUsable(await getWallet(payments, userId))
  const resumed = await resumePayment(payments, intentId, referencePrefix(payments.clock.now()))
  if (!resumed) return { reference, accessCode: null, transaction: await getTopUp(db, intentId) }
  return { ...resumed, transaction: await keepReference(db, intentId, resumed.reference) }
}

/**
 * Cancels an open top-up of this user, after asking the provider about it. Money that still arrives for it is credited.
 * @returns the top-up: canceled, or unchanged when it was already paid, had failed, or needs review
 */
export async function cancelTopUp(payments: Payments, userId: string, reference: string): Promise<WalletTransaction> {
  const { db } = payments
  const { intentId, topUp } = await settleTopUp(payments, userId, reference)
  if (topUp.status !== 'pending') return topUp
  await db.transaction(async (tx) => {
    if (!(await cancelPayment(tx, payments, intentId))) return
    await tx
      .update(walletTransactions)
      .set({ canceledAt: payments.clock.now() })
      .where(eq(walletTransactions.intentId, intentId))
  })
  return getTopUp(db, intentId)
}

/** Asks the provider about a top-up of this user, unless it is completed. @throws AppError `not_found` */
async function settleTopUp(payments: Payments, userId: string, reference: string) {
  const { db } = payments
  const [found] = await db
    .select({ intentId: walletTransactions.intentId, status: walletTransactions.status })
    .from(walletTransactions)
    .innerJoin(wallets, eq(wallets.id, walletTransactions.walletId))
    .where(
      and(
        eq(wallets.userId, userId),
        eq(walletTransactions.reference, reference),
        eq(walletTransactions.kind, 'top_up'),
      ),
    )
  if (!found?.intentId) throw new AppError('not_found', { detail: 'There is no such top-up.' })
  if (found.status !== 'completed') await settlePayment(payments, reference)
  return { intentId: found.intentId, topUp: await getTopUp(db, found.intentId) }
}
