/** Awards and disbursements in the list of decisions, and who may not confirm them. */
import { inArray, sql, type SQL } from 'drizzle-orm'
import { ALONE_WEEK_MAX } from '../../../contract/aid/payout-fields.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { caseNumber } from '../requests/case-number.ts'
import { isHeld } from '../complaints/holds.ts'
import { readLimits } from '../limits/limits.ts'
import { isTiedTo } from '../requests/impartial.ts'
import { aidApplications } from '../requests/schema.ts'
import { readPeople, personIn } from '../../people/sign-in/people.ts'
import { after } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Db } from '../../platform/db/db.ts'
import { accountFacts } from '../payees/checks.ts'
import { payees } from '../payees/schema.ts'
import { isChangedSince, readPayeeChanges, WAITS_FOR_CHECK } from '../payees/standing.ts'
import { IS_GIVEN_UP } from './agreements.ts'
import { countedSince } from './counted-awards.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import type { DecisionReader, DecisionView } from '../../record/two-person/decisions.ts'
import type { Proposal } from '../../record/two-person/proposals.ts'
import { awards, disbursements } from './schema.ts'
import { isSole } from './sole-administrator.ts'
import { waitingTimes } from './waiting-times.ts'

type Found = readonly Pick<Proposal<string>, 'id' | 'subjectId' | 'state' | 'proposedAt'>[]

/** Each by its request, which is its subject. */
export async function viewAwardDecisions(db: Db, found: Found): Promise<ReadonlyMap<string, DecisionView>> {
  const requestIds = found.map(({ subjectId }) => subjectId)
  const all = await db.select().from(awards).where(inArray(awards.applicationId, requestIds))
  const requestOf = await readRequests(db, requestIds)
  return new Map(
    found.flatMap(({ id, subjectId, proposedAt }) => {
      // A request may have several, one after the other.
      const award = all.find(
        (each) => each.applicationId === subjectId && each.proposedAt.getTime() === proposedAt.getTime(),
      )
      if (!award) return []
      return [
        [id, { ...requestOf(subjectId), amounts: [{ name: 'amount', before: null, after: award.amount }] }] as const,
      ]
    }),
  )
}

/** Releases and losses. */
export async function viewDisbursements(db: Db, found: Found): Promise<ReadonlyMap<string, DecisionView>> {
  const ids = found.map(({ subjectId }) => subjectId)
  const all = await db.select().from(disbursements).where(inArray(disbursements.id, ids))
  const payeeIds = all.flatMap(({ payeeId }) => payeeId ?? [])
  const accounts = await db.select().from(payees).where(inArray(payees.id, payeeIds))
  const changesOf = await readPayeeChanges(db, payeeIds)
  const awardIds = all.map(({ awardId }) => awardId)
  const granted = await db.select().from(awards).where(inArray(awards.id, awardIds))
  const requestOf = await readRequests(
    db,
    granted.map(({ applicationId }) => applicationId),
  )
  return new Map(
    found.flatMap(({ id, subjectId }) => {
      const payment = all.find((each) => each.id === subjectId)
      const award = granted.find((each) => each.id === payment?.awardId)
      if (!payment || !award) return []
      const { kind, amount, returned, item, slip, payeeId } = payment
      const account = accounts.find((each) => each.id === payeeId)
      const optional = (name: 'item' | 'slip', after: string | null) =>
        after === null ? [] : [{ name, before: null, after }]
      const facts = [
        { name: 'payment_kind' as const, before: null, after: kind },
        ...(account ? accountFacts(account, changesOf(account.id)) : []),
        ...optional('item', item),
        ...optional('slip', slip),
      ]
      const amounts = [{ name: 'amount' as const, before: null, after: amount - returned }]
      return [[id, { ...requestOf(award.applicationId), amounts, facts }] as const]
    }),
  )
}

async function readRequests(db: Db, ids: readonly string[]) {
  const found = await db
    .select({ id: aidApplications.id, number: aidApplications.number, userId: aidApplications.userId })
    .from(aidApplications)
    .where(inArray(aidApplications.id, [...ids]))
  const people = await readPeople(
    db,
    found.map(({ userId }) => userId),
  )
  return (id: string) => {
    const request = found.find((each) => each.id === id)
    if (!request) return { subject: '' }
    const number = caseNumber(request.number)
    return { subject: personIn(people, request.userId).full_name || number, caseNumber: number }
  }
}

/** An own proposal with one signer, where its proposer is not the only one who handles money. */
const notAlone = ({ env }: Pick<Core, 'env'>, userId: string): SQL =>
  sql`(proposals.proposed_by = ${userId}::uuid and ${
    env.payouts.soleAdministrator
      ? sql`(select count(*) from profiles where ${withDuty('handle_money')}) > 1`
      : sql`true`
  })`

