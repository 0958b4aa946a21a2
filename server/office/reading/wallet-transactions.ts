/**
 * The transactions of all wallets, as administrators see them. A gift is shown without its fund: with day and amount that would lead
 * to the gift, which is confidential.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { WALLET_TRANSACTION_STATUSES, WALLET_TRANSACTION_TYPES } from '../../../contract/money/wallet-amounts.ts'
import type { walletTransactionFilters } from '../../../contract/office/admin-reports.ts'
import type { FiltersOf } from '../../../contract/platform/lists.ts'
import { joinPerson, PERSON_EMAIL, PERSON_NAME } from '../../people/sign-in/people.ts'
import { allOf, prefixPattern, within } from '../../platform/db/conditions.ts'
import { rows } from '../../platform/db/db.ts'
import { id, kobo, maskedEmail, nullable, oneOf, text, timestamp } from '../../platform/lists/columns.ts'
import { newestFirst } from '../../platform/lists/keyset.ts'
import { defineList } from '../../platform/lists/list.ts'

type WalletTransactionFilters = FiltersOf<typeof walletTransactionFilters>

/** Paid under the reference of an earlier attempt, which the top-up has replaced. These are few, and have an index of their own. */
const paidByOtherReference = (prefix: string) =>
  sql`nullif(wallet_transactions.paystack_reference, wallet_transactions.reference) like ${prefix}`
const byReference = (prefix: string) => sql`wallet_transactions.reference like ${prefix}`

const IdRow = z.object({ id: z.string() })

export const walletTransactionList = defineList({
  table: sql`wallet_transactions`,
  alias: 'wallet_transactions',
  columns: {
    id: id(sql`wallet_transactions.id`),
    user_id: id(sql`wallets.user_id`),
    full_name: text(PERSON_NAME),
    email: maskedEmail(PERSON_EMAIL),
    wallet_id: id(sql`wallet_transactions.wallet_id`),
    amount: kobo(sql`wallet_transactions.amount`),
    type: oneOf(sql`wallet_transactions.type`, WALLET_TRANSACTION_TYPES),
    description: text(
      sql`case wallet_transactions.kind when 'gift' then 'Gift' else wallet_transactions.description end`,
    ),
    reference: text(sql`wallet_transactions.reference`),
    status: oneOf(sql`wallet_transactions.status`, WALLET_TRANSACTION_STATUSES),
    paystack_reference: nullable(text(sql`wallet_transactions.paystack_reference`)),
    created_at: timestamp(sql`wallet_transactions.created_at`),
    completed_at: nullable(timestamp(sql`wallet_transactions.completed_at`)),
    canceled_at: nullable(timestamp(sql`wallet_transactions.canceled_at`)),
  },
  joins: sql`join wallets on wallets.id = wallet_transactions.wallet_id ${joinPerson(sql`wallets.user_id`)}`,
  order: () => newestFirst('wallet_transactions'),
  where: ({ status, type, user_id: userId, from, to }: WalletTransactionFilters) =>
    allOf([
      status && sql`wallet_transactions.status = ${status}`,
      type && sql`wallet_transactions.type = ${type}`,
      userId !== undefined &&
        sql`wallet_transactions.wallet_id = (select id from wallets where user_id = ${userId}::uuid)`,
      ...within(sql`wallet_transactions.created_at`, { from, to }),
    ]),
  search({ search }) {
    const prefix = prefixPattern(search)
    return prefix === undefined
      ? undefined
      : { byRow: sql`(${byReference(prefix)} or ${paidByOtherReference(prefix)})` }
  },
  /** With the few exceptions looked up first, one index answers the rest. */
  async resolveSearch(db, { search }) {
    const prefix = prefixPattern(search)
    if (prefix === undefined) return undefined
    const few = await rows(
      db,
      sql`select id::text from wallet_transactions where ${paidByOtherReference(prefix)}`,
      IdRow,
    )
    if (few.length === 0) return byReference(prefix)
    const ids = `{${few.map((row) => row.id).join(',')}}`
    return sql`(${byReference(prefix)} or wallet_transactions.id = any (${ids}::uuid[]))`
  },
})
