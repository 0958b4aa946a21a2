/** The list of payouts as a file: the disbursements of a view, newest first, complete for accountants. */
import { sql } from 'drizzle-orm'
import { PAYOUT_KINDS, PAYOUT_STATES, type PayoutView } from '../../../contract/aid/payout-fields.ts'
import { hasDuty } from '../../../contract/platform/staff-roles.ts'
import type { Core } from '../../platform/core.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { csvOnly, id, kobo, oneOf, text, timestamp } from '../../platform/lists/columns.ts'
import { defineList } from '../../platform/lists/list.ts'
import { caseNumberIn } from '../requests/case-number.ts'
import { nameOf } from '../review/review-list.ts'
import { readPeopleRules } from './decision-views.ts'
import { disbursementsIn, type GroupReader, type PayoutFilters } from './payout-groups.ts'

type ReadFilters = PayoutFilters & {
  readonly view: PayoutView
  readonly reading: { readonly env: Core['env']; readonly reader: GroupReader }
}

const FUNDS = sql`(select string_agg(fund || ' ' || amount / 100 || '.' || lpad((amount % 100)::text, 2, '0'), ', ' order by place)
  from award_funds where award_id = disbursements.award_id)`
/** The newest transfer, whose reference the provider and the bank know. */
const attempt = (column: string) => sql`(select ${sql.raw(column)} from payout_attempts
  where disbursement_id = disbursements.id order by created_at desc, id desc limit 1)`

export const payoutList = defineList({
  table: sql`disbursements`,
  alias: 'disbursements',
  columns: {
    id: id(sql`disbursements.id`),
    case_number: csvOnly(id(caseNumberIn(sql`applications.number`))),
    full_name: csvOnly(text(sql`coalesce(${nameOf(sql`applications.user_id`)}, '')`)),
    kind: csvOnly(oneOf(sql`disbursements.kind`, PAYOUT_KINDS)),
    amount: csvOnly(kobo(sql`disbursements.amount`)),
    item: csvOnly(text(sql`coalesce(disbursements.item, '')`)),
    funds_of_award: csvOnly(text(sql`coalesce(${FUNDS}, '')`)),
    state: csvOnly(oneOf(sql`disbursements.state`, PAYOUT_STATES)),
    account_name: csvOnly(text(sql`coalesce(payees.resolved_name, '')`)),
    bank_name: csvOnly(text(sql`coalesce(payees.bank_name, '')`)),
    account_ending: csvOnly(text(sql`coalesce(payees.account_ending, '')`)),
    slip: csvOnly(text(sql`coalesce(disbursements.slip, '')`)),
    reference: csvOnly(text(sql`coalesce(${attempt('reference')}, '')`)),
    fee: csvOnly(kobo(attempt('fee - fee_returned'))),
    proposed_by: csvOnly(text(sql`coalesce(${nameOf(sql`disbursements.proposed_by`)}, '')`)),
    proposed_at: csvOnly(timestamp(sql`disbursements.proposed_at`)),
    released_by: csvOnly(text(sql`coalesce(${nameOf(sql`disbursements.released_by`)}, '')`)),
    released_at: csvOnly(timestamp(sql`disbursements.released_at`)),
    sent_on: csvOnly(id(sql`disbursements.sent_on`)),
    sent_at: csvOnly(timestamp(sql`disbursements.sent_at`)),
    returned: csvOnly(kobo(sql`disbursements.returned`)),
    lost: csvOnly(kobo(sql`disbursements.lost`)),
    ended_at: csvOnly(timestamp(sql`disbursements.ended_at`)),
  },
  joins: sql`join awards on awards.id = disbursements.award_id join aid_applications as applications on applications.id = awards.application_id
    left join payees on payees.id = disbursements.payee_id`,
  order: () => ({
    by: sql`disbursements.proposed_at`,
    id: sql`disbursements.id`,
    type: 'timestamptz',
    descending: true,
  }),
  where: ({ view, reading: { env, reader }, ...filters }: ReadFilters) => disbursementsIn(env, reader, view, filters),
})

/** The filters of a reader, whose own view *For you* depends on their roles. */
export async function asPayoutsRead<Filters extends object>(
  { db, env, clock }: Core,
  { userId, staffRoles }: Pick<Caller, 'userId' | 'staffRoles'>,
  filters: Filters,
) {
  const approves = hasDuty(staffRoles, 'handle_money') ? await readPeopleRules({ env, db }) : null
  const reader = { userId, approves, now: clock.now() }
  return { ...filters, reading: { env, reader } }
}
