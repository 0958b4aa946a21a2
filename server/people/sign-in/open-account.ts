/** Rows about a person are only added while their account is open. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { users } from './schema.ts'

/**
 * Locks an open account until the transaction ends, so that it cannot be closed meanwhile. Take this lock before any other,
 * as closing an account does, or the two may deadlock.
 * @param lock `key share` to only prevent closing; `no key update` to also make the person's own transactions wait for each other
 * @returns false when the account is closed
 */
export async function lockOpenAccount(tx: Tx, userId: string, lock: 'key share' | 'no key update'): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.closedAt)))
    .for(lock)
  return found.length > 0
}
