/** Locks what an administrator acts on, in one order everywhere: the applicant's account, the request, the award, the disbursement. */
import { eq } from 'drizzle-orm'
import type { Kobo } from '../../../contract/platform/money.ts'
import { requireImpartial } from '../requests/impartial.ts'
import { aidApplications, type Application } from '../requests/schema.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import { hasRecentSecondStep } from '../../people/sign-in/recent-sign-in.ts'
import { readLimits, type PayoutLimits } from '../limits/limits.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { awards, disbursements, type Award, type Disbursement } from './schema.ts'

/** An administrator in one session. */
export interface Approver extends Administering {
  readonly sessionId: string
}

export interface LockedAward {
  readonly award: Award
  readonly request: Application
}
export interface LockedPayout extends LockedAward {
  readonly disbursement: Disbursement
}

const findApplicant = prepared('find_applicant', { id: aidApplications.id }, (db, { id }) =>
  db.select({ userId: aidApplications.userId }).from(aidApplications).where(eq(aidApplications.id, id)),
)
const lockRequestRow = prepared('lock_request', { id: aidApplications.id }, (db, { id }) =>
  db.select().from(aidApplications).where(eq(aidApplications.id, id)).for('update'),
)
const selectAward = prepared('find_award', { id: awards.id }, (db, { id }) =>
  db.select().from(awards).where(eq(awards.id, id)),
)
const lockAwardRow = prepared('lock_award', { id: awards.id }, (db, { id }) =>
  db.select().from(awards).where(eq(awards.id, id)).for('update'),
)
const lockDisbursementRow = prepared('lock_disbursement', { id: disbursements.id }, (db, { id }) =>
  db.select().from(disbursements).where(eq(disbursements.id, id)).for('update'),
)

export async function lockRequest(tx: Tx, by: Administering, id: string): Promise<Application> {
  const [found] = await findApplicant(tx, { id })
  if (!found) throw new AppError('not_found', { detail: 'There is no such request.' })
  return lockRequestOf(tx, by, { requestId: id, userId: found.userId })
}

async function lockRequestOf(
  tx: Tx,
  by: Administering,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<Application> {
  await lockOpenAccount(tx, userId, 'key share')
  const [request] = await lockRequestRow(tx, { id: requestId })
  invariant(request, 'requests are never deleted')
  await requireImpartial(tx, requestId, by.userId)
  return request
}

/** Columns that never change, read before the locks. */
const BELONGS = { awardId: awards.id, requestId: aidApplications.id, userId: aidApplications.userId }
const findAwardSubjects = prepared('find_award_subjects', { id: awards.id }, (db, { id }) =>
  db
    .select(BELONGS)
    .from(awards)
    .innerJoin(aidApplications, eq(aidApplications.id, awards.applicationId))
    .where(eq(awards.id, id)),
)
const findDisbursementSubjects = prepared('find_disbursement_subjects', { id: disbursements.id }, (db, { id }) =>
  db
    .select(BELONGS)
    .from(disbursements)
    .innerJoin(awards, eq(awards.id, disbursements.awardId))
    .innerJoin(aidApplications, eq(aidApplications.id, awards.applicationId))
    .where(eq(disbursements.id, id)),
)

/** An award as it is now, not locked. */
export async function findAward(db: Db | Tx, id: string): Promise<Award | undefined> {
  return (await selectAward(db, { id }))[0]
}

export async function lockAward(tx: Tx, by: Administering, id: string): Promise<LockedAward> {
  const [found] = await findAwardSubjects(tx, { id })
  if (!found) throw new AppError('not_found', { detail: 'There is no such award.' })
  return lockAwardOf(tx, by, found)
}

async function lockAwardOf(
  tx: Tx,
  by: Administering,
  found: { awardId: string; requestId: string; userId: string },
): Promise<LockedAward> {
  const request = await lockRequestOf(tx, by, found)
  const [award] = await lockAwardRow(tx, { id: found.awardId })
  invariant(award, 'awards are never deleted')
  return { award, request }
}

export async function lockDisbursement(tx: Tx, by: Administering, id: string): Promise<LockedPayout> {
  const [found] = await findDisbursementSubjects(tx, { id })
  if (!found) throw new AppError('not_found', { detail: 'There is no such payout.' })
  const locked = await lockAwardOf(tx, by, found)
  const [disbursement] = await lockDisbursementRow(tx, { id })
  invariant(disbursement, 'disbursements are never deleted')
  return { ...locked, disbursement }
}

/** Locks a disbursement and what it belongs to for what no administrator does: an answer of its recipient or of the provider. */
export async function lockWhole(tx: Tx, id: string): Promise<LockedPayout | null> {
  const [found] = await findDisbursementSubjects(tx, { id })
  if (!found) return null
  // Ignores whether the account is open: a transfer that was sent is booked either way.
  await lockOpenAccount(tx, found.userId, 'key share')
  const [request] = await lockRequestRow(tx, { id: found.requestId })
  const [award] = await lockAwardRow(tx, { id: found.awardId })
  const [disbursement] = await lockDisbursementRow(tx, { id })
  invariant(request && award && disbursement, 'requests, awards and disbursements are never deleted')
  return { request, award, disbursement }
}

/** @throws AppError `already_decided`: it is no longer in the state that the caller saw */
export function requireState(found: { readonly state: string }, expected: string): void {
  if (found.state !== expected) throw new AppError('already_decided')
}

/** The people that an approval needs, with the proposer, by what counts with the award (counted-awards.ts). */
export const peopleFor = ({ threePeopleAbove }: Pick<PayoutLimits, 'threePeopleAbove'>, total: Kobo) =>
  total > threePeopleAbove ? 3 : 2

/** Whether a payout was proposed for fewer people than it needs now. It always has two. */
export const isShort = (signers: number, people: number): boolean => Math.max(signers, 2) < people

/** @param total what counts with the award, in kobo */
export async function requireSecondStep(
  core: { readonly db: Db | Tx; readonly clock: Core['clock'] },
  by: Pick<Approver, 'sessionId'>,
  total: Kobo,
): Promise<void> {
  if (total <= (await readLimits(core.db)).secondStepAbove) return
  if (!(await hasRecentSecondStep(core, by.sessionId))) throw new AppError('fresh_second_step_needed')
}
