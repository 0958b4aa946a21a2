/** Hands open work over, when a member of staff leaves or asks an administrator to. */
import { hasDuty, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import { handOverRequests } from '../../aid/review/queue/assignments.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { handOverDifferences } from '../../money/differences/open-differences.ts'
import { handOverMessages } from '../messages/owners.ts'
import type { AccountPart } from '../../platform/account-part.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findStaffRoles } from '../../record/profiles/profiles.ts'

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

/** Returns the open work of an account that is closed, before its profile goes. */
export const workPart: AccountPart = {
  name: 'work',
  collect: async () => ({}),
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
  }
  if (!hasDuty(roles, 'handle_money')) await handOverDifferences(tx, { by, now }, userId, null)
}
