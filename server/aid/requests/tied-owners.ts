/**
 * Undecided requests whose owner has become tied to them: in the view Next they were no one else's, and their owner could neither decide them nor
 * give them up.
 */
import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { auditRequest } from './audit-request.ts'
import { isTiedTo } from './impartial.ts'
import { aidApplications, type Application } from './schema.ts'

/** Locks those of these people and of their households, and those that they own. @param people user ids */
export function lockTiedOwned(tx: Tx, people: SQL): Promise<Application[]> {
  const { id, userId, assignedTo, dueAt } = aidApplications
  const theirs = sql`(select user_id from (${people}) as people (user_id) union
    select theirs.user_id from (${people}) as people (user_id) join household_members as mine on mine.user_id = people.user_id
      join household_members as theirs on theirs.household_id = mine.household_id)`
  return tx
    .select()
    .from(aidApplications)
    .where(
      and(
        isNotNull(dueAt),
        sql`(${assignedTo} in ${theirs} or ${userId} in ${theirs})`,
        isTiedTo(sql`${assignedTo}`, sql`${id}`),
      ),
    )
    .orderBy(id)
    .for('update')
}

/** Returns them to everyone, as what an applicant did ties their owner: they named the same bank account, or claimed a profile. */
export async function leaveTiedOwners(tx: Tx, applicantId: string, now: Date): Promise<void> {
  for (const { id, assignedTo } of await lockTiedOwned(tx, sql`select ${applicantId}::uuid`)) {
    await tx.update(aidApplications).set({ assignedTo: null }).where(eq(aidApplications.id, id))
    const owners = { before: { assigned_to: assignedTo }, after: { assigned_to: null } }
    await auditRequest(tx, { by: { applicantId }, now }, 'application.assigned', id, owners)
  }
}
