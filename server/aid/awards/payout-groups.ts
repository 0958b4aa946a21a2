/** Requests to award, awards and disbursements in groups by their next act, in SQL: each group is counted, and several are read as one list. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { TOTAL_MAX } from '../../../contract/platform/admin-fields.ts'
import {
  GROUPS_OF_VIEW,
  PAYMENT_GROUPS,
  type PayoutKind,
  type PayoutState,
  type PaymentGroup,
  type PayoutView,
} from '../../../contract/aid/payout-fields.ts'
import { parseNaira } from '../../../contract/platform/money.ts'
import { readSlip } from '../../../contract/platform/typed-codes.ts'
import { isHeld } from '../complaints/holds.ts'
import { isChangedSince } from '../payees/standing.ts'
import { isTiedTo } from '../requests/impartial.ts'
import { searchConditions } from '../review/review-search.ts'
import { after } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { allOf, within } from '../../platform/db/conditions.ts'
import { onlyRow, rows, type Db } from '../../platform/db/db.ts'
import type { Place } from '../../platform/http/cursor.ts'
import { countBeside, momentOf, type Total } from '../../platform/lists/counted.ts'
import { openProposal, openProposals } from '../../record/two-person/proposals.ts'
import { IS_OUTDATED, isAwardShort, isReleaseShort, WAITS_FOR_NAMES, type PeopleRules } from './decision-views.ts'
import { GRANTS, RELEASES } from './proposal-kinds.ts'
import { waitingTimes } from './waiting-times.ts'

/** The reader, whose own approvals are in a group apart. */
export interface GroupReader {
  readonly userId: string
  /** Null: their roles do not let them approve. */
  readonly approves: PeopleRules | null
  readonly now: Date
}

/** A request without an award, an award that waits itself, or one of its disbursements. */
export interface GroupRow extends Place {
  readonly group: PaymentGroup
  /** Null: the id of the row is that of the request. */
  readonly awardId: string | null
  readonly disbursementId: string | null
}

type Group = readonly [PaymentGroup, SQL]
type Groups = readonly [Group, ...Group[]]
/** Rows of one table that one read divides into groups, in the order of a time. */
interface Source {
  readonly of: 'request' | 'award' | 'disbursement'
  readonly where: SQL
  /** The first whose condition holds is the group of a row; a row of none is in no list. */
  readonly groups: Groups
  /** By which they are ordered, where that is not when they were proposed. */
  readonly at?: SQL
}

type Decided = typeof GRANTS | typeof RELEASES
/** Looks up to what the reader is tied, and which proposals are open. */
interface Lookups {
  readonly ownAward: SQL
  readonly ownPayout: SQL
  readonly open: (kind: Decided, subject: SQL) => (condition: SQL) => SQL
}

/** Without a join of awards, which the planner would read whole. */
const tiedAwards = (userId: string) => sql`select tied_award.id from tied_requests(${userId}::uuid) as tied
    join awards as tied_award on tied_award.application_id = tied.application_id`

/** Looks up in each condition. */
const lookUpInPlace = ({ userId, now }: Pick<GroupReader, 'userId' | 'now'>): Lookups => ({
  ownAward: isTiedTo(sql`${userId}::uuid`, sql`awards.application_id`),
  ownPayout: sql`(disbursements.award_id in (${tiedAwards(userId)}))`,
  open: (kind, subject) => openProposal(kind, subject, now),
})

/** Reads all of it once, ahead of a statement over many groups, in which planning each condition takes most of the time. */
const readAhead = ({ userId, now }: GroupReader) => sql`with
  tied_awards as materialized (select ${userId}::uuid as reader, id from (${tiedAwards(userId)}) as tied),
  open_grants as materialized (${openProposals(GRANTS, now)}),
  open_releases as materialized (${openProposals(RELEASES, now)})`

/** Looks up in what {@link readAhead} read. Conditions name their reader, since totals are remembered by them. */
function lookUpAhead({ userId }: GroupReader): Lookups {
  const tied = sql`(select id from tied_awards where reader = ${userId}::uuid)`
  return {
    ownAward: sql`(awards.id in ${tied})`,
    ownPayout: sql`(disbursements.award_id in ${tied})`,
    open: (kind, subject) => (condition) =>
      sql`exists (select from ${kind === GRANTS ? sql`open_grants` : sql`open_releases`} as proposals
                   where proposals.subject_id = ${subject} and ${condition})`,
  }
}

const PAUSED = sql`exists (
  select from disbursements as sibling where sibling.award_id = disbursements.award_id and sibling.state = 'disputed')`
