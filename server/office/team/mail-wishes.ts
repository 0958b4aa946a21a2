/** Mails that a member of staff wants: the one of the morning (`wanted`), and the one about late requests. */
import { eq } from 'drizzle-orm'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { staffDigests } from './schema.ts'

type Wishes = Pick<typeof staffDigests.$inferSelect, 'wanted' | 'lateWanted' | 'doneOn'>

const AT_FIRST: Wishes = { wanted: true, lateWanted: true, doneOn: null }

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
