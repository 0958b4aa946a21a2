/**
 * Public figures of promises and payments. A live figure would give each household's amount away, so the figures of a fund move
 * only when at least ten households share the change since the last time, and those of all funds together once a month. Sums
 * granted, handed over and lost are counted apart, and each is null until ten households share it: with nine awards and one payment, the
 * payment could be read off. A household is an account that asks for aid, or several that reviewers have linked (server/people/households/links.ts).
 */
import { desc, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { DonationType } from '../../../contract/money/funds.ts'
import { CODE_DAYS } from '../../../contract/aid/payout-fields.ts'
import { HOUSEHOLDS_MIN } from '../../../contract/proof/proof-fields.ts'
import { readFundKeys } from '../../money/funds/funds.ts'
import { accountsOfFunds } from '../../money/ledger/accounts.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { monthInLagos } from '../../platform/lagos-days.ts'
import { readShortFunds } from '../../aid/awards/short-funds.ts'
import { outflowFigures, publishedOutflows } from './schema.ts'
import { DECISION_DAYS, PAYMENT_DAYS, unansweredSince } from './waits.ts'

/** A fund, or `all` for all of them together. */
export type Scope = DonationType

/** Amounts in kobo. A part is null, as is its moment, until ten households share it: it is not known, and never zero. */
export interface Outflow {
  /** Until `grantedUntil`, whatever became of it since. */
  readonly granted: bigint | null
  /** The part of it that was not handed over by then. */
  readonly promised: bigint | null
  /** Handed over until `handedUntil`, less what was published as lost. */
  readonly paidOut: bigint | null
  readonly lost: bigint | null
  /** Only for all funds together: how many in a hundred payments one person alone released. Null without payments. */
  readonly alonePercent: number | null
  /** Only for all funds together: median days from request to decision, from award to payment. Null until ten households share it. */
  readonly decisionDays: number | null
  readonly paymentDays: number | null
  /** Only for all funds together: households that have not answered for 30 days, in steps of ten. Null for one to nine. */
  readonly unanswered: number | null
  readonly publishedAt: Date
  readonly grantedUntil: Date | null
  readonly handedUntil: Date | null
  readonly lostUntil: Date | null
  /** Only for all funds together: those below zero , of the funds whose own figures ten households share. */
  readonly shortFunds: readonly DonationType[] | null
}

const PARTS = ['granted', 'handed', 'lost'] as const
type Part = (typeof PARTS)[number]
const untilOf = (outflow: Outflow | undefined, part: Part): Date => outflow?.[`${part}Until`] ?? new Date(0)

/** Reads the last published figures, of each fund and of all together; nothing that ten households do not share yet. */
export async function readOutflows(db: Db | Tx): Promise<Map<Scope, Outflow>> {
  const last = await db
    .selectDistinctOn([outflowFigures.scope])
    .from(outflowFigures)
    .orderBy(outflowFigures.scope, desc(outflowFigures.publishedAt))
  return new Map(last.map(({ scope, ...outflow }) => [scope, outflow]))
}

/** Reads the last figures published in each month in Lagos, newest first. At most one row a month and scope: small for decades. */
export async function readPublishedMonths(db: Db) {
  const month = sql<string>`to_char(${outflowFigures.publishedAt} at time zone 'Africa/Lagos', 'YYYY-MM')`
  const last = await db
    .selectDistinctOn([month, outflowFigures.scope])
    .from(outflowFigures)
    .orderBy(desc(month), outflowFigures.scope, desc(outflowFigures.publishedAt))
  return last.map(({ scope, ...outflow }) => ({ scope, month: monthInLagos(outflow.publishedAt), outflow }))
}

/** Publishes the figures of the funds that ten households share, and after the end of a month those of all funds together. */
export async function publishOutflows(core: Core): Promise<void> {
  // Fewer awards cannot be of enough households, and planning the counts below is slow.
  if ((await countGranted(core.db)) < HOUSEHOLDS_MIN) return
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    // Two processes at once would publish two rows that differ by fewer households.
    await tx.execute(sql`lock table published_outflows in share row exclusive mode`)
    const before = await readOutflows(tx)
    const last = before.get('all')
    const funds = await readFundKeys(tx)
    for (const fund of funds) {
      const own = before.get(fund)
      const moved = await countChanged(tx, (part) => changed(fund, part, untilOf(own, part)))
      // The sum of all funds can be subtracted: what moved since it was published must not be fewer households either.
      const rest = await countChanged(tx, (part) => changed(fund, part, untilOf(last, part)))
      await publish(tx, { scope: fund, last: own, now, moved, moves: movable(moved, rest) })
    }
    if (last && monthInLagos(last.publishedAt) === monthInLagos(now)) return
    const ofFunds = (since: (fund: DonationType) => Outflow | undefined) =>
      countChanged(tx, (part) =>
        sql.join(
          funds.map((fund) => changed(fund, part, untilOf(since(fund), part))),
          sql` union all `,
        ),
      )
    const moved = await ofFunds(() => last)
    // And the funds that were published by now from the sum of all.
    const published = await readOutflows(tx)
    const rest = await ofFunds((fund) => published.get(fund))
    await publish(tx, { scope: 'all', last, now, moved, moves: movable(moved, rest) })
  })
}

/** The awards that were ever granted, counted up to as many as a figure needs. */
async function countGranted(db: Db): Promise<number> {
  const { granted } = await onlyRow(
    db,
    sql`select count(*)::int as granted
          from (select from awards where granted_at is not null limit ${HOUSEHOLDS_MIN}) as found`,
    z.object({ granted: z.number() }),
  )
  return granted
}

/** No household, or enough of them. */
export const isShared = (households: number): boolean => households === 0 || households >= HOUSEHOLDS_MIN