const LEFT = sql`awards.amount > awards.in_payouts`
/** Tests that the request of an award is erased, as with its account: no one is asked or paid any more. */
const isErased = (
  awardId: SQL,
) => sql`exists (select from awards as theirs join aid_applications as request on request.id = theirs.application_id
  where theirs.id = ${awardId} and request.erased_at is not null)`
/** The last of these payouts ends the award of a closed account. */
const ENDS_BY_ITSELF = sql`exists (
  select from disbursements where award_id = awards.id and disbursements.state in ('released', 'sending', 'failed'))`
/** Tests the newest transfer of a disbursement that is being sent. */
const attempt = (condition: SQL) => sql`exists (
  select from (select * from payout_attempts where disbursement_id = disbursements.id
                order by created_at desc, id desc limit 1) as attempt
   where ${condition})`
const WAITS_FOR_CODE = attempt(
  sql`attempt.state = 'open' and attempt.provider_status = 'otp' and attempt.transfer_code is not null`,
)
const TO_REVIEW = attempt(sql`attempt.review_reason is not null`)
const ANY = sql`true`
/** With its time, by which an index finds it. */
const ENDED = sql`disbursements.ended_at is not null and disbursements.state in ('confirmed', 'returned', 'lost', 'cancelled')`
const ALONE = sql`disbursements.released_by = disbursements.proposed_by and disbursements.countersigned_by is null`

const grantOf = ({ open }: Lookups) => open(GRANTS, sql`awards.application_id`)
/** The release of its payout grants the award too: two people decide on both. */
const withPayout = (lookups: Lookups) => sql`(exists (select from disbursements
   where disbursements.award_id = awards.id and disbursements.state = 'proposed')
  and ${grantOf(lookups)(sql`proposals.signers <= 2`)})`
/** Whether a proposed disbursement can be released: not before three people have granted its award, and not once that proposal lapsed. */
const releasable = (lookups: Lookups) => sql`exists (select from awards where awards.id = disbursements.award_id
  and (awards.state = 'granted' or ${grantOf(lookups)(sql`proposals.signers <= 2`)}))`

/** An approved request of someone else without a granted or a proposed award; a proposal that lapsed counts no longer. */
export const toAward = (userId: string, now: Date, { open }: Lookups = lookUpInPlace({ userId, now })) =>
  sql`aid_applications.award_due_at is not null
  and aid_applications.user_id <> ${userId}::uuid and not ${open(GRANTS, sql`aid_applications.id`)(sql`true`)}`

const earlier = (now: Date, milliseconds: number) => sql`${after(now, -milliseconds).toISOString()}::timestamptz`

/**
 * Makes the conditions that the reader may grant, release or countersign.
 * @param alone milliseconds after which they may release alone
 */
function duties(reader: GroupReader, lookups: Lookups, alone: number) {
  const { userId, approves, now } = reader
  const own = lookups.ownPayout
  const approvable = (kind: Decided, mine: SQL, subject: SQL, isEarly: SQL, isShort: typeof isAwardShort) =>
    approves
      ? sql`(not ${mine} and ${lookups.open(
          kind,
          subject,
        )(sql`
          (proposals.proposed_by <> ${userId}::uuid or (proposals.signers = 1 and ${approves.sole} and ${isEarly}))
          and not exists (select from proposal_approvals
                           where proposal_id = proposals.id and approved_by = ${userId}::uuid)
          and not ${isShort(approves, now)}`)})`
      : sql`false`
  const request = sql`(select application_id from awards where id = disbursements.award_id)`
  const early = sql`disbursements.proposed_at <= ${earlier(now, alone)}`
  return {
    mayGrant: sql`(${approvable(GRANTS, lookups.ownAward, sql`awards.application_id`, sql`true`, isAwardShort)}
      and not ${isChangedSince(sql`awards.application_id`, sql`awards.proposed_at`)})`,
    mayRelease: sql`(${approvable(RELEASES, own, sql`disbursements.id`, early, isReleaseShort)} and not ${PAUSED}
      and not ${isHeld(request, now)} and not ${IS_OUTDATED} and not ${WAITS_FOR_NAMES})`,
    mayCountersign: approves
      ? sql`(${ALONE} and disbursements.released_by <> ${userId}::uuid and not ${own})`
      : sql`false`,
  }
}

