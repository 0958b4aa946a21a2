/** Rows of paying out that were changed so that every sum stays right: the nightly check names both. */
import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newPerson } from '../../../test/support/asking.ts'
import { forge } from '../../../test/support/forging.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { newTestDatabase } from '../../../test/support/shared-database.ts'
import { seconds } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { compareMovedPayouts, comparePayoutRows } from './payout-rows.ts'

const payouts = usePayouts()

/** In pieces that end between any two rows. */
const forged = (...changes: SQL[]) => forge(payouts.server, changes, 1)

/** A transfer of each kind of paying out, with the changes that an insider could make to it. */
async function readChanges(): Promise<{ key: string; change: SQL; moved: SQL | null }[]> {
  const query = sql`select distinct on (purpose, cardinality(string_to_array(key, ':'))) id::text, key from transfers
                     where purpose not in ('gift', 'fee', 'top_up', 'settlement')
                     order by purpose, cardinality(string_to_array(key, ':')), key`
  const transfers = await rows(payouts.server.core.db, query, z.object({ id: z.string(), key: z.string() }))
  return transfers.flatMap(({ id, key }) =>
    [
      sql`update transfers set amount = amount + 1 where id = ${id}::uuid`,
      sql`update transfers set key = regexp_replace(key, ':', ':ffff') where id = ${id}::uuid`,
      sql`delete from transfers where id = ${id}::uuid`,
    ].map((change, at) => ({
      key,
      change,
      moved: at === 0 ? sql`(select * from transfers where id = ${id}::uuid)` : null,
    })),
  )
}

/** Differences that each look at the rows finds after a change: in one piece, in many, and at what moved. @param moved all if null */
async function lookAfter(change: SQL, moved: SQL | null): Promise<readonly string[][]> {
  class Undone extends Error {}
  const looks: string[][] = []
  const looked = payouts.server.core.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(change)
    for (const found of [
      await comparePayoutRows(tx, { rowsPerPiece: 1_000 }),
      await comparePayoutRows(tx, { rowsPerPiece: 1 }),
      await compareMovedPayouts(tx, moved ?? sql`transfers`),
    ])
      looks.push(found.map(({ what }) => what).sort())
    throw new Undone()
  })
  await expect(looked).rejects.toThrow(Undone)
  return looks
}

test('naira moved from one award or payment to another is found', async () => {
  const staff = await payouts.administrators('halima', 'musa')
  const [halima] = staff
  if (!halima) throw new Error('an administrator')
  await payouts.fill(60_000)
  const ids: { award: string; payment: string }[] = []
  for (const name of ['amina', 'bisi']) {
    const request = await payouts.approved(await newPerson(payouts.server, name), halima)
    const { id: award } = await payouts.granted(request, 5_000, staff)
    const payment = await payouts.released(award, 3_000, staff)
    expect((await payouts.handOver(halima, payment, 3_000)).status).toBe(200)
    ids.push({ award, payment })
  }
  const [first, second] = ids
  if (!first || !second) throw new Error('two awards')
  const move = (table: string, column: string, id: string, by: number) =>
    sql`update ${sql.identifier(table)} set amount = amount + ${by} where ${sql.identifier(column)} = ${id}::uuid`
  expect(
    await forged(
      move('award_funds', 'award_id', first.award, 100),
      move('award_funds', 'award_id', second.award, -100),
    ),
  ).toEqual([`award_funds ${first.award}:school: amount`, `award_funds ${second.award}:school: amount`].sort())
  expect(
    await forged(
      move('disbursement_funds', 'disbursement_id', first.payment, 100),
      move('disbursement_funds', 'disbursement_id', second.payment, -100),
    ),
  ).toEqual([first.payment, second.payment].sort().map((payment) => `disbursement_funds ${payment}:school: amount`))
})

