/** A message of the applicant about an undecided request. */
import { and, eq, isNull } from 'drizzle-orm'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { aidApplications } from './schema.ts'

/** Marks the request as answered and wakes it. Papers that it waits for are still missing. Its row is locked by the caller. */
export async function wakeByMessage(tx: Tx, applicationId: string, userId: string, now: Date): Promise<void> {
  await tx
    .update(aidApplications)
    .set({ answeredAt: now, snoozedUntil: null, snoozedUntilAnswered: false, changedBy: userId, changedAt: now })
    .where(and(eq(aidApplications.id, applicationId), isNull(aidApplications.decidedAt)))
}

export const noSuchRequest = () => new AppError('not_found', { detail: 'There is no such request.' })

/** Locks the row of a request, so that a decision, an answer and a message about it come one after another. */
export async function lockRequest(tx: Tx, applicationId: string) {
  const [found] = await tx.select().from(aidApplications).where(eq(aidApplications.id, applicationId)).for('update')
  return found
}

/** Locks it after the account of its applicant, for acts of staff and those that tell them: closing the account takes it first, and their address before the request. */
export async function lockRequestToTell(tx: Tx, applicationId: string) {
  const chosen = eq(aidApplications.id, applicationId)
  const [found] = await tx.select({ userId: aidApplications.userId }).from(aidApplications).where(chosen)
  if (found) await lockOpenAccount(tx, found.userId, 'key share')
  return lockRequest(tx, applicationId)
}
