/** Mail preferences of each member of staff. Until they choose, they get all mails. */
import { eq } from 'drizzle-orm'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { staffDigests } from './schema.ts'

/** `wanted` is about the digest of the morning. */
type Wishes = Pick<typeof staffDigests.$inferSelect, 'wanted' | 'lateWanted'>

const AT_FIRST: Wishes = { wanted: true, lateWanted: true }

export async function readMailWishes(db: Db | Tx, userId: string): Promise<Wishes> {
  const [found] = await db.select().from(staffDigests).where(eq(staffDigests.userId, userId))
  return found ?? AT_FIRST
}

export async function changeMailWishes({ db }: Core, userId: string, wishes: Partial<Wishes>): Promise<void> {
  await db
    .insert(staffDigests)
    .values({ userId, ...wishes })
    .onConflictDoUpdate({ target: staffDigests.userId, set: wishes })
}
