/** Moves a person's requests from a profile that staff entered to the account that claims it (server/aid/applicants/claims.ts), or back. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Administering } from '../../record/audit/audit.ts'
import type { Tx } from '../../platform/db/db.ts'
import { aidApplications } from '../requests/schema.ts'

/** A person with their profile. */
export interface Owner {
  readonly id: string
  readonly userId: string
}

/**
 * Gives all requests of one person to the other one. Their papers stay where they are, under the person who had them. The database ends
 * the bank account and the wishes that the former owner named for them (`aid_applications_leave_owner`).
 * @param only requests by id; null: all
 * @returns the ids of what was moved
 */
export async function moveRequests(
  tx: Tx,
  by: Pick<Administering, 'userId'>,
  { from, to, only }: { readonly from: Owner; readonly to: Owner; readonly only: readonly string[] | null },
  now: Date,
): Promise<string[]> {
  const moved = await tx
    .update(aidApplications)
    .set({
      userId: to.userId,
      // An erased request has no profile.
      beneficiaryId: sql`case when erased_at is null then ${to.id}::uuid end`,
      changedBy: by.userId,
      changedAt: now,
    })
    .where(and(eq(aidApplications.userId, from.userId), only ? inArray(aidApplications.id, [...only]) : undefined))
    .returning({ id: aidApplications.id })
  return moved.map(({ id }) => id)
}
