/**
 * Merging two profiles of one person, neither of whom can sign in: a reviewer proposes it, an administrator confirms it
 * (server/record/two-person), and for 30 days it can be undone. Only requests move. People who can sign in would see what another person told
 * staff if the merge were wrong, and money and the audit stay with whom they were booked for: both are refused (decision 0030).
 */
import { and, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { MERGE_UNDO_DAYS } from '../../../contract/platform/admin-fields.ts'
import { caseNumber } from '../requests/case-number.ts'
import { moveRequests, type Owner } from '../review/move-requests.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { CAN_SIGN_IN, personIn, readPeople } from '../../people/sign-in/people.ts'
import { addMerge, isEnded, recordMerged, recordUndone, type Merge } from '../../people/households/ended.ts'
import { profileMerges } from '../../people/households/schema.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import {
  confirmProposal,
  getOpenProposal,
  listUndecidedProposals,
  propose,
  withdrawProposal,
  type ProposalKind,
} from '../../record/two-person/proposals.ts'
import { proposals } from '../../record/two-person/schema.ts'

const MERGES: ProposalKind<'merge'> = {
  name: 'profile_merge',
  choices: ['merge'],
  duties: { propose: 'decide_requests', confirm: 'administer' },
  audited: {
    subject: 'beneficiary',
    proposed: 'beneficiary.merge_proposed',
    confirmed: 'beneficiary.merged',
    withdrawn: 'beneficiary.merge_withdrawn',
  },
}
const NO_SUCH = { detail: 'There is no such person.' }
const UNDONE_WITHIN = hours(24 * MERGE_UNDO_DAYS)

/**
 * Proposes that a profile ends and its requests go to another profile of the same person.
 * @param merge the ids of the profile that ends and of the one that stays
 * @throws AppError `not_found`, `merge_refused`, `already_proposed`
 */
export async function proposeMerge(
  { db, clock }: Core,
  by: Administering,
  { merged: mergedId, kept: keptId, reason }: { merged: string; kept: string; reason: string },
) {
  const now = clock.now()
  const id = await db.transaction(async (tx) => {
    await requireMergeable(tx, { mergedId, keptId })
    const about = { subjectId: mergedId, after: { kept: keptId } }
    const proposed = await propose(tx, MERGES, by, { subjectId: mergedId, choice: 'merge', reason }, about, now)
    await addMerge(tx, { id: proposed.id, mergedId, keptId })
    return proposed.id
  })
  return describeOne({ db, clock }, id, by.userId)
}

/**
 * Confirms a merge that another person proposed, and moves the requests.
 * @throws AppError `not_found`, `second_administrator_needed`, `proposal_lapsed`, `merge_refused`
 */
export async function confirmMerge({ db, clock }: Core, by: Administering, id: string) {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await getOpenProposal(tx, MERGES, id)
    const merge = await getMerge(tx, id)
    const { merged, kept } = await requireMergeable(tx, merge)
    const about = { subjectId: merge.mergedId, after: { kept: merge.keptId } }
    await confirmProposal(tx, MERGES, by, id, about, now)
    const requests = await moveRequests(tx, by, { from: merged, to: kept, only: null }, now)
    await recordMerged(tx, id, requests, now)
    const other = { subject: 'beneficiary', subjectId: kept.id, personId: kept.userId } as const
    await recordAudit(tx, { by, action: 'beneficiary.merged', ...other, before: { merged: merged.id } }, now)
  })
  return describeOne({ db, clock }, id, by.userId)
}

/** Withdraws an open proposal. @throws AppError `not_found` */
export async function withdrawMerge({ db, clock }: Core, by: Administering, id: string) {
  await db.transaction(async (tx) => {
    const { subjectId } = await getOpenProposal(tx, MERGES, id)
    await withdrawProposal(tx, MERGES, by, id, { subjectId }, clock.now())
  })
  return { id }
}

/**
 * Undoes a merge: the moved requests go back to the profile that had ended. One administrator may, since nothing is lost by it.
 * @throws AppError `not_found`, `merge_refused` (after 30 days, or a moved request has got money or its profile was merged further)
 */