test('naira moved between returns, losses, transfers, fees, holders of cash and counts is found', async () => {
  const staff = await payouts.administrators('halima', 'musa', 'ladi')
  const [halima, musa, ladi] = staff
  if (!halima || !musa || !ladi) throw new Error('three administrators')
  await payouts.fill(60_000)
  const amina = await newPerson(payouts.server)
  const request = await payouts.approved(amina, halima)
  const { id: award } = await payouts.granted(request, 30_000, staff)
  for (const holder of [halima, ladi])
    await payouts.act(musa, '/cash', { holder: holder.userId, direction: 'drawn', amount: 5_000, on: '2026-01-15' })
  const cash: string[] = []
  for (const holder of [halima, ladi]) {
    const payment = await payouts.released(award, 1_000, staff, { kind: 'cash' })
    expect((await payouts.handOver(halima, payment, 1_000, { holder: holder.userId })).status).toBe(200)
    cash.push(payment)
  }
  for (const holder of [halima, ladi]) {
    const counted = { holder: holder.userId, counted: 3_900, reason: 'A note is missing.' }
    const { count } = z
      .object({ count: z.object({ id: z.string() }) })
      .parse((await payouts.act(halima, '/cash/counts', counted)).body)
    expect((await payouts.act(musa, `/decisions/${count.id}/confirmation`)).status).toBe(200)
  }
  for (const payment of cash) {
    const back = { expected_state: 'sent', amount: 300, on: '2026-01-15' }
    expect((await payouts.act(halima, `/payouts/${payment}/returned`, back)).status).toBe(200)
  }
  const account = { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' }
  await amina.call('POST', `/api/applications/${request}/payee`, account)
  for (const outcome of ['success', 'success', 'failed', 'success'] as const) {
    await payouts.server.control('/switches', { transfers: { outcome } })
    const { id } = lastOf(awardIn(await payouts.disburse(halima, award, 2_000, { kind: 'bank' })))
    expect((await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' })).status).toBe(200)
    for (const wait of [0, seconds(11), seconds(31)]) await payouts.server.pass(wait, /payouts\.send|sandbox|webhooks/)
  }
  for (const wait of [seconds(31), seconds(61)]) await payouts.server.pass(wait, /payouts\.send|sandbox|webhooks/)
  const last = sql`select reference from payout_attempts where state = 'success' order by created_at desc limit 1`
  const { reference } = await onlyRow(payouts.server.core.db, last, z.object({ reference: z.string() }))
  await payouts.server.control('/transfer', { reference, status: 'reversed' })
  await payouts.server.idle()
  await payouts.server.pass(seconds(11), /payouts\.|sandbox|webhooks/)
  // Else what the provider's message books meanwhile is a difference.
  await payouts.server.idle()
  expect(await payouts.server.core.db.$count(sql`transfers where purpose = 'reversal'`)).toBeGreaterThan(0)
  // To the smallest, which may have room, from the largest.
  const move = (table: string, column: string, where = sql`true`, by = 100) => {
    const [from, value] = [sql.identifier(table), sql.identifier(column)]
    const end = (order: SQL) =>
      sql`(select ctid from ${from} where ${value} > 0 and ${where} order by ${value} ${order}, ctid ${order} limit 1)`
    return sql`update ${from} set ${value} = ${value}
          + case ctid when ${end(sql`asc`)} then ${by}::bigint when ${end(sql`desc`)} then -${by}::bigint else 0 end`
  }
  const named = async (...changes: SQL[]) => {
    const found = await forged(...changes)
    return found.map((what) => what.replace(/ .*: /, ' '))
  }
  // Each change leaves every sum as it was, and names the rows whose column was changed.
  for (const [table, column] of [
    ['disbursement_funds', 'returned'],
    ['disbursements', 'returned'],
    ['cash_movements', 'amount'],
    ['cash_counts', 'counted'],
  ] as const)
    expect(await named(move(table, column))).toContain(`${table} ${column}`)
  expect(await named(move('payout_attempts', 'fee', sql`fee_returned = 0`))).toContain('payout_attempts fee')
  const swap = (table: string, where = sql`true`) =>
    sql`update ${sql.identifier(table)} set holder = case holder when ${halima.userId}::uuid then ${ladi.userId}::uuid
          else ${halima.userId}::uuid end where holder is not null and ${where}`
  for (const table of ['disbursements', 'cash_movements', 'cash_counts'])
    expect(await named(swap(table))).toContain(`${table} holder`)
  const changes = await readChanges()
  expect(changes.length).toBeGreaterThan(35)
  const missed: unknown[] = []
  for (const { key, change, moved } of changes) {
    const [whole = [], pieces, minute = []] = await lookAfter(change, moved)
    expect(pieces).toEqual(whole)
    // Rows that no transfer names any more are left to the night.
    expect(whole).toEqual(expect.arrayContaining(minute))
    if (whole.length === 0 || (moved !== null && minute.length < whole.length)) missed.push({ key, whole, minute })
  }
  expect(missed).toEqual([])
  // One that failed is said to have been reversed, and the other way round.
  expect(
    await named(
      sql`update payout_attempts set state = case state when 'failed' then 'reversed' else 'failed' end
           where state in ('failed', 'reversed')`,
    ),
  ).toContain('payout_attempts state')
  expect(await named(sql`update payout_attempts set fee_fund = 'food' where fee > 0`)).toContain(
    'payout_attempts fee_fund',
  )
})

test('each name that moved is looked up by itself, however many entries the statistics expect of it', async () => {
  const database = await newTestDatabase()
  const name = (n: string) => `lpad(to_hex(${n} % 200), 8, '0') || '-0000-7000-8000-000000000000'`
  const read = await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into transfers (id, key, debit_account, credit_account, amount, purpose, gifts, occurred_at, recorded_at)
      select gen_random_uuid(), 'commit:' || ${sql.raw(name('n'))} || ':fund' || n, 1, 2, 100, 'commit', 0, now(), now()
        from generate_series(1, 20000) as n`)
    await tx.execute(sql`analyze transfers`)
    const moved = sql`(select * from transfers where key = any (array(
      select 'commit:' || ${sql.raw(name('n'))} || ':fund' || n from generate_series(1, 200) as n)))`
    expect(await compareMovedPayouts(tx, moved)).toHaveLength(200)
    const counted = sql`select seq_scan::int as scans, idx_scan::int as lookups from pg_stat_xact_user_tables where relname = 'transfers'`
    return onlyRow(tx, counted, z.object({ scans: z.number(), lookups: z.number() }))
  })
  expect(read.scans).toBe(0)
  expect(read.lookups).toBeGreaterThan(1000)
  await database.close()
})
