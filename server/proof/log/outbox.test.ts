/** Each fact gets its entry from the outbox alone, once, whoever drains it and wherever that ends. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { everyFact } from '../../../test/support/every-fact.ts'
import { closedFund, moveFund } from '../../../test/support/funds.ts'
import { missingFacts } from '../../../test/support/missing-facts.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { newTestDatabase } from '../../../test/support/shared-database.ts'
import { hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { FACTS } from './facts.ts'
import { allocateGifts } from './lots.ts'
import { hasEntry, requestSweep } from './outbox.ts'
import { recheckEntries } from './rechecks.ts'
import { sequenceFacts } from './sequencer.ts'

const payouts = usePayouts()
const drain = async (core: Core = payouts.server.core) => {
  let appended = 0
  for (let more = true; more;) {
    const piece = await sequenceFacts(core)
    appended += piece.appended
    more = piece.more
  }
  return appended
}
const Left = z.object({ named: z.number(), sweeps: z.number() })
const readLeft = () =>
  onlyRow(
    payouts.server.core.db,
    sql`select (select count(*)::int from log_outbox) as named, (select count(*)::int from log_sweeps) as sweeps`,
    Left,
  )

test('what was made gets its entry without a look at all rows, for each type of fact', async () => {
  const { db } = payouts.server.core
  await db.execute(sql`delete from log_sweeps`)
  const staff = await payouts.administrators('ladi', 'zainab')
  await closedFund(payouts, staff)
  await moveFund(payouts, staff, 'water', 'school')
  await everyFact(payouts)
  await drain()
  expect(await missingFacts(db)).toEqual([])
  const { types } = await onlyRow(
    db,
    sql`select array_agg(distinct type) as types from log_entries`,
    z.object({ types: z.array(z.string()) }),
  )
  expect(types.toSorted()).toEqual(FACTS.map(({ type }) => type).toSorted())
  expect(await readLeft()).toEqual({ named: 0, sweeps: 0 })

  // As in a database that came without its outbox.
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const table of ['log_entries', 'log_tile_roots']) await tx.execute(sql`delete from ${sql.identifier(table)}`)
  })
  const missing = await missingFacts(db)
  expect(await drain()).toBe(0)
  await db.transaction((tx) => requestSweep(tx))
  expect(await drain()).toBe(missing.length)
  // The correction needs the entry that it corrects.
  expect((await missingFacts(db)).filter((type) => type !== 'correction')).toEqual([])
  expect(await readLeft()).toEqual({ named: 0, sweeps: 0 })
  await expectBooksBalance(payouts.server)
}, 120_000)

test('more than one piece is drained by two processes at once, one of which ends between pieces', async () => {
  // A separate database: statements of the shared one keep plans for empty tables.
  const database = await newTestDatabase()
  const core = { ...payouts.server.core, db: database.db }
  await core.db.execute(sql`
    insert into donations (id, amount, status, donation_type, receipt_code_hash, created_at, updated_at, paid_at)
    select gen_random_uuid(), 100, 'success', 'food', sha256(number::text::bytea), moment, moment, moment
      from generate_series(1, 9000) as number, lateral (select ${core.clock.now().toISOString()}::timestamptz - interval '9 days' as moment) as at`)
  const [first, second] = await Promise.all([sequenceFacts(core), sequenceFacts(core)])
  expect([first?.more, second?.more]).toEqual([true, true])
  // A transaction that is cut off appends nothing and forgets nothing.
  const cutOff = core.db.transaction(async (tx) => {
    await sequenceFacts({ ...core, db: tx })
    throw new Error('killed')
  })
  await expect(cutOff).rejects.toThrow('killed')
  await drain(core)
  expect(await missingFacts(core.db)).toEqual([])
  await allocateGifts(core)
  const counts = sql`select (select count(*)::int from gift_lots) as placed, (select max(place)::int + 1 from gift_lots) as places,
    (select count(*)::int from gifts_to_place) as waiting,
    (select count(*)::int from log_entries) as entries, (select max(leaf_index)::int + 1 from log_entries) as size`
  const Counts = z.record(z.string(), z.number())
  expect(await onlyRow(core.db, counts, Counts)).toEqual({
    placed: 9000,
    places: 9000,
    waiting: 0,
    entries: 9000,
    size: 9000,
  })
  await database.close()
})

test('each subject is looked up by itself, also where the statistics know no entry of its type', async () => {
  const database = await newTestDatabase()
  const insert = (type: string, from: number) => sql`
    insert into log_entries (leaf_index, type, subject, content, leaf_hash, recorded_at)
    select n, ${type}, n::text, '\\x00', sha256(int8send(n)), now() from generate_series(${from}::bigint, ${from + 2999}::bigint) as n`
  await database.db.execute(insert('counted', 0))
  await database.db.execute(sql`analyze log_entries`)
  await database.db.execute(insert('award', 3000))
  const plan = await rows(
    database.db,
    sql`explain (analyze, costs off, timing off) select from generate_series(1, 200) as n where not ${hasEntry('award', sql`n::text`)}`,
    z.object({ 'QUERY PLAN': z.string() }),
  )
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(lines).toMatch(/Index Cond: \(\(type = .*\) AND \(subject = /)
  expect(lines).not.toContain('Rows Removed by Join Filter')
  await database.close()
})

test('old entries are hashed again in a week, a seventh each day, and new ones at once', async () => {
  const { clock } = payouts.server
  const database = await newTestDatabase()
  const core = { ...payouts.server.core, db: database.db }
  const size = 21_000
  await core.db.execute(sql`
    insert into log_entries (leaf_index, type, subject, content, leaf_hash, recorded_at)
    select n - 1, 'allocation', n::text, content, sha256('\\x00'::bytea || content), now()
      from (select n, '\\x00'::bytea || sha256(int8send(n)) as content from generate_series(1, ${size}::bigint) as n) as entry`)
  const change = (index: number) =>
    core.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`update log_entries set content = content || '\\x00'::bytea where leaf_index = ${index}`)
    })
  const recheck = (signed: number) => core.db.transaction((tx) => recheckEntries(tx, signed, size, clock.now()))
  await change(size - 10)
  await expect(recheck(size - 20)).rejects.toThrow(`Entry ${size - 10} of the log is not the one`)
  // It is signed, and its seventh is the last of the week.
  for (let day = 1; day < 7; day += 1) {
    await recheck(size)
    // Once a day.
    await recheck(size)
    clock.advance(hours(24))
  }
  await expect(recheck(size)).rejects.toThrow(`Entry ${size - 10} of the log is not the one`)
  clock.advance(hours(24))
  await expect(recheck(size)).rejects.toThrow(`Entry ${size - 10} of the log is not the one`)
  const { types } = await onlyRow(
    core.db,
    sql`select array_agg(type) as types from log_sweeps`,
    z.object({ types: z.array(z.string()) }),
  )
  expect(new Set(types).size).toBeGreaterThan(FACTS.length / 2)
  await database.close()
})
