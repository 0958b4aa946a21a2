/** Rows about a person are only added while their account is open. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { users } from './schema.ts'

const lockFor = (name: string, lock: 'key share' | 'no key update') =>
  prepared(name, { id: users.id }, (db, { id }) =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.closedAt)))
      .for(lock),
  )
const LOCKS = {
  'key share': lockFor('hold_open_account', 'key share'),
  'no key update': lockFor('lock_open_account', 'no key update'),
}

/**
 * Locks an open account until the transaction ends, so that it cannot be closed meanwhile. Take this lock before any other,
 * as closing an account does, or the two may deadlock.
 * @param lock `key share` to only prevent closing; `no key update` to also make the person's own transactions wait for each other
 * @returns false when the account is closed
 */
export async function lockOpenAccount(tx: Tx, userId: string, lock: keyof typeof LOCKS): Promise<boolean> {
  return (await LOCKS[lock](tx, { id: userId })).length > 0
}

/** Locks several accounts in the order of their ids, so that two who do this at once do not wait for each other. @returns whether all are open */
export async function lockOpenAccounts(tx: Tx, userIds: readonly string[], lock: keyof typeof LOCKS): Promise<boolean> {
  for (const id of userIds.toSorted()) if (!(await lockOpenAccount(tx, id, lock))) return false
  return true
}

export async function isOpenAccount(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, userId), isNull(users.closedAt)))) > 0
}
