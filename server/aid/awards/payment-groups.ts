/** Sorts awards and disbursements by what has to be done next, in SQL: each group has its count, and is read in pages, oldest first. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { TOTAL_BEYOND, TOTAL_MAX } from '../../../contract/platform/admin-fields.ts'
import { PAYMENT_GROUPS, type PaymentGroup } from '../../../contract/aid/payout-fields.ts'
import { isTiedTo } from '../requests/impartial.ts'
import { after } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import type { Place } from '../../platform/http/cursor.ts'
import { openProposal } from '../../record/two-person/proposals.ts'
import { GRANTS, RELEASES } from './proposal-kinds.ts'
import { waitingTimes } from './waiting-times.ts'

/** For whom the groups are: what they may approve comes first, and is in no other group. */
export interface GroupReader {
  readonly userId: string
  /** Whether their roles let them approve. */
  readonly approves: boolean
  /** Whether they may approve alone what they proposed. */
  readonly sole: boolean
  readonly now: Date
}

/** A request without an award, an award that waits itself, or one of its disbursements. */
export interface GroupRow extends Place {
  readonly group: PaymentGroup
  /** Null: the id of the row is that of the request. */
  readonly awardId: string | null
  readonly disbursementId: string | null
}

/** The rows of a group: of requests, awards or disbursements, in the order of a time. */
interface Source {
  readonly of: 'request' | 'award' | 'disbursement'
  readonly where: SQL
  /** By which they are ordered, where that is not when they were proposed. */
  readonly at?: SQL
}

const ownAward = (userId: string) => isTiedTo(sql`${userId}::uuid`, sql`awards.application_id`)
/** Without a join of awards, which the planner would read whole. */
const ownDisbursement = (userId: string) => sql`(disbursements.award_id in (
  select tied_award.id from tied_requests(${userId}::uuid) as tied
    join awards as tied_award on tied_award.application_id = tied.application_id))`
const PAUSED = sql`exists (
  select from disbursements as sibling where sibling.award_id = disbursements.award_id and sibling.state = 'disputed')`
const LEFT = sql`awards.amount > (
  select coalesce(sum(used.amount - used.returned), 0) from disbursements as used
   where used.award_id = awards.id and used.state <> 'cancelled')`
/** Tests the newest transfer of a disbursement that is being sent. */
const attempt = (condition: SQL) => sql`exists (
  select from (select * from payout_attempts where disbursement_id = disbursements.id
                order by created_at desc, id desc limit 1) as attempt
   where ${condition})`
const WAITS_FOR_CODE = attempt(
  sql`attempt.state = 'open' and attempt.provider_status = 'otp' and attempt.transfer_code is not null`,
)
const TO_REVIEW = attempt(sql`attempt.review_reason is not null`)
const ALONE = sql`disbursements.released_by = disbursements.proposed_by and disbursements.countersigned_by is null`

/** The award is proposed, and a second person can still grant it. */
const GRANT_OPEN = (now: Date) => openProposal(GRANTS, sql`awards.application_id`, now)(sql`true`)

/** The release of its payout grants the award too: two people decide on both. */
const WITH_PAYOUT = (now: Date) => sql`(exists (select from disbursements
   where disbursements.award_id = awards.id and disbursements.state = 'proposed')
  and ${openProposal(GRANTS, sql`awards.application_id`, now)(sql`proposals.signers <= 2`)})`
/** Whether a proposed disbursement can be released: not before three people have granted its award, and not once that proposal lapsed. */
const RELEASABLE = (now: Date) => sql`exists (select from awards where awards.id = disbursements.award_id
  and (awards.state = 'granted' or ${openProposal(GRANTS, sql`awards.application_id`, now)(sql`proposals.signers <= 2`)}))`

/** An approved request of someone else without a granted or a proposed award; a proposal that lapsed counts no longer. */
export const toAward = (userId: string, now: Date) => sql`aid_applications.award_due_at is not null
  and aid_applications.user_id <> ${userId}::uuid and not ${openProposal(GRANTS, sql`aid_applications.id`, now)(sql`true`)}`

