/** Small books are compared in full each minute; from 20,000 gifts on, only what is new is. */
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { borrowDatabase } from '../../test/support/shared-database.ts'
import { findRecentDifferences } from './books.ts'

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