export async function undoMerge({ db, clock }: Core, by: Administering, id: string) {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const merge = await getMerge(tx, id)
    const { merged, kept } = await lockPair(tx, merge)
    if (merge.mergedAt === null || merge.undoneAt !== null) throw new AppError('not_found')
    if (after(merge.mergedAt, UNDONE_WITHIN) <= now) throw refused(`A merge can be undone for ${MERGE_UNDO_DAYS} days.`)
    if (kept.has_ended)
      throw refused(
        'The profile that was kept has since ended: merged into another, or claimed by the account of the person. Undo that first.',
      )
    if (await haveMoney(tx, { requests: merge.requests })) throw refused(MONEY)
    await moveRequests(tx, by, { from: kept, to: merged, only: merge.requests }, now)
    await recordUndone(tx, id, by.userId, now)
    for (const { id: subjectId, userId } of [merged, kept]) {
      const about = { subject: 'beneficiary', subjectId, personId: userId } as const
      await recordAudit(tx, { by, action: 'beneficiary.merge_undone', ...about }, now)
    }
  })
  return describeOne({ db, clock }, id, by.userId)
}

/** Undecided proposals, newest first, also those that lapsed, and then the merges that can still be undone. */
export async function listMerges({ db, clock }: Core, by: Administering) {
  const now = clock.now()
  const open = (await listUndecidedProposals(db, MERGES, now)).map(({ id }) => id)
  const found = await db
    .select({ id: profileMerges.id })
    .from(profileMerges)
    .where(
      or(
        inArray(profileMerges.id, open),
        and(isNull(profileMerges.undoneAt), gt(profileMerges.mergedAt, after(now, -UNDONE_WITHIN))),
      ),
    )
    .orderBy(desc(isNull(profileMerges.mergedAt)), desc(profileMerges.id))
  const read = { action: 'list.read', subject: 'list', subjectId: 'merges', after: { rows: found.length } } as const
  await db.transaction((tx) => recordAudit(tx, { by, ...read }, now))
  return describe(
    { db, clock },
    found.map(({ id }) => id),
    by.userId,
  )
}

const MONEY =
  'One of them has an award, a bank account or a wallet. Money stays with the person it was booked for; they are shown together as one person without a merge.'

function refused(detail: string): AppError {
  return new AppError('merge_refused', { detail })
}

async function getMerge(tx: Tx, id: string): Promise<Merge> {
  const [merge] = await tx.select().from(profileMerges).where(eq(profileMerges.id, id)).for('update')
  if (!merge) throw new AppError('not_found')
  return merge
}

const PairRow = z.object({ id: z.string(), userId: z.string(), has_sign_in: z.boolean(), has_ended: z.boolean() })
type Member = z.output<typeof PairRow> & Owner

/** Both are locked until the transaction ends, so that no request is added to them, and no sign-in. */
async function lockPair(tx: Tx, { mergedId, keptId }: Pick<Merge, 'mergedId' | 'keptId'>) {
  const found = await rows(
    tx,
    sql`select profiles.id::text, profiles.user_id::text as "userId", ${isEnded(sql`profiles.id`)} as has_ended,
               ${CAN_SIGN_IN} as has_sign_in
          from profiles join users on users.id = profiles.user_id
         where profiles.id in (${mergedId}::uuid, ${keptId}::uuid) and profiles.role = 'beneficiary' and users.closed_at is null
         order by profiles.id for no key update of profiles, users`,
    PairRow,
  )
  const memberOf = (id: string): Member => {
    const member = found.find((each) => each.id === id)
    if (!member) throw new AppError('not_found', NO_SUCH)
    return member
  }
  return { merged: memberOf(mergedId), kept: memberOf(keptId) }
}

/** @throws AppError `not_found`, `merge_refused` */
async function requireMergeable(tx: Tx, ids: Pick<Merge, 'mergedId' | 'keptId'>) {
  const pair = await lockPair(tx, ids)
  const { merged, kept } = pair
  if (merged.id === kept.id) throw refused('Choose two different people.')
  if (merged.has_ended || kept.has_ended)
    throw refused(
      'One of them has ended already: merged into another profile, or claimed by the account of the person.',
    )
  if (merged.has_sign_in || kept.has_sign_in)
    throw refused('One of them can sign in. Only people for whom staff entered everything can be merged.')
  const { said } = await onlyRow(
    tx,
    sql`select exists (select from person_links where link = 'same_person'
          and first_id = least(${merged.userId}::uuid, ${kept.userId}::uuid)
          and second_id = greatest(${merged.userId}::uuid, ${kept.userId}::uuid)) as said`,
    z.object({ said: z.boolean() }),
  )
  if (!said) throw refused('First say that they are the same person.')
  if (await haveMoney(tx, { people: [merged.userId, kept.userId] })) throw refused(MONEY)
  return pair
}

