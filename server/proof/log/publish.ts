/**
 * Publishes descriptions of payments. At least ten households share each description (kind of aid, amount band, month), so that no
 * one can be picked out. Payments that fewer share wait until the quarter has ended, then for other kinds; some are never described. A
 * payment is in one description and stays there, so comparing two of them gives no one away.
 */
import { sql, type SQL } from 'drizzle-orm'
import { ANSWER_CHANGE_HOURS } from '../../../contract/aid/payout-fields.ts'
import { HOUSEHOLDS_MIN } from '../../../contract/proof/proof-fields.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { bandOf } from './facts.ts'

interface Grouping {
  readonly period: SQL
  readonly kind: SQL
  /** Whether its period has ended. */
  readonly ended: SQL
  /** Whether the answer that all of it came can no longer be taken back: a description is never changed. */
  readonly isFinal: SQL
}

export async function publishPayments({ db, clock, env }: Core): Promise<void> {
  const today = sql`(${clock.now().toISOString()}::timestamptz at time zone 'Africa/Lagos')::date`
  const hasEnded = (unit: 'month' | 'quarter') =>
    env.mode === 'sandbox' ? sql`true` : sql`sent_on < date_trunc(${unit}, ${today})::date`
  const month = sql`to_char(sent_on, 'YYYY-MM')`
  const quarter = sql`to_char(sent_on, 'YYYY-"Q"Q')`
  const final = after(clock.now(), -hours(ANSWER_CHANGE_HOURS)).toISOString()
  const isFinal = env.mode === 'sandbox' ? sql`true` : sql`disbursements.ended_at <= ${final}::timestamptz`
  const groupings: Grouping[] = [
    { period: month, kind: sql`kind`, ended: hasEnded('month'), isFinal },
    { period: quarter, kind: sql`kind`, ended: hasEnded('quarter'), isFinal },
    { period: quarter, kind: sql`'aid'::text`, ended: hasEnded('quarter'), isFinal },
  ]
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table published_rows in share row exclusive mode`)
    for (const grouping of groupings) await publish(tx, grouping, clock.now())
  })
}

async function publish(tx: Tx, { period, kind, ended, isFinal }: Grouping, now: Date): Promise<void> {
  await tx.execute(sql`
    with payment as (
      select disbursements.id, disbursements.sent_on, disbursements.state, household,
             exists (select from confirmations where disbursement_id = disbursements.id and answer = 'all'
                        and how in ('assisted', 'call', 'witnessed')) as with_staff,
             exists (select from confirmations where disbursement_id = disbursements.id and answer = 'all' and how = 'text') as by_text,
             aid_applications.application_type as kind, ${bandOf(sql`disbursements.amount`)} as band
        from disbursements join awards on awards.id = disbursements.award_id
        join aid_applications on aid_applications.id = awards.application_id
        join request_households on request_households.application_id = aid_applications.id
       where disbursements.state in ('sent', 'confirmed', 'disputed')
         and (disbursements.state <> 'confirmed' or ${isFinal})
         and not exists (select from published_payments where disbursement_id = disbursements.id)),
    grouped as (select id, household, state, with_staff, by_text, ${period} as period, ${kind} as kind, band from payment where ${ended}),
    shared as (select period, kind, band, count(distinct household)::int as households, count(*)::int as payments,
                      (count(*) filter (where state = 'confirmed' and not with_staff and not by_text))::int as confirmed,
                      (count(*) filter (where state = 'confirmed' and not with_staff and by_text))::int as confirmed_by_text
                 from grouped group by 1, 2, 3 having count(distinct household) >= ${HOUSEHOLDS_MIN}),
    described as (insert into published_rows (period, kind, band, households, payments, confirmed, confirmed_by_text, published_at)
                  select period, kind, band, households, payments, confirmed, confirmed_by_text, ${now.toISOString()}::timestamptz
                    from shared order by period, kind, band
                  returning id, period, kind, band)
    insert into published_payments (disbursement_id, row_id)
    select grouped.id, described.id from grouped join described using (period, kind, band)`)
}
