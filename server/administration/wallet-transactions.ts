/**
 * What administrators read of wallets: everybody's transactions. Of a gift they see that one was given, not to which fund: the day and the
 * amount would lead from there to the gift.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  WALLET_TRANSACTION_STATUSES,
  WALLET_TRANSACTION_TYPES,
  type WalletTransactionStatus,
  type WalletTransactionType,
} from '../../contract/wallet-amounts.ts'
import { joinPerson, PERSON_EMAIL, PERSON_NAME } from '../auth/people.ts'
import type { Core } from '../lib/core.ts'
import { timestampCell, nairaCell, plainCell, textCell, type CsvList } from '../lib/csv.ts'
import { allOf, prefixPattern } from '../lib/db/conditions.ts'
import { rows } from '../lib/db/db.ts'
import { sortKeys, newestFirst } from '../lib/db/keyset.ts'
import { readListPage, type PageQuery } from '../lib/db/list-page.ts'

export interface WalletTransactionFilters {
  readonly search?: string | undefined
  readonly status?: WalletTransactionStatus | undefined
  readonly type?: WalletTransactionType | undefined
  readonly user_id?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

const TransactionRow = z.object({
  id: z.string(),
  user_id: z.string(),
  full_name: z.string(),
  email: z.string(),
  wallet_id: z.string(),
  amount: z.coerce.bigint(),
  type: z.enum(WALLET_TRANSACTION_TYPES),
  description: z.string(),
  reference: z.string(),
  status: z.enum(WALLET_TRANSACTION_STATUSES),
  paystack_reference: z.string().nullable(),
  created_at: z.coerce.date(),
  completed_at: z.coerce.date().nullable(),
})

const ORDER = newestFirst('wallet_transactions')
const DESCRIPTION = sql`case wallet_transactions.kind when 'gift' then 'Gift' else wallet_transactions.description end`
/** Whose they are; of the rows that are shown, and no others. */
const OWNERS = sql`join wallets on wallets.id = wallet_transactions.wallet_id ${joinPerson(sql`wallets.user_id`)}`

const byReference = (beginning: string) => sql`wallet_transactions.reference like ${beginning}`
/** Paid under the reference of an older try, by which the top-up no longer goes. These are few, and have an index of their own. */
const paidOtherwise = (beginning: string) =>
  sql`nullif(wallet_transactions.paystack_reference, wallet_transactions.reference) like ${beginning}`

/** By either reference, as it is read of each row. */
function foundBy(search: string | undefined): SQL | undefined {
  const beginning = prefixPattern(search)
  return beginning === undefined ? undefined : sql`(${byReference(beginning)} or ${paidOtherwise(beginning)})`
}

const IdRow = z.object({ id: z.string() })

/** The same for a page and its total: with those few looked up first, one index has all that is left to be found. */
async function lookUp({ db }: Pick<Core, 'db'>, search: string | undefined): Promise<SQL | undefined> {
  const beginning = prefixPattern(search)
  if (beginning === undefined) return undefined
  const few = await rows(db, sql`select id::text from wallet_transactions where ${paidOtherwise(beginning)}`, IdRow)
  if (few.length === 0) return byReference(beginning)
  const ids = `{${few.map(({ id }) => id).join(',')}}`
  return sql`(${byReference(beginning)} or wallet_transactions.id = any (${ids}::uuid[]))`
}

function matching({ status, type, user_id: userId, from, to }: WalletTransactionFilters, found: SQL | undefined) {
  return allOf([
    status && sql`wallet_transactions.status = ${status}`,
    type && sql`wallet_transactions.type = ${type}`,
    userId !== undefined &&
      sql`wallet_transactions.wallet_id = (select id from wallets where user_id = ${userId}::uuid)`,
    found,
    from && sql`wallet_transactions.created_at >= ${from.toISOString()}::timestamptz`,
    to && sql`wallet_transactions.created_at < ${to.toISOString()}::timestamptz`,
  ])
}

/** A page of everybody's transactions, newest first. @throws AppError `invalid_input`: no cursor of ours */
export async function listWalletTransactions(
  core: Pick<Core, 'db' | 'clock'>,
  filters: WalletTransactionFilters,
  asked: PageQuery,
) {
  const where = matching(filters, await lookUp(core, filters.search))
  const list = {
    order: ORDER,
    counted: sql`from wallet_transactions where ${where}`,
    read: (onward: SQL, page: SQL) =>
      rows(
        core.db,
        sql`select wallet_transactions.id::text, wallets.user_id::text, ${PERSON_NAME} as full_name, ${PERSON_EMAIL} as email,
                 wallet_transactions.wallet_id::text, wallet_transactions.amount::text, wallet_transactions.type,
                 ${DESCRIPTION} as description, wallet_transactions.reference, wallet_transactions.status,
                 wallet_transactions.paystack_reference, wallet_transactions.created_at, wallet_transactions.completed_at
            from (select id as chosen from wallet_transactions where ${where} and ${onward} ${page}) as page
            join wallet_transactions on wallet_transactions.id = page.chosen ${OWNERS}
           order by ${sortKeys(ORDER)}`,
        TransactionRow,
      ),
  }
  return readListPage(core, list, asked)
}

/** The same transactions as {@link listWalletTransactions}, all of them. */
export function walletTransactionsCsv(filters: WalletTransactionFilters): CsvList {
  return {
    columns: {
      id: plainCell(sql`wallet_transactions.id`),
      user_id: plainCell(sql`wallets.user_id`),
      full_name: textCell(PERSON_NAME),
      email: textCell(PERSON_EMAIL),
      wallet_id: plainCell(sql`wallet_transactions.wallet_id`),
      amount: nairaCell(sql`wallet_transactions.amount`),
      type: plainCell(sql`wallet_transactions.type`),
      description: textCell(DESCRIPTION),
      reference: textCell(sql`wallet_transactions.reference`),
      status: plainCell(sql`wallet_transactions.status`),
      paystack_reference: textCell(sql`wallet_transactions.paystack_reference`),
      created_at: timestampCell(sql`wallet_transactions.created_at`),
      completed_at: timestampCell(sql`wallet_transactions.completed_at`),
    },
    table: 'wallet_transactions',
    from: sql`wallet_transactions`,
    where: matching(filters, foundBy(filters.search)),
    order: ORDER,
    joins: OWNERS,
  }
}
