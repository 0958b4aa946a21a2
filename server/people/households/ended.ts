/**
 * Profiles that ended: merged into another profile of the same person (server/aid/applicants/merges.ts), or claimed by their account
 * (claims.ts there).
 */
import { eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Tx } from '../../platform/db/db.ts'
import { profileMerges } from './schema.ts'

/** A condition: the profile with this id has ended. It is in no list, and nothing more is entered for it. */
export function isEnded(profileId: SQL): SQL {
  return sql`(exists (select from profile_merges
    where profile_merges.merged_id = ${profileId} and profile_merges.merged_at is not null and profile_merges.undone_at is null)
    or exists (select from profile_claims where profile_claims.profile_id = ${profileId}))`
}

/** A condition: one of the two profiles is proposed to end for the other, and no one has decided yet. */
export function isMergeProposed(profileId: SQL, otherId: SQL, now: Date): SQL {
  return sql`exists (select from profile_merges join proposals on proposals.id = profile_merges.id
    where proposals.state = 'proposed' and proposals.expires_at > ${now.toISOString()}::timestamptz
      and (merged_id, kept_id) in ((${profileId}, ${otherId}), (${otherId}, ${profileId})))`
}

/** Whether a person's profile has ended. The answer holds while the person is locked. */
export async function hasEnded(tx: Tx, userId: string): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select from profiles where user_id = ${userId}::uuid and ${isEnded(sql`profiles.id`)}`,
    z.unknown(),
  )
  return found.length > 0
}

export type Merge = typeof profileMerges.$inferSelect

/** Records a merge that is proposed. @param merge its id is that of the proposal */
export async function addMerge(tx: Tx, merge: Pick<Merge, 'id' | 'mergedId' | 'keptId'>): Promise<void> {
  await tx.insert(profileMerges).values(merge)
}

/** From now on the profile has ended. @param requests what was moved */
export async function recordMerged(tx: Tx, id: string, requests: readonly string[], now: Date): Promise<void> {
  await tx
    .update(profileMerges)
    .set({ requests: [...requests], mergedAt: now })
    .where(eq(profileMerges.id, id))
}

/** From now on it is a profile of its own again. */
export async function recordUndone(tx: Tx, id: string, by: string, now: Date): Promise<void> {
  await tx.update(profileMerges).set({ undoneAt: now, undoneBy: by }).where(eq(profileMerges.id, id))
}
