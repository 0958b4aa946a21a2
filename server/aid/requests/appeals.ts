/**
 * Appeals against refusals. An appeal puts the request back into the queue, where everyone who decided it before is tied to it
 * (`tied_requests`); the decision about the request then ends the appeal (`appeals_follow_request`).
 */
import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import { APPEAL_DAYS } from '../../../contract/aid/application-fields.ts'
import type { AppealChannel } from '../../../contract/aid/handling-fields.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { lockApplicant } from './applications.ts'
import { auditRequest } from './audit-request.ts'
import { hasImpartialReviewer } from './impartial.ts'
import { tellNews } from './request-mail.ts'
import { aidApplications, appeals, waitingLetters, type Appeal, type Application } from './schema.ts'
import { changeStatus } from './statuses.ts'
import { lockRequest, lockRequestToTell, noSuchRequest } from './wake.ts'

interface Said {
  readonly channel: AppealChannel
  readonly text: string | null
}

/**
 * Appeals for the applicant.
 * @throws AppError `not_found`: not this person's request; `request_not_rejected`, `already_appealed`, `appeal_too_late`
 */
export function appealAsApplicant(core: Core, userId: string, applicationId: string, text: string | null) {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    await lockApplicant(tx, userId)
    const found = await lockRequest(tx, applicationId)
    if (found?.userId !== userId) throw noSuchRequest()
    const appeal = await addAppeal(tx, found, { channel: 'self', text }, null, now)
    await auditRequest(tx, { by: { applicantId: userId }, now }, 'application.appealed', applicationId)
    return viewOwn(tx, appeal)
  })
}

/** Enters an appeal for an applicant who called, came or replied, and writes to them that the request is read again. */
export function enterAppeal(core: Core, by: Administering, applicationId: string, said: Said) {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const found = await lockRequestToTell(tx, applicationId)
    if (!found) throw noSuchRequest()
    const appeal = await addAppeal(tx, found, said, by.userId, now)
    await auditRequest(tx, { by, now }, 'application.appealed', applicationId, { personId: found.userId })
    const { email } = await readPerson(tx, found.userId)
    await tellNews(core, tx, { userId: found.userId, email, applicationId }, 'under_review', now)
    return viewReviewed(tx, appeal)
  })
}

async function addAppeal(
  tx: Tx,
  { id: applicationId, userId, erasedAt, decidedAt, status }: Application,
  { channel, text }: Said,
  enteredBy: string | null,
  now: Date,
): Promise<Appeal> {
  if (erasedAt) throw noSuchRequest()
  const earlier = await readNewest(tx, applicationId)
  if (earlier && isCounted(earlier)) throw new AppError('already_appealed')
  if (status !== 'rejected' || !decidedAt) throw new AppError('request_not_rejected')
  if (appealUntil(decidedAt) < now) throw new AppError('appeal_too_late')
  // A minute later it would say that the request, which is read again, was refused.
  await tx
    .delete(waitingLetters)
    .where(and(eq(waitingLetters.applicationId, applicationId), eq(waitingLetters.news, 'rejected')))
  const row = { id: newId(), applicationId, text, channel, enteredBy, createdAt: now }
  const [added] = await tx.insert(appeals).values(row).returning()
  invariant(added, 'an insert returns its row')
  const step = { applicationId, to: 'under_review', userId: enteredBy ?? userId, reason: null } as const
  await changeStatus(tx, { ...step, appealId: added.id }, now)
  // The request's owner may have refused it.
  await tx.update(aidApplications).set({ assignedTo: null }).where(eq(aidApplications.id, applicationId))
  return added
}

/** Leaves out those of accounts whose claim was undone, which count until their decision (decision 0112). */
const COUNTED = or(isNull(appeals.claimUndoneAt), eq(appeals.state, 'open'))
const isCounted = ({ claimUndoneAt, state }: Appeal) => claimUndoneAt === null || state === 'open'

async function readNewest(tx: Tx, applicationId: string): Promise<Appeal | undefined> {
  const [newest] = await tx
    .select()
    .from(appeals)
    .where(eq(appeals.applicationId, applicationId))
    .orderBy(desc(appeals.createdAt))
    .limit(1)
  return newest
}

const appealUntil = (decidedAt: Date) => after(decidedAt, hours(24 * APPEAL_DAYS))

/** The appeals of some requests, and until when those without one can be appealed against. */
export async function readOwnAppeals(db: Db, requests: readonly Application[], now: Date) {
  const ids = requests.map(({ id }) => id)
  const found =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(appeals)
          .where(and(inArray(appeals.applicationId, ids), COUNTED))
  const views = new Map(
    await Promise.all(found.map(async (appeal) => [appeal.applicationId, await viewOwn(db, appeal)] as const)),
  )
  return ({ id, status, decidedAt }: Application) => {
    const until = status === 'rejected' && decidedAt && !views.has(id) ? appealUntil(decidedAt) : null
    return { appeal: views.get(id) ?? null, appeal_until: until && until > now ? until : null }
  }
}

async function viewOwn(db: Db | Tx, { applicationId, text, state, createdAt }: Appeal) {
  const hasReviewer = state !== 'open' || (await hasImpartialReviewer(db, applicationId))
  return { text, state, created_at: createdAt, has_reviewer: hasReviewer }
}

/** Reads the appeal of a request for staff; null without one. */
export async function readAppeal(tx: Tx, applicationId: string) {
  const found = await readNewest(tx, applicationId)
  return found ? viewReviewed(tx, found) : null
}

async function viewReviewed(tx: Tx, { text, channel, enteredBy, state, createdAt }: Appeal) {
  const by = enteredBy === null ? null : await readPerson(tx, enteredBy)
  return { text, channel, entered_by: by, state, created_at: createdAt }
}

/** The appeals of a person for their data export, by request. */
export async function collectAppeals(db: Db | Tx, userId: string) {
  const found = await db
    .select({ applicationId: appeals.applicationId, text: appeals.text, state: appeals.state, at: appeals.createdAt })
    .from(appeals)
    .innerJoin(aidApplications, eq(aidApplications.id, appeals.applicationId))
    .where(and(eq(aidApplications.userId, userId), isNull(aidApplications.erasedAt), COUNTED))
  return (applicationId: string) => {
    const appeal = found.find((each) => each.applicationId === applicationId)
    return appeal ? { text: appeal.text, state: appeal.state, created_at: appeal.at } : null
  }
}