/** An award of two people with its payout waits for the release alone, which grants it (decision 0062). */
const GRANTED_BY_RELEASE = sql`(proposals.signers <= 2 and exists (
  select from awards join disbursements on disbursements.award_id = awards.id and disbursements.state = 'proposed'
   where awards.application_id = proposals.subject_id and awards.state = 'proposed'))`
/** A payout whose award three people grant first. */
const GRANTED_FIRST = sql`exists (
  select from disbursements join awards on awards.id = disbursements.award_id and awards.state = 'proposed'
    join proposals as grants on grants.kind = 'award' and grants.subject_id = awards.application_id and grants.state = 'proposed'
   where disbursements.id = proposals.subject_id and grants.signers > 2)`

/** The condition on `disbursements` that its applicant named another account since, or asked for another way. */
export const HAS_LOST_ACCOUNT = sql`exists (
  select from payees where payees.id = disbursements.payee_id and (replaced_at is not null or ${IS_GIVEN_UP}))`

/** The condition on `disbursements` that a proposed one must be proposed anew, because its applicant or their account changed. */
export const IS_OUTDATED = sql`(${isChangedSince(
  sql`(select application_id from awards where id = disbursements.award_id)`,
  sql`disbursements.proposed_at`,
)} or ${HAS_LOST_ACCOUNT})`

/** The condition on `disbursements` that two people must compare the names of its account first. */
export const WAITS_FOR_NAMES = sql`exists (select from payees where payees.id = disbursements.payee_id and ${WAITS_FOR_CHECK})`

export const barredFromAward = (core: Pick<Core, 'env'>, { userId }: DecisionReader): SQL =>
  sql`(${notAlone(core, userId)} or ${GRANTED_BY_RELEASE})`

export const isTiedToDisbursement = (userId: string): SQL => sql`exists (
  select from disbursements join awards on awards.id = disbursements.award_id
   where disbursements.id = proposals.subject_id and ${isTiedTo(sql`${userId}::uuid`, sql`awards.application_id`)})`

/** Something that arrived or came back meanwhile is no loss. */
export const isLossOver = (): SQL => sql`not exists (
  select from disbursements where disbursements.id = proposals.subject_id and disbursements.state in ('sent', 'disputed'))`

/** Adds up what counts with an award now, as `readTotalWith` does. */
const totalWith = (
  now: Date,
) => sql`(awards_counted(awards.application_id, ${countedSince(now).toISOString()}::timestamptz, false)
    + case awards.state when 'proposed' then awards.amount else 0 end)`

/** The rules for the number of people that are in force. */
export interface PeopleRules {
  readonly threePeopleAbove: Kobo
  /** One administrator may approve their own proposals. */
  readonly sole: boolean
}

export async function readPeopleRules(core: Pick<Core, 'env' | 'db'>): Promise<PeopleRules> {
  const { threePeopleAbove } = await readLimits(core.db)
  return { threePeopleAbove, sole: await isSole(core, core.db) }
}

/** The condition on `awards` and `proposals` that a proposed one needs more people now than it was proposed for. */
export const isAwardShort = ({ threePeopleAbove, sole }: PeopleRules, now: Date): SQL =>
  sql`(awards.state = 'proposed' and proposals.signers < 3 and ${totalWith(now)} > case proposals.signers
    when 1 then ${String(sole ? ALONE_WEEK_MAX : -1n)}::bigint else ${String(threePeopleAbove)}::bigint end)`

/** Applies {@link isAwardShort} to `disbursements`. */
export const isReleaseShort = ({ threePeopleAbove }: PeopleRules, now: Date): SQL =>
  sql`(proposals.signers < 3 and exists (select from awards
    where awards.id = disbursements.award_id and ${totalWith(now)} > ${String(threePeopleAbove)}::bigint))`

export const isAwardOver = async (core: Core, now: Date): Promise<SQL> =>
  sql`exists (select from awards
    where awards.application_id = proposals.subject_id and ${isAwardShort(await readPeopleRules(core), now)})`

/** The applicant or their account changed, or it was proposed for fewer people than it needs now. */
export const isReleaseOver = async (core: Core, now: Date): Promise<SQL> =>
  sql`exists (select from disbursements where disbursements.id = proposals.subject_id
    and (${IS_OUTDATED} or ${isReleaseShort(await readPeopleRules(core), now)}))`

/** One who is alone waits before they release. */
export function barredFromRelease(core: Pick<Core, 'env'>, { userId, now }: DecisionReader): SQL {
  const since = after(now, -waitingTimes(core.env).alone).toISOString()
  return sql`(${notAlone(core, userId)} or ${GRANTED_FIRST}
    or exists (select from disbursements join awards on awards.id = disbursements.award_id
                where disbursements.id = proposals.subject_id and (${isHeld(sql`awards.application_id`, now)} or ${WAITS_FOR_NAMES}))
    or proposals.proposed_by = ${userId}::uuid and proposals.proposed_at > ${since}::timestamptz)`
}
