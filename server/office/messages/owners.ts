/** The owner of a message: one of those who decide requests, or no one. */
import { and, eq, ne } from 'drizzle-orm'
import { findTied, requireImpartial } from '../../aid/requests/impartial.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { lockStaffAmong } from '../../record/profiles/profiles.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { contactMessages, type ContactMessage } from './schema.ts'

interface Acting {
  readonly by: Administering
  readonly now: Date
}

/**
 * Gives a message to someone, or to no one. The same owner again changes nothing.
 * @throws AppError `not_found`; `own_request`: about a request to which the caller is tied; `not_assignable`: they do not answer messages, or are tied
 */
export function assignMessage({ db, clock }: Core, by: Administering, id: string, to: string | null): Promise<void> {
  const acting = { by, now: clock.now() }
  return db.transaction(async (tx) => {
    await requireAnswering(tx, to)
    const [found] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
    if (!found) throw new AppError('not_found', { detail: 'There is no such message.' })
    const { applicationId } = found
    if (applicationId !== null) await requireImpartial(tx, applicationId, by.userId)
    if (found.assignedTo === to) return
    if (to !== null && (await isTied(tx, to, found))) throw new AppError('not_assignable')
    await tx.update(contactMessages).set({ assignedTo: to }).where(eq(contactMessages.id, id))
    await record(tx, acting, id, found.assignedTo, to)
  })
}

async function requireAnswering(tx: Tx, to: string | null): Promise<void> {
  if (to !== null && (await lockStaffAmong(tx, [to]))('decide_requests').length === 0)
    throw new AppError('not_assignable')
}

const isTied = async (tx: Tx, person: string, { applicationId }: Pick<ContactMessage, 'applicationId'>) =>
  applicationId !== null && (await findTied(tx, person, [applicationId])).size > 0

/** Makes the first who replies its owner. */
export async function takeMessage(tx: Tx, acting: Acting, id: string): Promise<void> {
  await tx.update(contactMessages).set({ assignedTo: acting.by.userId }).where(eq(contactMessages.id, id))
  await record(tx, acting, id, null, acting.by.userId)
}

/**
 * Gives the unanswered messages of one person to another, or to no one. Those about requests to which the successor is tied, or who chooses them, go
 * to no one.
 * @throws AppError `not_assignable`
 */
export async function handOverMessages(tx: Tx, acting: Acting, from: string, to: string | null): Promise<number> {
  const moved = await tx
    .select()
    .from(contactMessages)
    .where(and(eq(contactMessages.assignedTo, from), ne(contactMessages.state, 'answered')))
    .orderBy(contactMessages.id)
    .for('update')
  if (moved.length > 0) await requireAnswering(tx, to)
  for (const found of moved) {
    const isBarred = to !== null && ((await isTied(tx, to, found)) || (await isTied(tx, acting.by.userId, found)))
    const owner = isBarred ? null : to
    await tx.update(contactMessages).set({ assignedTo: owner }).where(eq(contactMessages.id, found.id))
    await record(tx, acting, found.id, from, owner)
  }
  return moved.length
}

/** Takes who leaves from answered messages, too: a person who writes again is answered by someone else. */
export async function leaveAnswered(tx: Tx, from: string): Promise<void> {
  await tx.update(contactMessages).set({ assignedTo: null }).where(eq(contactMessages.assignedTo, from))
}

function record(tx: Tx, { by, now }: Acting, id: string, from: string | null, to: string | null): Promise<void> {
  const assigned = { action: 'message.assigned', subject: 'contact_message', subjectId: id } as const
  return recordAudit(tx, { by, ...assigned, before: { assigned_to: from }, after: { assigned_to: to } }, now)
}
