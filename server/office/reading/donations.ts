/**
 * Gifts as administrators see them. Gifts from wallets are confidential: their rows keep only the day and do not lead to a wallet
 * (server/money/gifts/donations.ts). Nothing here joins the two.
 */
import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DONATION_STATUSES } from '../../../contract/money/donations.ts'
import type { donationFilters } from '../../../contract/office/admin-reports.ts'
import type { FiltersOf } from '../../../contract/platform/lists.ts'
import { donations } from '../../money/gifts/schema.ts'
import type { Core } from '../../platform/core.ts'
import { rows } from '../../platform/db/db.ts'
import { allOf, prefixPattern, within } from '../../platform/db/conditions.ts'
import { AppError } from '../../platform/errors.ts'
import { flag, id, kobo, maskedEmail, nullable, oneOf, text, timestamp } from '../../platform/lists/columns.ts'
import { newestFirst } from '../../platform/lists/keyset.ts'
import { defineList, readOpened } from '../../platform/lists/list.ts'
import { paymentAttempts } from '../../money/payments/schema.ts'

type DonationFilters = FiltersOf<typeof donationFilters>

/** An anonymous donor has none. The row keeps the alias that the provider got, which is not a real mailbox. */
const EMAIL = sql`case when donations.is_anonymous then null else donations.customer_email end`

export const donationList = defineList({
  table: sql`donations`,
  alias: 'donations',
  columns: {
    id: id(sql`donations.id`),
    amount: kobo(sql`donations.amount`),
    amount_reversed: kobo(sql`donations.amount_reversed`),
    status: oneOf(sql`donations.status`, DONATION_STATUSES),
    customer_email: nullable(maskedEmail(EMAIL)),
    donation_type: text(sql`donations.donation_type`),
    is_anonymous: flag(sql`donations.is_anonymous`),
    message: nullable(text(sql`donations.message`)),
    transaction_reference: nullable(text(sql`donations.transaction_reference`)),
    created_at: timestamp(sql`donations.created_at`),
    updated_at: timestamp(sql`donations.updated_at`),
    paid_at: nullable(timestamp(sql`donations.paid_at`)),
  },
  order: () => newestFirst('donations'),
  where: ({ status, donation_type: donationType, from, to }: DonationFilters) =>
    allOf([
      status && sql`donations.status = ${status}`,
      donationType !== undefined && sql`donations.donation_type = ${donationType}`,
      ...within(sql`donations.created_at`, { from, to }),
    ]),
  search({ search }) {
    const typed = search && withoutAlias(search)
    const prefix = prefixPattern(typed)
    if (typed === undefined || prefix === undefined) return undefined
    return { byRow: sql`(${byReference(prefix)} or donations.intent_id = (${intentOf(typed)}))` }
  },
  /** With the other attempt looked up first, one index answers the rest. */
  async resolveSearch(db, { search }) {
    const typed = search && withoutAlias(search)
    const prefix = prefixPattern(typed)
    if (typed === undefined || prefix === undefined) return undefined
    const [intent] = await rows(db, intentOf(typed), z.object({ id: z.string() }))
    if (!intent) return byReference(prefix)
    return sql`(${byReference(prefix)} or donations.intent_id = ${intent.id}::uuid)`
  },
})

const byReference = (prefix: string) => sql`donations.transaction_reference like ${prefix}`

/** A gift has the reference of the attempt that paid it. Payments to review, and the provider, name others, by their whole reference. */
const intentOf = (typed: string) =>
  sql`select intent_id as id from payment_attempts where reference = ${typed.trim().toLowerCase()}`

/** The e-mail address of a gift contains its reference, `donations+<reference>@…`, so typing either finds it. */
function withoutAlias(typed: string): string {
  return /\+([^@]*)/.exec(typed)?.[1] ?? typed
}

/** A gift with every payment attempt, oldest first. */
export async function getDonation({ db }: Pick<Core, 'db'>, donationId: string) {
  const [found] = await readOpened(db, donationList, sql`donations.id = ${donationId}::uuid`)
  if (!found) throw new AppError('not_found', { detail: 'There is no such gift.' })
  const tries = await db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(donations, eq(donations.intentId, paymentAttempts.intentId))
    .where(eq(donations.id, donationId))
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