/** The tables and conditions of all groups. */
function sourcesOf(env: Core['env'], reader: GroupReader, lookups = lookUpInPlace(reader)): readonly Source[] {
  const { userId, now } = reader
  const { unanswered, alone } = waitingTimes(env)
  const { mayGrant, mayRelease, mayCountersign } = duties(reader, lookups, alone)
  const inState = (state: PayoutState, groups: Source['groups'], where = sql`true`): Source => ({
    of: 'disbursement',
    where: sql`disbursements.state = ${state} and ${where}`,
    groups,
  })
  return [
    {
      of: 'request',
      where: toAward(userId, now, lookups),
      groups: [['to_award', ANY]],
      at: sql`aid_applications.award_due_at`,
    },
    {
      of: 'award',
      where: sql`awards.state = 'proposed' and not ${withPayout(lookups)}`,
      groups: [
        ['mine', mayGrant],
        ['grant', grantOf(lookups)(sql`true`)],
      ],
    },
    {
      of: 'award',
      where: sql`awards.state = 'granted' and ${LEFT} and not (${isErased(sql`awards.id`)} and ${ENDS_BY_ITSELF})`,
      groups: [['plan', ANY]],
    },
    inState(
      'proposed',
      [
        ['mine', mayRelease],
        ['release', ANY],
      ],
      releasable(lookups),
    ),
    inState('released', [['hand_over', ANY]]),
    inState('sending', [
      ['code', sql`(${WAITS_FOR_CODE} and not ${lookups.ownPayout})`],
      ['failed', TO_REVIEW],
      ['sending', ANY],
    ]),
    inState('failed', [['failed', ANY]]),
    inState('disputed', [['missing', ANY]]),
    {
      ...inState('sent', [
        [
          'call',
          sql`(disbursements.sent_at <= ${earlier(now, unanswered)} and not ${isErased(sql`disbursements.award_id`)})`,
        ],
        ['done', ANY],
      ]),
      at: sql`disbursements.sent_at`,
    },
    { of: 'disbursement', where: sql`${ENDED} and ${mayCountersign}`, groups: [['countersign', ANY]] },
    {
      of: 'disbursement',
      where: sql`${ENDED} and not ${mayCountersign}`,
      groups: [['ended', ANY]],
      at: sql`disbursements.ended_at`,
    },
  ]
}

/** Narrows the sources to some groups. */
const inGroups = (sources: readonly Source[], wanted: readonly PaymentGroup[]): Source[] =>
  sources.flatMap((source) => {
    const { groups, where } = source
    const [first, ...others] = groups.filter(([group]) => wanted.includes(group))
    if (!first) return []
    const kept: Groups = [first, ...others]
    if (kept.length === groups.length && groups.at(-1)?.[1] === ANY) return [source]
    const each = groups.flatMap(([group, condition], index) => {
      const earlier = groups.slice(0, index).map(([, other]) => sql`not (${other})`)
      return wanted.includes(group) ? [sql`(${sql.join([...earlier, condition], sql` and `)})`] : []
    })
    return [{ ...source, groups: kept, where: sql`${where} and (${sql.join(each, sql` or `)})` }]
  })

/** The condition on `disbursements` of a view with its filters. */
export function disbursementsIn(env: Core['env'], reader: GroupReader, view: PayoutView, filters: PayoutFilters): SQL {
  const conditions = inGroups(sourcesOf(env, reader), GROUPS_OF_VIEW[view])
    .filter(({ of }) => of === 'disbursement')
    .map(({ where }) => sql`(${where})`)
  const inView = conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
  return allOf([view !== 'all' && inView, narrowed('disbursement', filters)])
}

