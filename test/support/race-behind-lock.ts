/** Makes a race deterministic: the second operation waits for a lock of the first. */
import { sql, type SQL } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { onlyRow, type Database, type Db, type Tx } from '../../server/platform/db/db.ts'

/**
 * Runs `first` in a transaction, starts `second`, and commits once `second` waits for a lock. The embedded database has one
 * connection: there `second` waits from its first query.
 * @param waiters how many must wait
 * @returns the outcome of `second`
 */
export async function raceBehindLock<Outcome>(
  { db, urgent, engine }: Database,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<Outcome>,
  waiters = 1,
): Promise<Outcome> {
  const done = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const committed = db.transaction(async (tx) => {
    await first(tx)
    done.resolve()
    await released.promise
  })
  await Promise.race([done.promise, committed])
  const outcome = second()
  // Until it is awaited below, a refusal is not unhandled: it may come before the commit is answered.
  outcome.catch(() => {})
  try {
    if (engine === 'postgres') await someoneWaits(urgent, waiters)
  } finally {
    released.resolve()
  }
  await committed
  return outcome
}

/**
 * Runs `second` while an account is being closed, in the order in which closing locks: the account, its address, its requests. On PostgreSQL alone.
 * @returns the outcome of `second`, which must wait, and must not hold what the closing still needs
 */
export function raceWithClosing<Outcome>(
  database: Pick<Database, 'db' | 'urgent'>,
  userId: string,
  second: () => Promise<Outcome>,
): Promise<Outcome> {
  const account = sql`select from users where id = ${userId} for update`
  const address = sql`update request_addresses set held_news = null where user_id = ${userId}`
  const requests = sql`select from aid_applications where user_id = ${userId} for no key update`
  return raceBetween(database, [account, address], requests, second)
}

/**
 * Runs `second` between the first statements and the last one of another transaction. On PostgreSQL alone.
 * @returns the outcome of `second`, which must wait, and must not hold what the other still needs
 */
export async function raceBetween<Outcome>(
  { db, urgent }: Pick<Database, 'db' | 'urgent'>,
  first: readonly SQL[],
  last: SQL,
  second: () => Promise<Outcome>,
): Promise<Outcome> {
  const hasFirst = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const other = db.transaction(async (tx) => {
    for (const statement of first) await tx.execute(statement)
    hasFirst.resolve()
    await goOn.promise
    await tx.execute(last)
  })
  await hasFirst.promise
  const outcome = second()
  // Until it is awaited below, a refusal is not unhandled.
  outcome.catch(() => {})
  await someoneWaits(urgent, 1)
  goOn.resolve()
  await other
  return outcome
}

/** Resolves once so many wait for locks. @param db not the connections that wait: those of a test are few */
export async function someoneWaits(db: Db, waiters: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = sql`select count(*)::int as found from pg_stat_activity
                         where datname = current_database() and wait_event_type = 'Lock'`
      const { found } = await onlyRow(db, waiting, z.object({ found: z.number() }))
      expect(found).toBeGreaterThanOrEqual(waiters)
    },
    { timeout: 20_000 },
  )
}