/**
 * The parts that enough households share, also where another figure is subtracted and the rest is left. What is promised is the difference
 * of two parts, so what was granted moves only together with what was handed over.
 */
const movable =
  (moved: Households, rest: Households) =>
  (part: Part): boolean =>
    moved[part] >= HOUSEHOLDS_MIN && isShared(rest[part]) && (part !== 'granted' || movable(moved, rest)('handed'))

/** The households of whose awards or payments from a fund a part moved after a moment, and until another one, one row for each move. */
export function changed(fund: DonationType, part: Part, since: Date, until?: Date): SQL {
  const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
  const within = (column: SQL) =>
    until ? sql`(${column} > ${at(since)} and ${column} <= ${at(until)})` : sql`${column} > ${at(since)}`
  const theirs = sql`join request_households as theirs on theirs.application_id = awards.application_id`
  if (part === 'granted')
    return sql`
      select household from award_funds as share
        join awards on awards.id = share.award_id ${theirs}
       where share.fund = ${fund} and awards.granted_at is not null
         and (${within(sql`awards.granted_at`)} or (${within(sql`awards.ended_at`)} and share.uncommitted > 0))`
  const moved =
    part === 'lost'
      ? sql`${within(sql`disbursements.ended_at`)} and disbursements.state = 'lost'`
      : sql`(${within(sql`disbursements.sent_at`)} or (${within(sql`disbursements.ended_at`)} and disbursements.state = 'returned'))`
  return sql`
    select household from disbursement_funds as share
      join disbursements on disbursements.id = share.disbursement_id
      join awards on awards.id = disbursements.award_id ${theirs}
     where share.fund = ${fund} and ${moved}`
}

const Households = z.object({ granted: z.number(), handed: z.number(), lost: z.number() })
type Households = z.output<typeof Households>

/** How many households each part moved for; one where only closed accounts moved, which are none of their own (decision 0123). */
export function countChanged(tx: Tx, households: (part: Part) => SQL): Promise<Households> {
  const counts = PARTS.map(
    (part) =>
      sql`(select greatest(count(distinct household), least(count(*), 1))::int from (${households(part)}) as moved) as ${sql.identifier(part)}`,
  )
  return onlyRow(tx, sql`select ${sql.join(counts, sql`, `)}`, Households)
}

const ALONE_PERCENT = sql`
  (select round(100.0 * count(*) filter (where released_by = proposed_by) / nullif(count(*), 0))::smallint
     from disbursements where sent_at is not null)`

interface Step {
  readonly scope: Scope
  readonly last: Outflow | undefined
  readonly now: Date
  readonly moved: Households
  /** Whether a part is brought up to date. The others stay what they were. */
  readonly moves: (part: Part) => boolean
}

const Sums = z.object({ committed: z.coerce.bigint(), disbursed: z.coerce.bigint(), lost: z.coerce.bigint() })

/** Brings the parts that move up to date. The others keep their figures and their moments, or stay unknown. */
async function publish(tx: Tx, { scope, last, now, moved, moves }: Step): Promise<void> {
  const moving = PARTS.filter(moves)
  if (moving.length === 0) return
  const sums = await readSums(tx, scope)
  const lost = moves('lost') ? sums.lost : (last?.lost ?? null)
  const paidOut = paidOutOf(moves('handed') ? sums.disbursed + sums.lost : handedOf(last), lost)
  // Losses are part of what was handed over, which can wait for longer.
  if (paidOut !== null && paidOut < 0n) return
  const granted = moves('granted')
    ? { granted: sums.committed + sums.disbursed + sums.lost, promised: sums.committed }
    : { granted: last?.granted ?? null, promised: last?.promised ?? null }
  const ofAll = (figure: SQL) => (scope === 'all' ? figure : sql`null`)
  const untilNow = (part: Part) => (moves(part) ? now : (last?.[`${part}Until`] ?? null))
  await tx.insert(publishedOutflows).values({
    scope,
    publishedAt: now,
    ...granted,
    paidOut,
    lost,
    alonePercent: moves('handed') ? ofAll(ALONE_PERCENT) : (last?.alonePercent ?? null),
    decisionDays: ofAll(DECISION_DAYS),
    paymentDays: ofAll(PAYMENT_DAYS),
    unanswered: ofAll(unansweredSince(after(now, -hours(24 * CODE_DAYS)))),
    households: Math.min(...moving.map((part) => moved[part])),
    grantedUntil: untilNow('granted'),
    handedUntil: untilNow('handed'),
    lostUntil: untilNow('lost'),
    shortFunds: scope === 'all' ? await readShortShown(tx) : null,
  })
}

/** One chargeback is told of no household: ten share what left the fund. */
async function readShortShown(tx: Tx): Promise<DonationType[]> {
  const shown = await readOutflows(tx)
  return (await readShortFunds(tx)).flatMap(({ fund }) => (shown.get(fund)?.handedUntil ? [fund] : []))
}

/** Returns the sum handed over: the published sums of paid out and lost. */
const handedOf = (last: Outflow | undefined) =>
  last?.paidOut === null || last === undefined ? null : last.paidOut + (last.lost ?? 0n)
const paidOutOf = (handed: bigint | null, lost: bigint | null) => (handed === null ? null : handed - (lost ?? 0n))

function readSums(tx: Tx, scope: Scope) {
  const sumOf = (kind: 'committed' | 'disbursed' | 'lost') =>
    sql`(select coalesce(sum(balance), 0)::text from ${accountsOfFunds([kind])} as of_fund
           join ledger_balances on account_id = of_fund.account
          where ${scope}::text in ('all', of_fund.fund)) as ${sql.identifier(kind)}`
  return onlyRow(tx, sql`select ${sumOf('committed')}, ${sumOf('disbursed')}, ${sumOf('lost')}`, Sums)
}