/** Search and filters of a view. */
export interface PayoutFilters {
  readonly search?: string | undefined
  readonly kind?: PayoutKind | undefined
  /** The days on which it was sent or handed over, from the start of the first to that of the day after the last. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** A condition on the rows of a table. */
function narrowed(of: Source['of'], { search, kind, from, to }: PayoutFilters): SQL {
  const isDisbursement = of === 'disbursement'
  return allOf([
    kind && (isDisbursement ? sql`disbursements.kind = ${kind}` : sql`false`),
    (from ?? to) !== undefined && !isDisbursement && sql`false`,
    // The day of the hand-over, which may be recorded later.
    ...(isDisbursement
      ? within(sql`(disbursements.sent_on::timestamp at time zone 'Africa/Lagos')`, { from, to })
      : []),
    search !== undefined && matching(of, search.trim()),
  ])
}

/** By the request, as in its list; a disbursement also by its slip, a reference of the provider, or its amount. */
function matching(of: Source['of'], typed: string): SQL {
  const request = searchConditions(typed)?.byIndex
  const requests = sql`(select applications.id from aid_applications as applications where ${request ?? sql`false`})`
  if (of === 'request') return sql`aid_applications.id in ${requests}`
  if (of === 'award') return sql`awards.application_id in ${requests}`
  const amount = parseNaira(typed.replaceAll(/[₦,\s]/g, ''))
  return sql`(${sql.join(
    [
      sql`disbursements.award_id in (select found.id from awards as found where found.application_id in ${requests})`,
      sql`disbursements.slip = ${readSlip(typed)}`,
      sql`disbursements.id in (select disbursement_id from payout_attempts where reference = ${typed.toLowerCase()})`,
      ...(amount === null ? [] : [sql`disbursements.amount = ${String(amount)}::bigint`]),
    ],
    sql` or `,
  )})`
}

/** The rows and their order. */
interface Wanted {
  readonly filters: PayoutFilters
  readonly newestFirst: boolean
}

const TABLES = {
  request: sql`aid_applications`,
  award: sql`awards`,
  disbursement: sql`disbursements`,
}

/** Up to so many rows of a source, after a place. */
function rowsOf({ of, where, groups, at }: Source, { filters, newestFirst }: Wanted, limit: number, from?: Place): SQL {
  const table = TABLES[of]
  const id = sql`${table}.id`
  const moment = at ?? sql`${table}.proposed_at`
  const award = { request: sql`null`, award: id, disbursement: sql`disbursements.award_id` }[of]
  const [beyond, order] = newestFirst ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const later =
    from && sql`(${moment}, ${id}) ${beyond} (${from.createdAt.toISOString()}::timestamptz, ${from.id}::uuid)`
  const [[first], ...others] = groups
  const group =
    others.length === 0
      ? sql`${first}::text`
      : sql`case ${sql.join(
          groups.map(([name, condition]) => sql`when ${condition} then ${name}::text`),
          sql` `,
        )} end`
  return sql`(select ${group} as "group", ${award}::text as award_id,
                     ${of === 'disbursement' ? sql`disbursements.id::text` : sql`null`} as disbursement_id, ${moment} as at, ${id}::text as id
                from ${table} where ${allOf([where, narrowed(of, filters), later])}
               order by ${moment} ${order}, ${id} ${order} limit ${limit})`
}

const Row = z.object({
  group: z.enum(PAYMENT_GROUPS),
  award_id: z.string().nullable(),
  disbursement_id: z.string().nullable(),
  at: z.coerce.date(),
  id: z.string(),
})

/**
 * Reads rows of groups as one list.
 * @param from the last row of the page before
 */
export async function readGroups(
  { db, env }: Pick<Core, 'env'> & { readonly db: Db },
  reader: GroupReader,
  groups: readonly PaymentGroup[],
  wanted: Wanted & { readonly limit: number; readonly from?: Place | undefined },
): Promise<GroupRow[]> {
  const { limit, from } = wanted
  const sources = inGroups(sourcesOf(env, reader, lookUpAhead(reader)), groups)
  const each = sources.map((source) => rowsOf(source, wanted, limit, from))
  const order = wanted.newestFirst ? sql`desc` : sql`asc`
  const found = await rows(
    db,
    sql`${readAhead(reader)}
        select * from (${sql.join(each, sql` union all `)}) as found order by at ${order}, id ${order} limit ${limit}`,
    Row,
  )
  return found.map((row) => ({
    group: row.group,
    awardId: row.award_id,
    disbursementId: row.disbursement_id,
    createdAt: row.at,
    id: row.id,
  }))
}

/** Counts the rows of groups. A group of more than 10,000 is not counted again for half a minute. */
export async function countGroups(
  core: Pick<Core, 'env' | 'db' | 'clock'>,
  reader: GroupReader,
  groups: readonly PaymentGroup[],
  filters: PayoutFilters,
): Promise<ReadonlyMap<PaymentGroup, Total>> {
  const counting = { ...reader, now: momentOf(reader.now) }
  const sources = sourcesOf(core.env, counting, lookUpAhead(counting))
  const totals = groups.map((group) => {
    const parts = inGroups(sources, [group]).map(
      ({ of, where }) =>
        sql`(select from ${TABLES[of]} where ${allOf([where, narrowed(of, filters)])} limit ${TOTAL_MAX + 1})`,
    )
    return { group, total: countBeside(core, sql`from (${sql.join(parts, sql` union all `)}) as each`) }
  })
  const columns = totals.map(({ group, total }) => sql`${total.column} as ${sql.identifier(group)}`)
  const counted = await onlyRow(core.db, sql`${readAhead(counting)} select ${sql.join(columns, sql`, `)}`, Counted)
  return new Map(totals.map(({ group, total }) => [group, total.of(counted[group])]))
}

const Counted = z.partialRecord(z.enum(PAYMENT_GROUPS), z.number().nullable())
