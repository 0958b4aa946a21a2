/**
 * Publishes descriptions of payments. At least ten households share each description (kind of aid, amount band, month), so that no
 * one can be picked out. Payments that fewer share wait until the quarter has ended, then for other kinds; some are never described. A
 * payment is in one description and stays there, so comparing two of them gives no one away.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { ANSWER_CHANGE_HOURS } from '../../../contract/aid/payout-fields.ts'
import { HOUSEHOLDS_MIN } from '../../../contract/proof/proof-fields.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { bandOf } from './facts.ts'

type Unit = 'month' | 'quarter'

interface Grouping {
  readonly unit: Unit
  readonly kind: SQL
}

const GROUPINGS: readonly Grouping[] = [
  { unit: 'month', kind: sql`aid_applications.application_type` },
  { unit: 'quarter', kind: sql`aid_applications.application_type` },
  { unit: 'quarter', kind: sql`'aid'::text` },
]

const NAMES: Readonly<Record<Unit, string>> = { month: 'YYYY-MM', quarter: 'YYYY-"Q"Q' }

const LENGTHS: Readonly<Record<Unit, string>> = { month: '1 month', quarter: '3 months' }

const Begun = z.object({ first: z.string() })

/** Describes period by period, so that no statement reads all payments at once. */
export async function publishPayments({ db, clock, env }: Core): Promise<void> {
  const now = clock.now().toISOString()
  const today = sql`(${now}::timestamptz at time zone 'Africa/Lagos')::date`
  // The answer that all of it came can be taken back until then: a description is never changed.
  const final = after(clock.now(), -hours(ANSWER_CHANGE_HOURS)).toISOString()
  const isFinal = env.mode === 'sandbox' ? sql`true` : sql`disbursements.ended_at <= ${final}::timestamptz`
  // Looked up one by one (`offset 0`): joined, those of a day that the statistics do not know were compared with all.
  const waits = sql`disbursements.state in ('sent', 'confirmed', 'disputed') and (disbursements.state <> 'confirmed' or ${isFinal})
    and not exists (select from published_payments where disbursement_id = disbursements.id offset 0)`
  for (const grouping of GROUPINGS) {
    const { unit } = grouping
    const hasEnded = env.mode === 'sandbox' ? sql`true` : sql`sent_on < date_trunc(${unit}, ${today})::date`
    const periods = await rows(
      db,
      sql`select distinct date_trunc(${unit}, sent_on)::date::text as first from disbursements where ${waits} and ${hasEnded} order by 1`,
      Begun,
    )
    for (const { first } of periods)
      await db.transaction(async (tx) => {
        await tx.execute(sql`lock table published_rows in share row exclusive mode`)
        await describe(tx, grouping, first, waits, now)
      })
  }
}

/** @param first day of the period */
async function describe(tx: Tx, { unit, kind }: Grouping, first: string, waits: SQL, now: string): Promise<void> {
  const isInPeriod = sql`sent_on >= ${first}::date and sent_on < (${first}::date + ${LENGTHS[unit]}::interval)::date`
  await tx.execute(sql`
    with payment as (
      select disbursements.id, disbursements.state, household,
             exists (select from confirmations where disbursement_id = disbursements.id and answer = 'all'
                        and how in ('assisted', 'call', 'witnessed')) as with_staff,
             exists (select from confirmations where disbursement_id = disbursements.id and answer = 'all' and how = 'text') as by_text,
             to_char(sent_on, ${NAMES[unit]}) as period, ${kind} as kind, ${bandOf(sql`disbursements.amount`)} as band
        from disbursements join awards on awards.id = disbursements.award_id
        join aid_applications on aid_applications.id = awards.application_id
        join request_households on request_households.application_id = aid_applications.id
       where ${waits} and ${isInPeriod}),
    shared as (select period, kind, band, count(distinct household)::int as households, count(*)::int as payments,
                      (count(*) filter (where state = 'confirmed' and not with_staff and not by_text))::int as confirmed,
                      (count(*) filter (where state = 'confirmed' and not with_staff and by_text))::int as confirmed_by_text
                 from payment group by 1, 2, 3 having count(distinct household) >= ${HOUSEHOLDS_MIN}),
    described as (insert into published_rows (period, kind, band, households, payments, confirmed, confirmed_by_text, published_at)
                  select period, kind, band, households, payments, confirmed, confirmed_by_text, ${now}::timestamptz
                    from shared order by period, kind, band
                  returning id, period, kind, band)
    insert into published_payments (disbursement_id, row_id)
    select payment.id, described.id from payment join described using (period, kind, band)`)
}
