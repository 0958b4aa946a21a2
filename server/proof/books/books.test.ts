/** Small books are compared in full each minute; from 20,000 gifts on, only what is new is. */
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { borrowDatabase } from '../../../test/support/shared-database.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { findRecentDifferences, readBooksState } from './books.ts'

const database = await borrowDatabase()
afterAll(() => database.close())

/** Books whose funds count so many gifts, although nothing was given. */
async function claimGifts(gifts: number) {
  await database.db.execute(sql`
    do $$ begin
      set local session_replication_role = replica;
      update ledger_balances set gifts = ${sql.raw(String(gifts))} where account_id = 11 and shard = 0;
    end $$`)
}

test.each([
  [19_999, true],
  [20_000, false],
])('with %d gifts the sums of all donations are compared: %s', async (gifts, compared) => {
  await claimGifts(gifts)
  const found = (await findRecentDifferences(database.db)).map(({ what }) => what)
  await claimGifts(0)
  expect(found.includes('donations of the fund general')).toBe(compared)
})

test.each([
  ['recent', minutes(10)],
  ['full', hours(25)],
] as const)('a %s check that has not run for too long is a difference', async (scope, late) => {
  const now = new Date('2026-01-15T09:00:00Z')
  await database.db.execute(sql`update book_checks set checked_at = ${now.toISOString()}`)
  await database.db.execute(
    sql`update book_checks set checked_at = ${after(now, -late).toISOString()} where scope = ${scope}`,
  )
  expect(await readBooksState(database.db, now)).toBe('balanced')
  expect(await readBooksState(database.db, after(now, 1))).toBe('unbalanced')
})
