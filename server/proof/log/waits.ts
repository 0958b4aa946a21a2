/**
 * How long people wait, as SQL for the row that is published once a month: the median in days of whole tens of households, the first to
 * whom it happened. What is published of two months differs by ten households or by none.
 */
import { sql, type SQL } from 'drizzle-orm'
import { HOUSEHOLDS_MIN } from '../../../contract/proof/proof-fields.ts'
import { hours } from '../../platform/clock.ts'

const DAY_SECONDS = hours(24) / 1_000

/**
 * One row: to how many `households` something happened, and the median of its time in `days`: of whole tens of them, the first to whom it happened.
 * @param happened rows of `household`, as `request_households` has it, `at` and `seconds`; the first of each household counts
 */
export const ofWholeTens = (happened: SQL): SQL => sql`
  with each as (select distinct on (household) household, at, seconds from (${happened}) as happened
                where household is not null order by household, at),
       placed as (select seconds, row_number() over (order by at, household) as place, count(*) over () as all_of_them from each)
  select count(*)::int as households,
         (percentile_cont(0.5) within group (order by seconds)
           filter (where place <= all_of_them - all_of_them % ${HOUSEHOLDS_MIN}) / ${DAY_SECONDS})::float8 as days
    from placed`

const medianDays = (happened: SQL) => sql`
  (select round(days::numeric)::smallint from (${ofWholeTens(happened)}) as median)`

/** From a request to the first decision on it that was not undone. */
export const DECISION_DAYS = medianDays(sql`
  select household, decided.at,
         extract(epoch from decided.at - request.created_at)::float8 as seconds
    from (select application_id, min(created_at) as at from application_events as event
           where to_status in ('approved', 'rejected') and takes_back is null
             and not exists (select from application_events as undone
                              where undone.application_id = event.application_id and undone.takes_back = event.id)
           group by application_id) as decided
    join aid_applications as request on request.id = decided.application_id
    join request_households as theirs on theirs.application_id = request.id`)

/** From an award to its first payment, also where that came back: a figure that moved with one household would show it. */
export const PAYMENT_DAYS = medianDays(sql`
  select household, min(disbursements.sent_at) as at,
         extract(epoch from min(disbursements.sent_at) - awards.granted_at)::float8 as seconds
    from disbursements join awards on awards.id = disbursements.award_id
    join request_households as theirs on theirs.application_id = awards.application_id
   where disbursements.sent_at is not null and awards.granted_at is not null
   group by awards.id, awards.granted_at, household`)

/**
 * The households with a payment that waits for their answer since a moment or longer, in steps of ten; null for one to nine. What they
 * have answered since, or what came back, no longer counts.
 */
export const unansweredSince = (since: Date): SQL => sql`
  (select (case when count(*) between 1 and ${HOUSEHOLDS_MIN - 1} then null else count(*) - count(*) % ${HOUSEHOLDS_MIN} end)::int
     from (select distinct household
             from disbursements join awards on awards.id = disbursements.award_id
             join request_households as theirs on theirs.application_id = awards.application_id
            where household is not null and disbursements.state = 'sent' and disbursements.sent_at <= ${since.toISOString()}::timestamptz) as waiting)`