/** The tables and conditions of each group. */
function sourcesOf(env: Core['env'], reader: GroupReader): Readonly<Record<PaymentGroup, readonly Source[]>> {
  const { userId, approves, sole, now } = reader
  const { unanswered, alone } = waitingTimes(env)
  const own = ownDisbursement(userId)
  const earlier = (milliseconds: number) => sql`${after(now, -milliseconds).toISOString()}::timestamptz`
  const approvable = (kind: typeof GRANTS | typeof RELEASES, mine: SQL, subject: SQL, early: SQL) =>
    approves
      ? sql`(not ${mine} and ${openProposal(
          kind,
          subject,
          now,
        )(sql`
          (proposals.proposed_by <> ${userId}::uuid or (proposals.signers = 1 and ${sole} and ${early}))
          and not exists (select from proposal_approvals
                           where proposal_id = proposals.id and approved_by = ${userId}::uuid)`)})`
      : sql`false`
  const mayGrant = approvable(GRANTS, ownAward(userId), sql`awards.application_id`, sql`true`)
  const mayRelease = sql`(not ${PAUSED} and ${approvable(RELEASES, own, sql`disbursements.id`, sql`disbursements.proposed_at <= ${earlier(alone)}`)})`
  const ofAward = (where: SQL): Source => ({ of: 'award', where })
  const ofDisbursement = (where: SQL): Source => ({ of: 'disbursement', where })
  const bySent = { at: sql`disbursements.sent_at` }
  const sending = sql`disbursements.state = 'sending'`
  const code = sql`(${WAITS_FOR_CODE} and not ${own})`
  return {
    mine: [
      ofAward(sql`awards.state = 'proposed' and ${mayGrant} and not ${WITH_PAYOUT(now)}`),
      ofDisbursement(sql`disbursements.state = 'proposed' and ${mayRelease} and ${RELEASABLE(now)}`),
    ],
    to_award: [{ of: 'request', where: toAward(userId, now), at: sql`aid_applications.award_due_at` }],
    code: [ofDisbursement(sql`${sending} and ${code}`)],
    failed: [
      ofDisbursement(sql`disbursements.state = 'failed'`),
      ofDisbursement(sql`${sending} and ${TO_REVIEW} and not ${code}`),
    ],
    missing: [ofDisbursement(sql`disbursements.state = 'disputed'`)],
    hand_over: [ofDisbursement(sql`disbursements.state = 'released'`)],
    call: [
      {
        ...ofDisbursement(sql`disbursements.state = 'sent' and disbursements.sent_at <= ${earlier(unanswered)}`),
        ...bySent,
      },
    ],
    plan: [ofAward(sql`awards.state = 'granted' and ${LEFT}`)],
    grant: [
      ofAward(sql`awards.state = 'proposed' and not ${mayGrant} and ${GRANT_OPEN(now)} and not ${WITH_PAYOUT(now)}`),
    ],
    release: [ofDisbursement(sql`disbursements.state = 'proposed' and not ${mayRelease} and ${RELEASABLE(now)}`)],
    sending: [ofDisbursement(sql`${sending} and not ${TO_REVIEW} and not ${code}`)],
    done: [
      {
        ...ofDisbursement(sql`disbursements.state = 'sent' and disbursements.sent_at > ${earlier(unanswered)}`),
        ...bySent,
      },
    ],
    countersign: [
      ofDisbursement(
        approves
          ? sql`${ALONE} and disbursements.state in ('confirmed', 'returned', 'lost')
                and disbursements.released_by <> ${userId}::uuid and not ${own}`
          : sql`false`,
      ),
    ],
  }
}

/** Up to so many rows of a source, after a place. */
function rowsOf(group: PaymentGroup, { of, where, at }: Source, limit: number, from: Place | undefined): SQL {
  const table = sql.identifier({ request: 'aid_applications', award: 'awards', disbursement: 'disbursements' }[of])
  const id = sql`${table}.id`
  const moment = at ?? sql`${table}.proposed_at`
  const award = { request: sql`null`, award: id, disbursement: sql`disbursements.award_id` }[of]
  const later = from && sql` and (${moment}, ${id}) > (${from.createdAt.toISOString()}::timestamptz, ${from.id}::uuid)`
  return sql`(select ${group}::text as "group", ${award}::text as award_id,
                     ${of === 'disbursement' ? sql`disbursements.id::text` : sql`null`} as disbursement_id, ${moment} as at, ${id}::text as id
                from ${table} where ${where}${later} order by ${moment}, ${id} limit ${limit})`
}

const Row = z.object({
  group: z.enum(PAYMENT_GROUPS),
  award_id: z.string().nullable(),
  disbursement_id: z.string().nullable(),
  at: z.coerce.date(),
  id: z.string(),
})

/**
 * Reads some rows of groups, oldest first. One more than `limit` of a group tells that it goes on.
 * @param from the last row of the page before, of a single group
 */
export async function readGroups(
  { db, env }: Pick<Core, 'env'> & { readonly db: Db },
  reader: GroupReader,
  groups: readonly PaymentGroup[],
  limit: number,
  from?: Place,
): Promise<Map<PaymentGroup, GroupRow[]>> {
  const sources = sourcesOf(env, reader)
  const each = groups.flatMap((group) => sources[group].map((source) => rowsOf(group, source, limit + 1, from)))
  const found = await rows(db, sql`select * from (${sql.join(each, sql` union all `)}) as found order by at, id`, Row)
  const of = (group: PaymentGroup) =>
    found
      .filter((row) => row.group === group)
      .slice(0, limit + 1)
      .map((row) => ({
        group,
        awardId: row.award_id,
        disbursementId: row.disbursement_id,
        createdAt: row.at,
        id: row.id,
      }))
  return new Map(groups.map((group) => [group, of(group)]))
}

/** Counts groups: exact up to 10,000. */
export async function countGroups(
  { db, env }: Pick<Core, 'env'> & { readonly db: Db },
  reader: GroupReader,
  groups: readonly PaymentGroup[],
): Promise<Map<PaymentGroup, number | typeof TOTAL_BEYOND>> {
  const sources = sourcesOf(env, reader)
  const counts = groups.map((group) => {
    const parts = sources[group].map((source) => rowsOf(group, source, TOTAL_MAX + 1, undefined))
    return sql`select ${group}::text as "group", count(*)::int as total from (${sql.join(parts, sql` union all `)}) as counted`
  })
  const found = await rows(
    db,
    sql.join(counts, sql` union all `),
    z.object({ group: z.enum(PAYMENT_GROUPS), total: z.number() }),
  )
  return new Map(found.map(({ group, total }) => [group, total > TOTAL_MAX ? TOTAL_BEYOND : total]))
}
