/**
 * What the public sees of promises and payments. A live figure would give each household's amount away, so the figures of a fund move
 * only when at least ten households share the change since the last time, and those of all funds together once a month. A household is
 * an account that asks for aid, or several that reviewers have linked (server/households/links.ts).
 */
import { desc, sql, type SQL } from 'drizzle-orm'
import type { DonationType } from '../../contract/funds.ts'
import { accountsOfFunds } from '../ledger/accounts.ts'
import { after, hours, minutes } from '../lib/clock.ts'
import type { Core } from '../lib/core.ts'
import type { Db, Tx } from '../lib/db/db.ts'
import type { Job } from '../lib/jobs.ts'
import { HOUSEHOLDS_MIN } from './households-min.ts'
import { publishedOutflows, type OUTFLOW_SCOPES } from './schema.ts'
import { DECISION_DAYS, PAYMENT_DAYS } from './waits.ts'

type Scope = (typeof OUTFLOW_SCOPES)[number]

export interface Outflow {
  /** In kobo. */
  readonly promised: bigint
  readonly paidOut: bigint
  readonly lost: bigint
  /** Of all funds together: how many in a hundred payments one person alone released. Null without payments. */
  readonly alonePercent: number | null
  /** Of all funds together: the median days from request to decision, and from award to payment. Null while ten households do not share it. */
  readonly decisionDays: number | null
  readonly paymentDays: number | null
  readonly publishedAt: Date
}

/** What was published last, of each fund and of all together; nothing of those that ten households do not share yet. */
export async function readOutflows(db: Db | Tx): Promise<Map<Scope, Outflow>> {
  const last = await db
    .selectDistinctOn([publishedOutflows.scope])
    .from(publishedOutflows)
    .orderBy(publishedOutflows.scope, desc(publishedOutflows.publishedAt))
  return new Map(last.map(({ scope, ...outflow }) => [scope, outflow]))
}

/** What was published last in each month in Lagos, newest first. At most one row a month and scope, so it stays small for decades. */
export async function readMonths(db: Db): Promise<(Outflow & { readonly scope: Scope })[]> {
  const month = sql<string>`to_char(${publishedOutflows.publishedAt} at time zone 'Africa/Lagos', 'YYYY-MM')`
  return db
    .selectDistinctOn([month, publishedOutflows.scope])
    .from(publishedOutflows)
    .orderBy(desc(month), publishedOutflows.scope, desc(publishedOutflows.publishedAt))
}

/** Publishes the figures of the funds that ten households share, and after the end of a month those of all funds together. */
export async function publishOutflows(core: Core): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    // Two processes at once would publish two rows that differ by fewer households.
    await tx.execute(sql`lock table published_outflows in share row exclusive mode`)
    const before = await readOutflows(tx)
    const since = (scope: Scope) => before.get(scope)?.publishedAt ?? new Date(0)
    for (const { donationType: fund } of accountsOfFunds)
      await publish(tx, fund, changed(fund, since(fund)), sql`true`, now)
    const last = before.get('all')?.publishedAt
    if (last && monthOf(last) === monthOf(now)) return
    // The funds that were published by now can be subtracted from the sum of all: what is left must not be fewer households either.
    const published = await readOutflows(tx)
    const rest = sql.join(
      accountsOfFunds.map(({ donationType: fund }) => changed(fund, published.get(fund)?.publishedAt ?? new Date(0))),
      sql` union all `,
    )
    const isShared = sql`(select count(distinct household) from (${rest}) as rest) not between 1 and ${HOUSEHOLDS_MIN - 1}`
    const all = sql.join(
      accountsOfFunds.map(({ donationType: fund }) => changed(fund, since('all'))),
      sql` union all `,
    )
    await publish(tx, 'all', all, isShared, now)
  })
}

/** The month in Lagos, as `2026-11`. */
export const monthOf = (moment: Date) => after(moment, hours(1)).toISOString().slice(0, 7)

/** The households whose promises or payments from a fund moved after a moment, one row for each move. */
function changed(fund: DonationType, since: Date): SQL {
  const at = sql`${since.toISOString()}::timestamptz`
  return sql`
    select coalesce(household_id, request.user_id) as household from award_funds as share
      join awards on awards.id = share.award_id
      join aid_applications as request on request.id = awards.application_id
      left join household_members on household_members.user_id = request.user_id
     where share.fund = ${fund} and awards.granted_at is not null
       and (awards.granted_at > ${at} or (awards.ended_at > ${at} and share.uncommitted > 0))
    union all
    select coalesce(household_id, request.user_id) from disbursement_funds as share
      join disbursements on disbursements.id = share.disbursement_id
      join awards on awards.id = disbursements.award_id
      join aid_applications as request on request.id = awards.application_id
      left join household_members on household_members.user_id = request.user_id
     where share.fund = ${fund}
       and (disbursements.sent_at > ${at} or (disbursements.ended_at > ${at} and disbursements.state in ('returned', 'lost')))`
}

const ALONE_PERCENT = sql`
  (select round(100.0 * count(*) filter (where released_by = proposed_by) / nullif(count(*), 0))::smallint
     from disbursements where sent_at is not null)`

/** In one statement, so that figures and households are of one moment. */
async function publish(tx: Tx, scope: Scope, households: SQL, when: SQL, now: Date): Promise<void> {
  const funds = accountsOfFunds.filter(({ donationType }) => scope === 'all' || donationType === scope)
  const sumOf = (name: 'committed' | 'disbursed' | 'lost') =>
    sql`(select coalesce(sum(balance), 0) from ledger_balances
          where account_id in (${sql.join(
            funds.map((fund) => sql`${fund[name].toString()}::bigint`),
            sql`, `,
          )}))`
  const ofAll = (figure: SQL) => (scope === 'all' ? figure : sql`null::smallint`)
  await tx.execute(sql`
    with changed as (${households})
    insert into published_outflows (scope, published_at, promised, paid_out, lost, alone_percent, decision_days, payment_days, households)
    select ${scope}, ${now.toISOString()}::timestamptz, ${sumOf('committed')}, ${sumOf('disbursed')}, ${sumOf('lost')},
           ${ofAll(ALONE_PERCENT)}, ${ofAll(DECISION_DAYS)}, ${ofAll(PAYMENT_DAYS)}, counted.households
      from (select count(distinct household)::int as households from changed) as counted
     where counted.households >= ${HOUSEHOLDS_MIN} and ${when}`)
}

export const outflowsJob: Job = {
  name: 'reports.outflows',
  everyMilliseconds: minutes(1),
  run: (core) => publishOutflows(core),
}
