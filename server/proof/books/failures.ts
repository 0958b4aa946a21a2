/**
 * Our own failures, for everyone: what was lost, late, sent back or not checked, and how fast it was put right. What concerns households
 * is counted in steps of ten: neither a count nor a median moves with a single one.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { failureEndpoints } from '../../../contract/proof/failures.ts'
import { isLateDecision } from '../../aid/review/queue/views.ts'
import { accounts } from '../../money/ledger/accounts.ts'
import { readBalances } from '../../money/ledger/ledger.ts'
import { coalesceReads } from '../../platform/coalesce-reads.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Db } from '../../platform/db/db.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { isLate, readChecks } from '../../money/ledger/self-check.ts'
import { inSteps, readComplaintCounts } from './complaint-counts.ts'
import { viewParts } from './stats.ts'
import { readOutflows } from '../log/outflows.ts'
import { ofWholeTens } from '../log/waits.ts'
import { monthInLagos } from '../../platform/lagos-days.ts'

const Counted = z.object({ households: z.number(), days: z.number().nullable() })

/** @param happened as {@link ofWholeTens} takes it */
async function countHouseholds(db: Db, happened: SQL) {
  const { households, days } = await onlyRow(db, ofWholeTens(happened), Counted)
  return { count: inSteps(households), medianDays: days === null ? null : Math.round(days) }
}

/** Each decision that was not undone and came after it was due. */
const lateDecisions = (since: string) => sql`
  select household, event.created_at as at, extract(epoch from event.created_at - event.due_at) as seconds
    from application_events as event join request_households using (application_id)
   where event.to_status in ('approved', 'rejected') and event.created_at >= ${since}::timestamptz and event.due_at < event.created_at
     and not exists (select from application_events as undone
                      where undone.application_id = event.application_id and undone.takes_back = event.id)`

const lateNow = (now: Date) => sql`
  select household, due_at as at, 0 as seconds
    from aid_applications as applications join request_households on application_id = applications.id where ${isLateDecision(now)}`

/** @param which of the appeals; those that were decided have a duration */
const appealsWhere = (since: string, which: SQL) => sql`
  select household, coalesce(appeals.decided_at, appeals.created_at) as at,
         extract(epoch from appeals.decided_at - appeals.created_at) as seconds
    from appeals join request_households using (application_id)
   where appeals.created_at >= ${since}::timestamptz and ${which}`

const ofHousehold = sql`
  join disbursements on disbursements.id = attempt.disbursement_id
  join awards on awards.id = disbursements.award_id
  join request_households using (application_id)`
/** One that we held back before it was posted, as for a complaint, was refused by no one. */
const failedSince = (since: string) =>
  sql`(attempt.state in ('failed', 'refused', 'reversed') or attempt.late_booked = 'paid')
      and not (attempt.state = 'refused' and attempt.posts = 0) and attempt.created_at >= ${since}::timestamptz`

const failedPayouts = (since: string) => sql`
  select household, coalesce(attempt.ended_at, attempt.created_at) as at, 0 as seconds
    from payout_attempts as attempt ${ofHousehold} where ${failedSince(since)}`

const payoutsPutRight = (since: string) => sql`
  select household, made.booked_at as at,
         extract(epoch from made.booked_at - min(coalesce(attempt.ended_at, attempt.created_at))) as seconds
    from payout_attempts as attempt
    join payout_attempts as made on made.disbursement_id = attempt.disbursement_id and made.state = 'success'
     and (made.created_at > attempt.created_at or (made.id = attempt.id and made.late_booked = 'paid')) ${ofHousehold}
   where ${failedSince(since)} group by household, made.id, made.booked_at`

/**
 * Payments of which two transfers were paid at the same time. The provider said of one that it had failed, another was sent, and both were
 * paid. That is put right once one of them is back, or two people have explained the difference in the books.
 */
const paidTwice = (since: string) => sql`
  select household, twice.at, twice.put_right_at
    from (select late.disbursement_id, greatest(late.paid_late_at, made.booked_at) as at,
                 least(made.ended_at, (select case when bool_and(state <> 'open') then max(ended_at) end from differences
                                        where kind = 'transfer' and subject = late.reference and last_seen_at >= late.paid_late_at)) as put_right_at
            from payout_attempts as late join payout_attempts as made using (disbursement_id)
           where late.paid_late_at is not null and made.id <> late.id
             and (made.state = 'success' or (made.state = 'reversed' and made.ended_at > late.paid_late_at))
          union all
          select disbursement_id, max(booked_at), null from payout_attempts where state = 'success'
           group by disbursement_id having count(*) > 1) as twice
    join disbursements on disbursements.id = twice.disbursement_id
    join awards on awards.id = disbursements.award_id
    join request_households using (application_id)
   where twice.at >= ${since}::timestamptz`
