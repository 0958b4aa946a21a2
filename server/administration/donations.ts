/**
 * What administrators read of gifts. Those from wallets are confidential: their rows keep the day only and lead to no wallet
 * (server/donations/donations.ts), and nothing here joins the two.
 */
import { asc, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { DONATION_STATUSES } from '../../contract/donations.ts'
import { DONATION_TYPES, type DonationType } from '../../contract/funds.ts'
import { donations } from '../donations/schema.ts'
import type { Core } from '../lib/core.ts'
import { timestampCell, nairaCell, plainCell, textCell, type CsvList } from '../lib/csv.ts'
import { allOf, prefixPattern } from '../lib/db/conditions.ts'
import { rows } from '../lib/db/db.ts'
import { sortKeys, newestFirst } from '../lib/db/keyset.ts'
import { readListPage, type PageQuery } from '../lib/db/list-page.ts'
import { AppError } from '../lib/errors.ts'
import { paymentAttempts } from '../payments/schema.ts'

export interface DonationFilters {
  readonly search?: string | undefined
  readonly status?: (typeof DONATION_STATUSES)[number] | undefined
  readonly donation_type?: DonationType | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

const DonationRow = z.object({
  id: z.string(),
  amount: z.coerce.bigint(),
  amount_reversed: z.coerce.bigint(),
  status: z.enum(DONATION_STATUSES),
  customer_email: z.string().nullable(),
  donation_type: z.enum(DONATION_TYPES),
  is_anonymous: z.boolean(),
  message: z.string().nullable(),
  transaction_reference: z.string().nullable(),
  created_at: z.coerce.date(),
  updated_at: z.coerce.date(),
  paid_at: z.coerce.date().nullable(),
})

/** An anonymous donor has none: what the row keeps is the alias that the provider was given in its place, and nobody reads mail there. */
const EMAIL = sql`case when donations.is_anonymous then null else donations.customer_email end`
const COLUMNS = sql`id::text, amount::text, amount_reversed::text, status, ${EMAIL} as customer_email, donation_type, is_anonymous, message,
  transaction_reference, created_at, updated_at, paid_at`
const ORDER = newestFirst('donations')

function matching({ search, status, donation_type: donationType, from, to }: DonationFilters) {
  const beginning = prefixPattern(search && withoutAlias(search))
  return allOf([
    status && sql`donations.status = ${status}`,
    donationType && sql`donations.donation_type = ${donationType}`,
    beginning !== undefined && sql`donations.transaction_reference like ${beginning}`,
    from && sql`donations.created_at >= ${from.toISOString()}::timestamptz`,
    to && sql`donations.created_at < ${to.toISOString()}::timestamptz`,
  ])
}

/** A gift's e-mail address is made of its reference, `donations+<reference>@…`: whoever types the one means the other. */
function withoutAlias(typed: string): string {
  return /\+([^@]*)/.exec(typed)?.[1] ?? typed
}

/** A page of gifts, newest first. @throws AppError `invalid_input`: no cursor of ours */
export function listDonations(core: Pick<Core, 'db' | 'clock'>, filters: DonationFilters, asked: PageQuery) {
  const where = matching(filters)
  const list = {
    order: ORDER,
    counted: sql`from donations where ${where}`,
    // Which rows they are is read from an index alone, however many a search finds, and only theirs from the table.
    read: (onward: SQL, page: SQL) =>
      rows(
        core.db,
        sql`select ${COLUMNS} from (select id as chosen from donations where ${where} and ${onward} ${page}) as page
              join donations on donations.id = page.chosen order by ${sortKeys(ORDER)}`,
        DonationRow,
      ),
  }
  return readListPage(core, list, asked)
}

/**
 * A gift with every try at paying it, oldest first.
 * @throws AppError `not_found`
 */
export async function getDonation({ db }: Pick<Core, 'db'>, id: string) {
  const [found] = await rows(db, sql`select ${COLUMNS} from donations where id = ${id}::uuid`, DonationRow)
  if (!found) throw new AppError('not_found', { detail: 'There is no such gift.' })
  const tries = await db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(donations, eq(donations.intentId, paymentAttempts.intentId))
    .where(eq(donations.id, id))
    .orderBy(asc(paymentAttempts.createdAt), asc(paymentAttempts.id))
  return {
    ...found,
    payments: tries.map(({ attempt }) => ({
      reference: attempt.reference,
      status: attempt.status,
      provider_status: attempt.providerStatus,
      amount_paid: attempt.amountPaid,
      fees: attempt.fees,
      amount_refunded: attempt.amountRefunded,
      amount_charged_back: attempt.amountChargedBack,
      review_reason: attempt.reviewReason,
      created_at: attempt.createdAt,
      paid_at: attempt.paidAt,
    })),
  }
}

/** The same gifts as {@link listDonations}, all of them. */
export function donationsCsv(filters: DonationFilters): CsvList {
  return {
    columns: {
      id: plainCell(sql`donations.id`),
      amount: nairaCell(sql`donations.amount`),
      amount_reversed: nairaCell(sql`donations.amount_reversed`),
      status: plainCell(sql`donations.status`),
      customer_email: textCell(EMAIL),
      donation_type: plainCell(sql`donations.donation_type`),
      is_anonymous: plainCell(sql`donations.is_anonymous`),
      message: textCell(sql`donations.message`),
      transaction_reference: textCell(sql`donations.transaction_reference`),
      created_at: timestampCell(sql`donations.created_at`),
      updated_at: timestampCell(sql`donations.updated_at`),
      paid_at: timestampCell(sql`donations.paid_at`),
    },
    table: 'donations',
    from: sql`donations`,
    where: matching(filters),
    order: ORDER,
  }
}
