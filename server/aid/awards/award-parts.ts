/** Reads everything that belongs to the awards shown, in one go. */
import { asc, desc, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { findTied } from '../requests/impartial.ts'
import { aidApplications } from '../requests/schema.ts'
import { readPeople } from '../../people/sign-in/people.ts'
import { findDocumentsByIds } from '../documents/evidence.ts'
import { readHeldUntil } from '../complaints/holds.ts'
import { readLimits } from '../limits/limits.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { plain, prepared } from '../../platform/db/prepared.ts'
import { payees } from '../payees/schema.ts'
import { readPayeeChanges } from '../payees/standing.ts'
import { readReceivingOf } from '../payees/wishes.ts'
import { isAsAgreed } from '../../record/audit/act-digests.ts'
import { listOpenProposals, readApprovals } from '../../record/two-person/proposals.ts'
import { AWARD } from './acts.ts'
import { readCounted } from './counted-awards.ts'
import { HAS_LOST_ACCOUNT } from './decision-views.ts'
import { GRANTS, RELEASES, WRITE_OFFS } from './proposal-kinds.ts'
import {
  awardFunds,
  confirmations,
  disbursementEvidence,
  disbursements,
  type Award,
  payoutAttempts,
  slipReads as slipReadsTable,
  type Disbursement,
} from './schema.ts'
import { isSole } from './sole-administrator.ts'

export type Viewing = Pick<Core, 'clock' | 'env' | 'keys'> & { readonly db: Db | Tx }

const IDS = { ids: plain<readonly string[]>() }
const selectPaid = prepared('disbursements_of_awards', IDS, (db, { ids }) =>
  db
    .select()
    .from(disbursements)
    .where(sql`${disbursements.awardId} = any(${ids}::uuid[])`)
    .orderBy(asc(disbursements.proposedAt), asc(disbursements.id)),
)
const selectFunds = prepared('funds_of_awards', IDS, (db, { ids }) =>
  db
    .select()
    .from(awardFunds)
    .where(sql`${awardFunds.awardId} = any(${ids}::uuid[])`)
    .orderBy(asc(awardFunds.place)),
)
const selectOwners = prepared('owners_of_requests', IDS, (db, { ids }) =>
  db
    .select({ id: aidApplications.id, erasedAt: aidApplications.erasedAt, ownedSince: aidApplications.ownedSince })
    .from(aidApplications)
    .where(sql`${aidApplications.id} = any(${ids}::uuid[])`),
)

/** @param userId who reads them */
export async function readParts({ db, clock, env, keys }: Viewing, userId: string, all: readonly Award[]) {
  const now = clock.now()
  const ids = all.map(({ id }) => id)
  const paid = await selectPaid(db, { ids })
  const paidIds = paid.map(({ id }) => id)
  const requestIds = all.map(({ applicationId }) => applicationId)
  const { answers, slipReads } = await readAnswers(db, paidIds)
  const evidence = await ofSome(paidIds, (some) =>
    db
      .select()
      .from(disbursementEvidence)
      .where(inArray(disbursementEvidence.disbursementId, [...some])),
  )
  const grants = await listOpenProposals(db, GRANTS, now, requestIds)
  const releases = await listOpenProposals(db, RELEASES, now, paidIds)
  const writeOffs = await listOpenProposals(db, WRITE_OFFS, now, paidIds)
  const approvals = await readApprovals(
    db,
    [...grants, ...releases].map(({ id }) => id),
  )
  const owners = new Map((await selectOwners(db, { ids: requestIds })).map((owner) => [owner.id, owner]))
  const moved = new Set<string>()
  // Asks about the few requests that moved.
  for (const { id, applicationId } of all)
    if (owners.get(applicationId)?.ownedSince && (await isAsAgreed({ keys }, db, AWARD, id)) === false) moved.add(id)
  const people = await readPeople(
    db,
    [
      ...all.flatMap(({ proposedBy, grantedBy }) => [proposedBy, grantedBy]),
      ...paid.flatMap((each) => [each.proposedBy, each.releasedBy, each.countersignedBy, each.sentBy, each.holder]),
      ...answers.map(({ recordedBy }) => recordedBy),
      ...slipReads.map(({ readBy }) => readBy),
      ...approvals.map(({ approvedBy }) => approvedBy),
      ...writeOffs.map(({ proposedBy }) => proposedBy),
    ].filter((id) => id !== null),
  )
  const limits = await readLimits(db)
  return {
    now,
    env,
    sole: await isSole({ env }, db),
    limits,
    heldUntil: await readHeldUntil(db, requestIds, now),
    receivingOf: await readReceivingOf(db, requestIds, { env, limits, now }),
    counted: await readCounted(db, requestIds, now, { withProposed: false }),
    funds: await selectFunds(db, { ids }),
    paid,
    answers,
    slipReads,
    evidence,
    ...(await readTransfers(db, paid)),
    documents: await findDocumentsByIds(
      db,
      evidence.map(({ documentId }) => documentId).filter((id) => id !== null),
    ),
    grants,
    releases,
    writeOffs,
    approvals,
    tied: await findTied(db, userId, requestIds),
    owners,
    /** Awards that someone else was granted: nothing more is paid from them (agreements.ts). */
    moved,
    people,
  }
}

/** Recipients' answers, newest first, and the staff who have read their codes. */
async function readAnswers(db: Db | Tx, paidIds: readonly string[]) {
  return {
    answers: await ofSome(paidIds, (some) =>
      db
        .select()
        .from(confirmations)
        .where(inArray(confirmations.disbursementId, [...some]))
        .orderBy(desc(confirmations.createdAt), desc(confirmations.id)),
    ),
    slipReads: await ofSome(paidIds, (some) =>
      db
        .select()
        .from(slipReadsTable)
        .where(inArray(slipReadsTable.disbursementId, [...some]))
        .orderBy(slipReadsTable.readAt),
    ),
  }
}

/** The accounts that bank payments go to, and the attempts to send them, oldest first. */
async function readTransfers(db: Db | Tx, paid: readonly Disbursement[]) {
  const ids = paid.map(({ id }) => id)
  const payeeIds = paid.map(({ payeeId }) => payeeId).filter((id) => id !== null)
  const givenUp = await ofSome(payeeIds, () =>
    rows(
      db,
      sql`select id::text from disbursements where id = any(${sql.param(ids)}::uuid[]) and ${HAS_LOST_ACCOUNT}`,
      z.object({ id: z.string() }),
    ),
  )
  return {
    /** Payments whose account its owner replaced, or gave up for another way. */
    givenUp: new Set(givenUp.map(({ id }) => id)),
    payeeChangesOf: await readPayeeChanges(db, payeeIds),
    attempts: await ofSome(ids, (some) =>
      db
        .select()
        .from(payoutAttempts)
        .where(inArray(payoutAttempts.disbursementId, [...some]))
        .orderBy(asc(payoutAttempts.createdAt), asc(payoutAttempts.id)),
    ),
    payees: await ofSome(payeeIds, (some) =>
      db
        .select()
        .from(payees)
        .where(inArray(payees.id, [...some])),
    ),
  }
}

/** Reads nothing where there is nothing to look for, as for an award without payments. */
async function ofSome<T>(ids: readonly string[], read: (ids: readonly string[]) => Promise<T[]>): Promise<T[]> {
  return ids.length === 0 ? [] : read(ids)
}
