/** Threads of the inbox that belong to a request: linking one, writing to the applicant, and reading them with the case. */
import { and, eq } from 'drizzle-orm'
import type { ReplyChannel } from '../../../contract/office/admin-reports-fields.ts'
import type { CaseThread, CaseThreads, Reach } from '../../../contract/office/inbox.ts'
import { caseNumber, readCaseNumber } from '../../aid/requests/case-number.ts'
import { aidApplications, type Application } from '../../aid/requests/schema.ts'
import { requireImpartial } from '../../aid/requests/impartial.ts'
import { lockRequestToTell } from '../../aid/requests/wake.ts'
import { beginReview } from '../../aid/review/lock-for-review.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError, refusedField, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { readReplies, type Reader } from './replies.ts'
import { contactMessages, type ContactMessage } from './schema.ts'
import { reachOf, requireReachable } from './sending.ts'
import { addWaiting } from './waiting-replies.ts'

/** The threads of a request, oldest first, and how its applicant can be reached. */
export async function readCaseThreads(core: Core, tx: Tx, applicationId: string, reader: Reader): Promise<CaseThreads> {
  const found = await tx
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.applicationId, applicationId))
    .orderBy(contactMessages.createdAt, contactMessages.id)
  const threads: CaseThread[] = []
  for (const { id, origin, subject, message, firstName, lastName, createdAt } of found)
    threads.push({
      id,
      origin,
      subject,
      message,
      sender: `${firstName} ${lastName}`.trim(),
      created_at: createdAt,
      replies: await readReplies(tx, id, reader),
    })
  return { threads, reach: await reachOfApplicant(core, tx, applicationId) }
}

async function reachOfApplicant(core: Core, tx: Tx, applicationId: string): Promise<Reach> {
  const [application] = await tx.select().from(aidApplications).where(eq(aidApplications.id, applicationId))
  if (!application || application.erasedAt) return { channels: [], sms: null }
  return reachOf(core, tx, { userId: application.userId, email: '', number: application.number })
}

interface NewMessage {
  readonly text: string
  readonly channel: ReplyChannel
}

/**
 * Writes to the applicant about their request. They read it on their page and can answer there; a mail or a text message only says so.
 * @throws AppError `not_found`, `own_request`: staff who are tied to the request, `not_reachable`
 */
export function writeToApplicant(core: Core, by: Administering, applicationId: string, { text, channel }: NewMessage) {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const application = await lockApplication(tx, applicationId)
    await requireImpartial(tx, applicationId, by.userId)
    await beginReview(tx, application, { by, now })
    const thread = await findOrBegin(tx, application, now)
    await requireReachable(core, tx, thread, { channel, number: application.number })
    const id = await addWaiting(tx, thread, { userId: by.userId, text, channel }, now)
    await tx.update(contactMessages).set({ lastAt: now }).where(eq(contactMessages.id, thread.id))
    const sent = { action: 'message.sent', subject: 'contact_message', subjectId: thread.id } as const
    await recordAudit(tx, { by, ...sent, after: { case: caseNumber(application.number) } }, now)
    return { id, thread_id: thread.id }
  })
}

async function lockApplication(tx: Tx, applicationId: string): Promise<Application> {
  const found = await lockRequestToTell(tx, applicationId)
  if (!found || found.erasedAt) throw new AppError('not_found', { detail: 'There is no such request.' })
  return found
}

/** A request has one thread that staff began. Its row is locked by the lock on the request. */
async function findOrBegin(tx: Tx, { id, userId, number }: Application, now: Date): Promise<ContactMessage> {
  const isOfStaff = and(eq(contactMessages.applicationId, id), eq(contactMessages.origin, 'staff'))
  const [known] = await tx.select().from(contactMessages).where(isOfStaff)
  if (known) return known
  const { full_name: firstName, email } = await readPerson(tx, userId)
  const [begun] = await tx
    .insert(contactMessages)
    .values({
      id: newId(),
      idempotencyKeyHash: sha256(`messages about request ${id}`),
      origin: 'staff',
      applicationId: id,
      userId,
      firstName,
      lastName: '',
      email,
      subject: `Your request ${caseNumber(number)}`,
      message: '',
      createdAt: now,
      lastAt: now,
    })
    .returning()
  invariant(begun, 'an inserted row is returned')
  return begun
}

/**
 * Links a message with a request, or with none. Only staff see it there: anyone can type the applicant's name and address on the contact
 * page.
 * @param typed a case number as people type it; null to unlink
 * @throws AppError `not_found`; `invalid_input` for an unknown number, and for a thread that staff began; `own_request`
 */
export function linkMessage(core: Core, by: Administering, messageId: string, typed: string | null) {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    // The request is locked before the thread, as everywhere.
    const application = typed === null ? null : await lockByNumber(tx, typed)
    const chosen = eq(contactMessages.id, messageId)
    const [message] = await tx.select().from(contactMessages).where(chosen).for('update')
    if (!message) throw new AppError('not_found', { detail: 'There is no such message.' })
    if (message.origin === 'staff') throw refusedField('case_number', 'This thread belongs to its request.')
    if (application?.id === message.applicationId) return
    for (const id of [message.applicationId, application?.id ?? null])
      if (id !== null) await requireImpartial(tx, id, by.userId)
    const before = message.applicationId === null ? null : await numberOf(tx, message.applicationId)
    await tx
      .update(contactMessages)
      .set({ applicationId: application?.id ?? null })
      .where(chosen)
    const linked = { action: 'message.linked', subject: 'contact_message', subjectId: messageId } as const
    const after = application ? caseNumber(application.number) : null
    await recordAudit(tx, { by, ...linked, before: { case: before }, after: { case: after } }, now)
  })
}

async function lockByNumber(tx: Tx, typed: string): Promise<Application> {
  const number = readCaseNumber(typed)
  const [found] =
    number === undefined
      ? []
      : await tx.select().from(aidApplications).where(eq(aidApplications.number, number)).for('update')
  if (!found || found.erasedAt) throw refusedField('case_number', 'No request has this number. Check the last digit.')
  return found
}

async function numberOf(tx: Tx, applicationId: string): Promise<string | null> {
  const [found] = await tx.select().from(aidApplications).where(eq(aidApplications.id, applicationId))
  return found ? caseNumber(found.number) : null
}
