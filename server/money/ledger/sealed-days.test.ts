/** The hashes of the ledger's days find what the sums do not: transfers that were changed, added or removed with the triggers off. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useGiving } from '../../../test/support/giving.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { expectBalanced } from '../../../test/support/balanced.ts'
import { compareDays, TRANSFERS } from './sealed-days.ts'

const JOBS = /^(payments|settlements|books|sandbox)/

const giving = useGiving()
const db = () => giving.server.core.db

async function give(amount: number) {
  const gift = await giving.start(amount)
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  return gift
}

/** Two days with gifts, and the nights after each. */
async function twoDays() {
  await give(1000)
  await give(2000)
  await giving.server.pass(hours(27), JOBS)
  await give(3000)
  await giving.server.pass(hours(27), JOBS)
  await giving.server.pass(hours(27), JOBS)
}

/** Changes the books with all triggers off, looks, and changes them back. */
async function tampered(change: ReturnType<typeof sql>) {
  class Undone extends Error {}
  let found: string[] = []
  const looked = db().transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(change)
    found = (await compareDays(tx, TRANSFERS)).map(({ what }) => what)
    throw new Undone()
  })
  await expect(looked).rejects.toThrow(Undone)
  return found
}

test('each day with transfers is sealed once, and the log keeps the last hash', async () => {
  await twoDays()
  await giving.server.pass(hours(27), JOBS)
  const Counted = z.object({ days: z.number(), transfers: z.number() })
  const sealed = sql`select count(*)::int as days, sum(row_count)::int as transfers from sealed_days where source = 'transfers'`
  const booked = sql`
    select count(distinct (recorded_at at time zone 'UTC')::date)::int as days, count(*)::int as transfers from transfers
     where (recorded_at at time zone 'UTC')::date <= (select max(day) from sealed_days where source = 'transfers')`
  const counted = await onlyRow(db(), sealed, Counted)
  expect(counted).toEqual(await onlyRow(db(), booked, Counted))
  // Three gifts on two days, with their fees; the provider's settlements come on top.
  expect(counted.days).toBeGreaterThanOrEqual(2)
  expect(counted.transfers).toBeGreaterThanOrEqual(6)
  await expectBalanced(db())
  expect(giving.server.logged()).toMatch(/"hash":"[0-9a-f]{64}"/)
})

test('a clock that is a day ahead for a moment does not seal a day that goes on', async () => {
  await give(1000)
  await giving.server.runJobs(JOBS)
  await giving.server.pass(hours(24), JOBS)
  giving.server.clock.advance(-hours(24))
  await give(2000)
  await giving.server.pass(hours(24), JOBS)
  await giving.server.pass(hours(24), JOBS)
  await expectBalanced(db())
})

const FIRST_DAY = sql`(select min(day) from sealed_days where source = 'transfers')`
const GIFT = sql`(select key from transfers where purpose = 'gift' and amount = 100000)`

test('a transfer that was removed, and a hash that was changed, are found, and the day named', async () => {
  await twoDays()
  const { first } = await onlyRow(db(), sql`select ${FIRST_DAY}::text as first`, z.object({ first: z.string() }))
  expect(await tampered(sql`delete from transfers where key = ${GIFT}`)).toEqual([`transfers of ${first}`])
  const hash = sql`update sealed_days set hash = sha256('made up') where day = ${FIRST_DAY} and source = 'transfers'`
  expect((await tampered(hash))[0]).toBe(`sealed_days: transfers of ${first}`)
})

test('a transfer that is added to a day before the last one is found, also where that day had none', async () => {
  await twoDays()
  const added = (day: string) => sql`
    insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
    select gen_random_uuid(), 'added', 3, 2, 1, 'loss', at, at from (select ${day}::timestamptz as at) as moment`
  const { first } = await onlyRow(db(), sql`select ${FIRST_DAY}::text as first`, z.object({ first: z.string() }))
  expect(await tampered(added(`${first}T00:00:00Z`))).toEqual(['transfers added', `transfers of ${first}`])
  expect(await tampered(added('2020-02-02T00:00:00Z'))).toContain('transfers of 2020-02-02')
})
