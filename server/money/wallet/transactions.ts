/** A wallet's transactions: the list, the list as CSV, and the statement of a period. */
import { and, asc, desc, eq, gte, ilike, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WalletTransactionStatus } from '../../../contract/money/wallet-amounts.ts'
import { onlyRow, type Db } from '../../platform/db/db.ts'
import { escapeLike } from '../../platform/db/conditions.ts'
import { invariant } from '../../platform/errors.ts'
import { cutPage, readCursor, type Place } from '../../platform/http/cursor.ts'
import { csvOnly, kobo, text, timestamp } from '../../platform/lists/columns.ts'
import { newestFirst } from '../../platform/lists/keyset.ts'
import { defineList } from '../../platform/lists/list.ts'
import { walletTransactions } from './schema.ts'

/** Filters of a wallet's transactions; without any, all are listed. */
export interface TransactionFilter {
  status?: WalletTransactionStatus | undefined
  /** The start of the period … */
  from?: Date | undefined
  /** … and its end, which is not part of it. */
  to?: Date | undefined
  /** A part of the reference. */
  search?: string | undefined
}

/** How much of a list, and where it continues. */
export interface Page {
  limit: number
  cursor?: string | undefined
}

/** A page of a wallet's transactions, newest first. @throws AppError `invalid_input`: not a cursor of this list */
export async function listTransactions(db: Db, walletId: string, filter: TransactionFilter, { limit, cursor }: Page) {
  const place = cursor === undefined ? undefined : readCursor(cursor)
  const { createdAt, id } = walletTransactions
  const found = await db
    .select()
    .from(walletTransactions)
    .where(and(matching(walletId, filter), place && sql`(${createdAt}, ${id}) < (${placed(place)})`))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  return cutPage(found, limit)
}

function matching(walletId: string, { status, from, to, search }: TransactionFilter) {
  const { createdAt, reference } = walletTransactions
  return and(
    eq(walletTransactions.walletId, walletId),
    status && eq(walletTransactions.status, status),
    from && gte(createdAt, from),
    to && lt(createdAt, to),
    search ? ilike(reference, `%${escapeLike(search.trim())}%`) : undefined,
  )
}

/** The same transactions as {@link listTransactions}, as a file for a spreadsheet. */
export const transactionFile = defineList({
  table: sql`wallet_transactions`,
  alias: 'wallet_transactions',
  columns: {
    Date: csvOnly(timestamp(sql`wallet_transactions.created_at`)),
    Type: csvOnly(text(sql`case wallet_transactions.type when 'credit' then 'In' else 'Out' end`)),
    'Amount (NGN)': csvOnly(kobo(sql`wallet_transactions.amount`)),
    Status: csvOnly(text(sql`wallet_transactions.status`)),
    Description: csvOnly(text(sql`wallet_transactions.description`)),
    Reference: csvOnly(text(sql`wallet_transactions.reference`)),
    'Provider reference': csvOnly(text(sql`wallet_transactions.paystack_reference`)),
    Completed: csvOnly(timestamp(sql`wallet_transactions.completed_at`)),
  },
  order: () => newestFirst('wallet_transactions'),
  where: ({ walletId, ...filter }: TransactionFilter & { walletId: string }) => sql`${matching(walletId, filter)}`,
})

function placed({ createdAt, id }: Place) {
  return sql`${createdAt.toISOString()}::timestamptz, ${id}::uuid`
}

const Sums = z.object({ opening: z.coerce.bigint(), credits: z.coerce.bigint(), debits: z.coerce.bigint() })

/**
 * The completed transactions of a period, oldest first, and the balances before and after it, in kobo.
 * @throws AppError `invalid_input`: not a cursor of this list
 */
export async function readStatement(
  db: Db,
  walletId: string,
  period: { from: Date; to: Date },
  { limit, cursor }: Page,
) {
  const place = cursor === undefined ? undefined : readCursor(cursor)
  const { completedAt, id, status } = walletTransactions
  const found = await db
    .select()
    .from(walletTransactions)
    .where(
      and(
        eq(walletTransactions.walletId, walletId),
        eq(status, 'completed'),
        gte(completedAt, period.from),
        lt(completedAt, period.to),
        place && sql`(${completedAt}, ${id}) > (${placed(place)})`,
      ),
    )
    .orderBy(asc(completedAt), asc(id))
    .limit(limit + 1)
  const { items, nextCursor } = cutPage(
    found.map((transaction) => {
      invariant(transaction.completedAt, 'a completed transaction says when')
      return { transaction, id: transaction.id, createdAt: transaction.completedAt }
    }),
    limit,
  )
  const { opening, credits, debits } = await sumPeriod(db, walletId, period)
  return {
    items: items.map(({ transaction }) => transaction),
    nextCursor,
    opening,
    credits,
    debits,
    closing: opening + credits - debits,
  }
}

async function sumPeriod(db: Db, walletId: string, { from, to }: { from: Date; to: Date }) {
  const within = sql`completed_at >= ${from.toISOString()}::timestamptz`
  return onlyRow(
    db,
    sql`select coalesce(sum(case type when 'credit' then amount else -amount end) filter (where not ${within}), 0)::text as opening,
               coalesce(sum(amount) filter (where type = 'credit' and ${within}), 0)::text as credits,
               coalesce(sum(amount) filter (where type = 'debit' and ${within}), 0)::text as debits
          from wallet_transactions
         where wallet_id = ${walletId} and status = 'completed' and completed_at < ${to.toISOString()}::timestamptz`,
    Sums,
  )
}
