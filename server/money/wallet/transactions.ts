/** A wallet's transactions: the list, the list as CSV, and the statement of a period. */
import { and, asc, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { WalletTransactionStatus } from '../../../contract/money/wallet-amounts.ts'
import { onlyRow, type Db } from '../../platform/db/db.ts'
import { escapeLike } from '../../platform/db/conditions.ts'
import { plain, prepared, type Placeholders, type Values } from '../../platform/db/prepared.ts'
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
  const found = await readListed(db, {
    ...filterValues(walletId, filter),
    beforeAt: place?.createdAt.toISOString() ?? null,
    beforeId: place?.id ?? null,
    limit: limit + 1,
  })
  return cutPage(found, limit)
}

const FILTER = {
  walletId: walletTransactions.walletId,
  status: plain<string | null>(),
  from: plain<string | null>(),
  to: plain<string | null>(),
  pattern: plain<string | null>(),
}

const readListed = prepared(
  'wallet_list_transactions',
  { ...FILTER, beforeAt: plain<string | null>(), beforeId: plain<string | null>(), limit: plain<number>() },
  (db, { beforeAt, beforeId, ...filter }) => {
    const { createdAt, id } = walletTransactions
    const before = sql`(coalesce(${beforeAt}::timestamptz, 'infinity'), ${beforeId}::uuid)`
    return db
      .select()
      .from(walletTransactions)
      .where(sql`${matching(filter)} and (${createdAt}, ${id}) < ${before}`)
      .orderBy(desc(createdAt), desc(id))
      .limit(sql.placeholder('limit'))
  },
)

/** Null for each part that the filter leaves out. */
function filterValues(walletId: string, { status, from, to, search }: TransactionFilter): Values<typeof FILTER> {
  return {
    walletId,
    status: status ?? null,
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
    pattern: search ? `%${escapeLike(search.trim())}%` : null,
  }
}

function matching({ walletId, status, from, to, pattern }: Placeholders<typeof FILTER>): SQL {
  return sql`wallet_transactions.wallet_id = ${walletId}
    and wallet_transactions.status = coalesce(${status}, wallet_transactions.status)
    and wallet_transactions.created_at >= coalesce(${from}::timestamptz, '-infinity')
    and wallet_transactions.created_at < coalesce(${to}::timestamptz, 'infinity')
    and wallet_transactions.reference ilike coalesce(${pattern}, '%')`
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
  where({ walletId, ...filter }: TransactionFilter & { walletId: string }) {
    const { status, from, to, pattern } = filterValues(walletId, filter)
    return matching({
      walletId: sql`${walletId}`,
      status: sql`${status}`,
      from: sql`${from}`,
      to: sql`${to}`,
      pattern: sql`${pattern}`,
    })
  },
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
