/** One month of the organisation's work, in Lagos: how long people waited, what reached them, and what each fund took in and paid out. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { inView } from '../../aid/review/queue/views.ts'
import { nameOf } from '../../aid/review/review-list.ts'
import { isKept } from '../../money/gifts/donations.ts'
import { endOf, startOf } from '../../money/months/month-time.ts'
import { monthInLagos } from '../../platform/lagos-days.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const Times = z.object({ count: z.number(), median_hours: z.number().nullable(), most_hours: z.number().nullable() })
const Answers = z.object({ handed_over: z.number(), confirmed: z.number() })
const Late = z
  .object({ user_id: z.string().nullable(), full_name: z.string().nullable(), requests: z.number() })
  .transform(({ user_id: id, full_name: name, requests }) => ({
    owner: id === null ? null : { user_id: id, full_name: name ?? '' },
    requests,
  }))
const Fund = z.object({
  donation_type: z.string(),
  gifts: z.number(),
  given: z.coerce.bigint(),
  payouts: z.number(),
  paid_out: z.coerce.bigint(),
  confirmed: z.number(),
})

/** @param month `2026-11`; undefined for the one that it is in Lagos */
export async function readMonth({ db, clock }: Core, userId: string, month: string | undefined) {
  const now = clock.now()
  const shown = month ?? monthInLagos(now)
  const isIn = (moment: SQL) => sql`${moment} >= ${startOf(shown).toISOString()}::timestamptz
    and ${moment} < ${endOf(shown).toISOString()}::timestamptz`
  const waited = (from: SQL, to: SQL) => sql`count(*)::int as count,
    (percentile_cont(0.5) within group (order by extract(epoch from ${to} - ${from}) / 3600))::float8 as median_hours,
    (percentile_cont(0.9) within group (order by extract(epoch from ${to} - ${from}) / 3600))::float8 as most_hours`
  // A payout that came back whole reached no one.
  const sent = sql`from disbursements join awards on awards.id = disbursements.award_id
    join aid_applications on aid_applications.id = awards.application_id
    where ${isIn(sql`disbursements.sent_at`)} and disbursements.state <> 'returned'`
  const [toDecide, toPay, answers, funds, late] = await Promise.all([
    onlyRow(
      db,
      sql`select ${waited(sql`created_at`, sql`decided_at`)} from aid_applications where ${isIn(sql`decided_at`)}`,
      Times,
    ),
    onlyRow(
      db,
      sql`select ${waited(sql`aid_applications.decided_at`, sql`disbursements.sent_at`)} ${sent} and aid_applications.decided_at is not null`,
      Times,
    ),
    onlyRow(
      db,
      sql`select count(*)::int as handed_over, count(*) filter (where disbursements.state = 'confirmed')::int as confirmed ${sent}`,
      Answers,
    ),
    rows(db, fundsIn(isIn), Fund),
    rows(
      db,
      sql`select assigned_to::text as user_id, ${nameOf(sql`applications.assigned_to`)} as full_name, count(*)::int as requests
            from aid_applications as applications where ${inView('late', { userId, now })}
           group by assigned_to order by requests desc, full_name limit 50`,
      Late,
    ),
  ])
  return { month: shown, to_decide: toDecide, to_pay: toPay, answers, funds, late }
}

/** Leaves out refunded parts of gifts, returned parts of payouts, and both where nothing is left. */
const fundsIn = (isIn: (moment: SQL) => SQL) => sql`
  with given as (
      select donation_type, count(*) filter (where ${isKept})::int as gifts, sum(amount - amount_reversed) as given
        from donations where status = 'success' and ${isIn(sql`paid_at`)} group by donation_type),
    paid as (
      select fund, count(*)::int as payouts, sum(disbursement_funds.amount - disbursement_funds.returned) as paid_out,
             count(*) filter (where state = 'confirmed')::int as confirmed
        from disbursements join disbursement_funds on disbursement_id = disbursements.id
       where ${isIn(sql`sent_at`)} and disbursement_funds.returned < disbursement_funds.amount group by fund)
  select name as donation_type, coalesce(gifts, 0) as gifts, coalesce(given, 0)::text as given,
         coalesce(payouts, 0) as payouts, coalesce(paid_out, 0)::text as paid_out, coalesce(confirmed, 0) as confirmed
    from funds left join given on given.donation_type = name left join paid on paid.fund = name order by place, name`
