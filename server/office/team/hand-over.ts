/** Hands open work over, when a member of staff leaves or asks an administrator to. */
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { hasDuty, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import { caseNumber } from '../../aid/requests/case-number.ts'
import { aidApplications } from '../../aid/requests/schema.ts'
import { handOverRequests } from '../../aid/review/queue/assignments.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { handOverDifferences } from '../../money/differences/open-differences.ts'
import { differences } from '../../money/differences/schema.ts'
import { handOverMessages, leaveAnswered } from '../messages/owners.ts'
import { contactMessages } from '../messages/schema.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findStaffRoles } from '../../record/profiles/profiles.ts'
import { readMailWishes } from './mail-wishes.ts'

interface HandedOver {
  readonly messages: number
  readonly requests: number
  readonly differences: number
}

/**
 * Hands all open work of one person to another, or to no one.
 * @throws AppError `not_found` (not staff), `not_assignable` (the same person, or their roles do not allow this work), `too_many_assigned`
 */
export function handOverWork(
  { db, clock }: Core,
  by: Administering,
  from: string,
  to: string | null,
): Promise<HandedOver> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    if ((await findStaffRoles(tx, from)).length === 0)
      throw new AppError('not_found', { detail: 'There is no such member of staff.' })
    if (from === to) throw new AppError('not_assignable')
    const requests = await handOverRequests(tx, { by, now }, from, to)
    const messages = await handOverMessages(tx, { by, now }, from, to)
    const differences = await handOverDifferences(tx, { by, now }, from, to)
    return { messages, requests, differences }
  })
}

/** Names the open work of a person and nothing else about it, for who asked and wrote has their data in their account; and which mails they want. */
async function collectWork(db: Db, userId: string) {
  const requests = await db
    .select({ number: aidApplications.number })
    .from(aidApplications)
    .where(and(eq(aidApplications.assignedTo, userId), isNotNull(aidApplications.dueAt)))
    .orderBy(aidApplications.number)
  const messages = await db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(and(eq(contactMessages.assignedTo, userId), ne(contactMessages.state, 'answered')))
    .orderBy(contactMessages.createdAt, contactMessages.id)
  const open = await db
    .select({ id: differences.id })
    .from(differences)
    .where(and(eq(differences.assignedTo, userId), eq(differences.state, 'open')))
    .orderBy(differences.occurredAt, differences.id)
  const { wanted, lateWanted, doneOn } = await readMailWishes(db, userId)
  return {
    requests: requests.map(({ number }) => caseNumber(number)),
    messages: messages.map(({ id }) => id),
    differences: open.map(({ id }) => id),
    mails: { morning: wanted, late_requests: lateWanted, last_morning: doneOn },
  }
}

/** Returns the open work of an account that is closed, before its profile goes. */
export const workPart: AccountPart = {
  name: 'work',
  collect: collectWork,
  async erase(tx, userId, now) {
    await releaseWork(tx, { userId, role: 'admin', requestId: '' }, { userId, roles: [] }, now)
  },
}

/** Returns the work that a person with these roles may no longer do to the queue, and to no one. */
export async function releaseWork(
  tx: Tx,
  by: Administering,
  { userId, roles }: { userId: string; roles: readonly StaffRole[] },
  now: Date,
): Promise<void> {
  if (!hasDuty(roles, 'decide_requests')) {
    await handOverRequests(tx, { by, now }, userId, null)
    await handOverMessages(tx, { by, now }, userId, null)
    await leaveAnswered(tx, userId)
  }
  if (!hasDuty(roles, 'handle_money')) await handOverDifferences(tx, { by, now }, userId, null)
}
