/**
 * Profiles that ended: claimed by their account (server/aid/applicants/claims.ts), or merged into another profile of the same person
 * before merging was removed (decision 0056).
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Tx } from '../../platform/db/db.ts'

/** A condition: the profile with this id has ended. It is in no list, and nothing more is entered for it. */
export function isEnded(profileId: SQL): SQL {
  return sql`(exists (select from profile_merges
    where profile_merges.merged_id = ${profileId} and profile_merges.merged_at is not null and profile_merges.undone_at is null)
    or exists (select from profile_claims where profile_claims.profile_id = ${profileId}))`
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
