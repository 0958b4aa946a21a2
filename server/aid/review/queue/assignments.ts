/** Whose request it is. Assignments outlast the day, unlike leases: they are in the timeline and in the audit. */
import { and, count, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { ASSIGNED_MAX } from '../../../../contract/aid/queue-fields.ts'
import { hasDuty } from '../../../../contract/platform/staff-roles.ts'
import { lockOpenAccount } from '../../../people/sign-in/open-account.ts'
import type { Core } from '../../../platform/core.ts'
import { rows, type Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { getProfile, withDuty } from '../../../record/profiles/profiles.ts'
import { auditRequest } from '../../requests/audit-request.ts'
import { findTied } from '../../requests/impartial.ts'
import { lockTiedOwned } from '../../requests/tied-owners.ts'
import { change, recordAct, type Acting } from '../lock-for-review.ts'
import { aidApplications, type Application } from '../../requests/schema.ts'

/**
 * Assigns a locked, undecided request, or takes it from its owner. The same owner again changes nothing.
 * @param to someone who decides requests; null for no one
 * @throws AppError `not_assignable` (they do not decide requests, or are tied to it), `too_many_assigned`
 */
export async function assign(tx: Tx, found: Application, acting: Acting, to: string | null): Promise<void> {
  const { id, assignedTo: from } = found
  if (from === to) return
  if (to !== null) await requireAssignable(tx, found, to)
  await change(tx, id, acting, { assignedTo: to })
  await recordAct(tx, id, acting, { act: to === null ? 'unassigned' : 'assigned', otherId: to ?? from })
  const owners = { before: { assigned_to: from }, after: { assigned_to: to } }
  await auditRequest(tx, acting, 'application.assigned', id, owners)
}

/**
 * Locks the account of the next owner, so that two assignments at once cannot both be the last one allowed. Call it before a request is locked:
 * a change of many requests, or of roles, holds accounts and waits for requests.
 * @returns whether it is open
 */
export async function lockOwner(tx: Tx, to: string | null): Promise<boolean> {
  return to === null || lockOpenAccount(tx, to, 'no key update')
}

async function requireAssignable(tx: Tx, found: Application, to: string): Promise<void> {
  if ((await findTied(tx, to, [found.id])).size > 0) throw new AppError('not_assignable')
  if (!(await lockOwner(tx, to))) throw new AppError('not_assignable')
  if (!hasDuty((await getProfile({ db: tx }, to)).staffRoles, 'decide_requests')) throw new AppError('not_assignable')
  const [assigned] = await tx
    .select({ open: count() })
    .from(aidApplications)
    .where(and(eq(aidApplications.assignedTo, to), isNotNull(aidApplications.dueAt)))
  if ((assigned?.open ?? 0) >= ASSIGNED_MAX) throw new AppError('too_many_assigned')
}

/**
 * Assigns every undecided request of one person to another, or to no one. Those to which the successor is tied, or who chooses them, go to no one.
 * @returns how many
 * @throws AppError `not_assignable` (the successor does not decide requests), `too_many_assigned`
 */
export async function handOverRequests(tx: Tx, acting: Acting, from: string, to: string | null): Promise<number> {
  await lockOwner(tx, to)
  const open = await tx
    .select()
    .from(aidApplications)
    .where(and(eq(aidApplications.assignedTo, from), isNotNull(aidApplications.dueAt)))
    .orderBy(aidApplications.id)
    .for('update')
  const ids = open.map(({ id }) => id)
  const tied = to === null ? [] : [await findTied(tx, to, ids), await findTied(tx, acting.by.userId, ids)]
  for (const found of open) await assign(tx, found, acting, tied.some((those) => those.has(found.id)) ? null : to)
  return open.length
}

/**
 * Takes undecided requests from owners who are tied to them, since a reviewer said how these people belong together.
 * @param people user ids
 */
export async function releaseTied(tx: Tx, acting: Acting, people: SQL): Promise<void> {
  for (const found of await lockTiedOwned(tx, people)) await assign(tx, found, acting, null)
}

const PersonRow = z.object({ user_id: z.string(), full_name: z.string(), email: z.string(), assigned: z.number() })

/** Everyone who decides requests, by name, each with the number of undecided requests that are theirs. */
export function readAssignable({ db }: Pick<Core, 'db'>) {
  return rows(
    db,
    sql`select users.id::text as user_id, full_name, coalesce(email, '') as email,
               (select count(*) from aid_applications where assigned_to = users.id and due_at is not null)::int as assigned
          from profiles join users on users.id = profiles.user_id
         where ${withDuty('decide_requests')} and users.closed_at is null
         order by full_name, users.id limit 500`,
    PersonRow,
  )
}
