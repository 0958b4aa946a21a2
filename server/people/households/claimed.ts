/** The profiles that an account has claimed. The rules are in server/aid/applicants/claims.ts. */
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { profileClaims } from './schema.ts'

/** The user ids of an account and of the profiles that it has claimed, as a query. */
export function ownUserIds(userId: string): SQL {
  return sql`(select ${userId}::uuid union all select user_id from profile_claims where claimed_by = ${userId}::uuid)`
}

/** The user ids of the profiles that an account has claimed. */
export async function listClaimedUserIds(db: Db | Tx, userId: string): Promise<string[]> {
  const found = await db
    .select({ userId: profileClaims.userId })
    .from(profileClaims)
    .where(eq(profileClaims.claimedBy, userId))
    .orderBy(profileClaims.userId)
  return found.map((claim) => claim.userId)
}

/** Whether an account has claimed the profile of this user: its papers are theirs to read. */
export async function hasClaimed(db: Db | Tx, { userId, by }: { userId: string; by: string }): Promise<boolean> {
  return (await db.$count(profileClaims, and(eq(profileClaims.userId, userId), eq(profileClaims.claimedBy, by)))) > 0
}

/** Whether an account has claimed the profile of this user. */
export async function isClaimed(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.$count(profileClaims, eq(profileClaims.userId, userId))) > 0
}

export type Claim = typeof profileClaims.$inferSelect

/** The claims of an account, newest first: each with the profile that was claimed, and without those merged into it. */
export async function listClaims(db: Db | Tx, userId: string): Promise<Claim[]> {
  return db
    .select()
    .from(profileClaims)
    .where(and(eq(profileClaims.claimedBy, userId), eq(profileClaims.claimId, profileClaims.profileId)))
    .orderBy(desc(profileClaims.claimedAt), desc(profileClaims.profileId))
}

/** A claim with the requests that moved, the fields of the claimer's profile that were filled, and the earlier statement about the two people. */
export type NewClaim = Pick<
  Claim,
  'profileId' | 'claimedBy' | 'requests' | 'claimedAt' | 'filled' | 'linkBefore' | 'saidBeforeBy' | 'saidBeforeAt'
>

/** Records that a profile and those that were merged into it, directly or through others, have ended by a claim. */
export async function recordClaim(
  tx: Tx,
  { profileId, claimedBy, requests, claimedAt, filled, linkBefore, saidBeforeBy, saidBeforeAt }: NewClaim,
): Promise<void> {
  await tx.insert(profileClaims).values(
    (await readWithMerged(tx, profileId)).map(({ id, user_id: userId }) => ({
      profileId: id,
      claimId: profileId,
      userId,
      claimedBy,
      requests: id === profileId ? requests : [],
      claimedAt,
      filled: id === profileId ? filled : [],
      linkBefore: id === profileId ? linkBefore : null,
      saidBeforeBy: id === profileId ? saidBeforeBy : null,
      saidBeforeAt: id === profileId ? saidBeforeAt : null,
    })),
  )
}

export async function findClaim(tx: Tx, profileId: string): Promise<Claim | undefined> {
  const [found] = await tx.select().from(profileClaims).where(eq(profileClaims.profileId, profileId))
  return found
}

/** Separates the profile again. @returns the claim that is gone; undefined if there was none */
export async function deleteClaim(tx: Tx, profileId: string): Promise<Claim | undefined> {
  const gone = await tx.delete(profileClaims).where(eq(profileClaims.claimId, profileId)).returning()
  return gone.find((claim) => claim.profileId === profileId)
}

const ProfileRow = z.object({ id: z.string(), user_id: z.string() })

function readWithMerged(tx: Tx, profileId: string) {
  return rows(
    tx,
    sql`with recursive joined (id) as (
          select ${profileId}::uuid
          union select merged_id from profile_merges join joined on joined.id = kept_id
           where merged_at is not null and undone_at is null)
        select profiles.id::text, profiles.user_id::text from profiles join joined on joined.id = profiles.id order by profiles.id`,
    ProfileRow,
  )
}
