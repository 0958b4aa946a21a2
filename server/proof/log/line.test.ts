/** The line of gifts that wait in a fund, as a receipt tells of it. */
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { AHEAD_MAX } from '../../../contract/proof/proof-fields.ts'
import { testServer } from '../../../test/support/server.ts'
import { newTestDatabase } from '../../../test/support/shared-database.ts'
import { readTrail } from './receipts.ts'

test('gifts before one are counted exactly, up to a thousand, also those of a fund that goes on there', async () => {
  // A database of its own: these gifts were never booked.
  const server = await testServer({}, { database: await newTestDatabase() })
  onTestFinished(() => server.close())
  const { db } = server.core
  const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
  await db.execute(sql`
    insert into donations (id, amount, status, donation_type, receipt_code_hash, created_at, updated_at, paid_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 1000, 'success', case when n % 2 = 0 then 'food' else 'school' end,
           int8send(n), now(), now(), now() from generate_series(1, ${AHEAD_MAX + 200}) as n`)
  await db.execute(sql`
    insert into gift_lots (donation_id, fund, place, amount, spent, goes_on_in, turn)
    select id, donation_type, place, amount, case when place = 10 then amount else 0 end,
           case when donation_type = 'school' then 'food' end, case when donation_type = 'school' then ${AHEAD_MAX} + place end
      from (select *, row_number() over (partition by donation_type order by id) - 1 as place from donations) as gift`)
  const aheadOf = async (n: number) => (await readTrail(db, idOf(n))).ahead
  // The eleventh gift is counted, so it waits no more.
  expect(await Promise.all([2, 20, 24, AHEAD_MAX].map(aheadOf))).toEqual([0, 9, 10, AHEAD_MAX / 2 - 2])
  expect(await Promise.all([1, 23, AHEAD_MAX - 201, AHEAD_MAX + 199].map(aheadOf))).toEqual([599, 609, 997, AHEAD_MAX])
})