const doublePayments = (since: string) => sql`select household, at, 0 as seconds from (${paidTwice(since)}) as twice`
const doublePaymentsPutRight = (since: string) => sql`
  select household, put_right_at as at, extract(epoch from put_right_at - at) as seconds
    from (${paidTwice(since)}) as twice where put_right_at is not null`

async function readLost(db: Db) {
  const together = (await readOutflows(db)).get('all')
  const balances = await readBalances(db, [accounts.loss, accounts.operating])
  const balanceOf = (account: bigint) => balances.get(account)?.balance ?? 0n
  const { covered } = await onlyRow(
    db,
    sql`select coalesce(sum(amount), 0)::text as covered from loss_settlements where choice = 'cover' and booked_at is not null`,
    z.object({ covered: z.coerce.bigint() }),
  )
  return {
    payments: viewParts(together).lost,
    // Losses that the organisation covered, and recovered in the end, are in `operating`.
    wallets: covered - balanceOf(accounts.operating) - balanceOf(accounts.loss),
  }
}

/** From the payment of a gift until the last of what came back of it was booked. */
const readRefunds = (db: Db, since: string) =>
  onlyRow(
    db,
    sql`select count(*)::int as gifts, coalesce(sum(amount_reversed), 0)::text as amount,
               round(percentile_cont(0.5) within group (order by extract(epoch from back.at - donations.paid_at) / 3600))::int as median_hours
          from donations
          left join lateral (
            select max(transfers.recorded_at) as at
              from payment_attempts as attempt
             cross join generate_series(1, attempt.reversals) as step
              join transfers on transfers.key in ('refund:' || attempt.reference || ':' || step, 'chargeback:' || attempt.reference || ':' || step)
             where attempt.intent_id = donations.intent_id) as back on true
         where amount_reversed > 0 and created_at >= ${since}::timestamptz`,
    z.object({ gifts: z.number(), amount: z.coerce.bigint(), median_hours: z.number().nullable() }),
  )

/** A fee that the provider has not told yet is no failure. */
const readDifferences = (db: Db, since: string) =>
  onlyRow(
    db,
    sql`select count(*)::int as found, count(*) filter (where state = 'open')::int as open,
               round(percentile_cont(0.5) within group (order by extract(epoch from ended_at - first_seen_at) / 3600))::int as median_hours
          from differences where kind <> 'fee' and (state = 'open' or first_seen_at >= ${since}::timestamptz)`,
    z.object({ found: z.number(), open: z.number(), median_hours: z.number().nullable() }),
  )

const Outages = z.object({
  outages: z.number(),
  longest_minutes: z.number().nullable(),
  started_at: z.coerce.date().nullable(),
  ended_at: z.coerce.date().nullable(),
})

async function readOutages(db: Db, since: string, now: Date) {
  const { started_at, ended_at, ...outages } = await onlyRow(
    db,
    sql`select count(*)::int as outages, round(max(extract(epoch from ended_at - started_at)) / 60)::int as longest_minutes,
               (array_agg(started_at order by ended_at desc))[1] as started_at, max(ended_at) as ended_at
          from book_outages where ended_at >= ${since}::timestamptz`,
    Outages,
  )
  const stopped = (await readChecks(db)).some((check) => isLate(check, now))
  return { ...outages, stopped_now: stopped, last: started_at && ended_at ? { started_at, ended_at } : null }
}

/** Since the first of January of last year: a day that moves once a year, so that no household can be told by its leaving. */
export async function readFailures({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  const now = clock.now()
  const day = `${Number(monthInLagos(now).slice(0, 4)) - 1}-01-01`
  const since = `${day}T00:00:00+01:00`
  const late = await countHouseholds(db, lateDecisions(since))
  const appealed = (which: SQL) => countHouseholds(db, appealsWhere(since, which))
  const right = await countHouseholds(db, payoutsPutRight(since))
  const twiceRight = await countHouseholds(db, doublePaymentsPutRight(since))
  return {
    since: day,
    lost: await readLost(db),
    decisions: {
      late: late.count,
      median_days: late.medianDays,
      waiting: (await countHouseholds(db, lateNow(now))).count,
    },
    appeals: {
      made: (await appealed(sql`true`)).count,
      changed: (await appealed(sql`appeals.state = 'changed'`)).count,
      median_days: (await appealed(sql`appeals.decided_at is not null`)).medianDays,
    },
    complaints: await readComplaintCounts(db, since, now),
    payouts: {
      failed: (await countHouseholds(db, failedPayouts(since))).count,
      put_right: right.count,
      median_days: right.medianDays,
      twice: (await countHouseholds(db, doublePayments(since))).count,
      twice_put_right: twiceRight.count,
      twice_median_days: twiceRight.medianDays,
    },
    refunds: await readRefunds(db, since),
    differences: await readDifferences(db, since),
    checks: await readOutages(db, since, now),
  }
}

export function failureRoutes(core: Core) {
  const read = coalesceReads(() => core.read((db) => readFailures({ ...core, db })))
  return serveEndpoints(core, failureEndpoints, { 'GET /api/transparency/failures': () => read() })
}