/** Whether there is an award, a bank account or a wallet: of people, or of requests. */
async function haveMoney(
  tx: Tx,
  of: { readonly people: readonly string[] } | { readonly requests: readonly string[] },
): Promise<boolean> {
  const [people, requests] = 'people' in of ? [of.people, []] : [[], of.requests]
  const { found } = await onlyRow(
    tx,
    sql`with theirs as (select id from aid_applications
                         where user_id = any(${sql.param([...people])}::uuid[]) or id = any(${sql.param([...requests])}::uuid[]))
        select exists (select from awards join theirs on theirs.id = awards.application_id)
            or exists (select from payees join theirs on theirs.id = payees.application_id)
            or exists (select from wallets where user_id = any(${sql.param([...people])}::uuid[])) as found`,
    z.object({ found: z.boolean() }),
  )
  return found
}

async function describeOne(core: Pick<Core, 'db' | 'clock'>, id: string, readerId: string) {
  const [merge] = await describe(core, [id], readerId)
  invariant(merge, 'the merge was just written')
  return merge
}

/** In the order of the ids. */
async function describe({ db, clock }: Pick<Core, 'db' | 'clock'>, ids: readonly string[], readerId: string) {
  const now = clock.now()
  const found = await db
    .select({ merge: profileMerges, proposal: proposals })
    .from(profileMerges)
    .innerJoin(proposals, eq(proposals.id, profileMerges.id))
    .where(and(inArray(profileMerges.id, [...ids]), isNotNull(proposals.reason)))
  const names = await readNames(
    db,
    found.flatMap(({ merge }) => [merge.mergedId, merge.keptId]),
  )
  const people = await readPeople(
    db,
    found.flatMap(({ merge, proposal }) =>
      [proposal.proposedBy, proposal.decidedBy ?? [], merge.undoneBy ?? []].flat(),
    ),
  )
  const cases = await readCases(
    db,
    found.flatMap(({ merge }) => [merge.mergedId, merge.keptId]),
  )
  return ids.flatMap((id) => {
    const row = found.find(({ merge }) => merge.id === id)
    if (!row) return []
    const { merge, proposal } = row
    const isMoved = (each: Case) => merge.undoneAt === null && merge.requests.includes(each.id)
    const describeProfile = (profileId: string, isIts: (each: Case) => boolean) => ({
      id: profileId,
      full_name: names.get(profileId) ?? '',
      case_numbers: cases
        .filter(isIts)
        .slice(0, CASES_MAX)
        .map(({ number }) => caseNumber(number)),
    })
    return {
      id,
      merged: describeProfile(merge.mergedId, (each) => each.profile_id === merge.mergedId || isMoved(each)),
      kept: describeProfile(merge.keptId, (each) => each.profile_id === merge.keptId && !isMoved(each)),
      requests: merge.requests.length,
      reason: proposal.reason,
      proposed_by: personIn(people, proposal.proposedBy),
      created_at: proposal.proposedAt,
      expires_at: proposal.expiresAt,
      may_confirm: proposal.state === 'proposed' && proposal.expiresAt > now && proposal.proposedBy !== readerId,
      merged_by: merge.mergedAt && proposal.decidedBy ? personIn(people, proposal.decidedBy) : null,
      merged_at: merge.mergedAt,
      undo_until: merge.mergedAt && !merge.undoneAt ? after(merge.mergedAt, UNDONE_WITHIN) : null,
    }
  })
}

const CASES_MAX = 5
const Case = z.object({ id: z.string(), profile_id: z.string(), number: z.coerce.bigint() })
type Case = z.output<typeof Case>

/** The requests of profiles, newest first. */
function readCases(db: Db, ids: readonly string[]) {
  return rows(
    db,
    sql`select id::text, beneficiary_id::text as profile_id, number::text from aid_applications
         where beneficiary_id = any(${sql.param([...ids])}::uuid[]) order by aid_applications.number desc`,
    Case,
  )
}

async function readNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await rows(
    db,
    sql`select id::text, full_name from profiles where id = any(${sql.param([...ids])}::uuid[])`,
    z.object({ id: z.string(), full_name: z.string() }),
  )
  return new Map(found.map((row) => [row.id, row.full_name]))
}
