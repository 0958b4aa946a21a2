/** A database with every kind of row about money, some days old and sealed: for the test that tampers with each of them. */
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { hours, minutes, seconds } from '../../server/platform/clock.ts'
import { advanceCheckpoint } from '../../server/money/ledger/self-check.ts'
import { onlyRow, rows } from '../../server/platform/db/db.ts'
import { newAdministrator, type Administrator } from './administering.ts'
import { MONEY_JOBS, newKey, testServer, type TestServer } from './server.ts'
import { newPerson } from './wallet.ts'

const ALL_JOBS = /./

export interface MoneyWorld {
  readonly server: TestServer
  close(): Promise<void>
}

/** The watermark waits for the oldest transaction of the cluster, which may be another test's. */
const passWatermark = ({ core: { db } }: TestServer) =>
  vi.waitFor(
    async () => {
      await advanceCheckpoint(db)
      expect(await rows(db, sql`select balance::text from ledger_checkpoints`, z.unknown())).not.toEqual([])
    },
    { timeout: 120_000 },
  )

const Books = z.looseObject({ differences: z.array(z.looseObject({ id: z.string() })) })

export async function moneyWorld(): Promise<MoneyWorld> {
  const server = await testServer({ RATE_LIMITS: 'off' })
  const pay = (reference: string) => server.control('/pay', { reference, silently: true })
  const verify = async (reference: string) =>
    (await server.call('POST', '/functions/v1/verify', { reference })).body['status']
  const gift = async (switches?: object, ending: 'paid' | 'open' = 'paid') => {
    const { body } = await server.call('POST', '/api/donations', { amount: 900, donation_type: 'food' }, newKey())
    const reference = String(body['reference'])
    if (switches) await server.control('/switches', { reference, ...switches })
    if (ending === 'paid') {
      await pay(reference)
      await verify(reference)
    }
    return reference
  }
  const decide = async (by: readonly [Administrator, Administrator], payment: string, action: string) => {
    const [halima, musa] = by
    const { body } = await halima.call('POST', '/api/admin/books/decisions', { payment, action, reason: 'Seen.' })
    const path = `/api/admin/decisions/${String(body['id'])}/confirmation`
    expect((await musa.call('POST', path)).status).toBe(200)
  }
  const people = async (day: string) =>
    [await newAdministrator(server, `halima${day}`), await newAdministrator(server, `musa${day}`)] as const

  // Gifts that are paid, refunded in part, charged back, in review, settled, returned, failed and pending.
  const paid = await gift()
  await gift({ customerBearsFees: true })
  const refunded = await gift()
  const disputed = await gift()
  await gift({ amountPaid: 100_000 })
  const settled = await gift({ amountPaid: 110_000 })
  const returned = await gift({ amountPaid: 120_000 })
  await gift(undefined, 'open')
  await server.control('/stranger', { amount: 200_000, silently: true })
  const amina = await newPerson(server)
  const bello = await newPerson(server)
  const topUp = await amina.topUp(5000)
  await amina.give(2000)
  const lost = await bello.topUp(3000)
  await bello.give(2500)
  await bello.begin(700)
  server.clock.advance(minutes(1))
  await server.control('/refund', { reference: refunded, amount: 20_000, outcome: 'processed' })
  await server.control('/refund', { reference: topUp, amount: 50_000, outcome: 'processed' })
  await server.control('/chargeback', { reference: disputed })
  await server.control('/chargeback', { reference: lost })
  const first = await people('one')
  await decide(first, settled, 'settle')
  await decide(first, returned, 'return')
  for (let hour = 0; hour < 30; hour += 1) await server.pass(hours(1), hour % 6 === 5 ? ALL_JOBS : MONEY_JOBS)
  // Three days later all of them are sealed. The provider has settled, and differs in two payments.
  await gift()
  for (const reference of [paid, settled])
    await server.core.db.execute(sql`update sandbox_transactions set fees = fees + 1000 where reference = ${reference}`)
  const second = await people('two')
  await coverLoss(server, second)
  await second[0].call('POST', '/api/admin/books/matches')
  await server.pass(seconds(5), ALL_JOBS)
  const { differences } = Books.parse((await second[0].call('GET', '/api/admin/books/match')).body)
  const closing = await second[0].call('POST', `/api/admin/books/differences/${differences[0]?.id}/closing`, {
    ending: 'misread',
    reason: 'The provider wrote to us.',
  })
  await second[1].call('POST', `/api/admin/decisions/${String(closing.body['id'])}/confirmation`)
  await server.pass(hours(26), ALL_JOBS)
  await gift(undefined, 'open')
  for (let day = 0; day < 2; day += 1) await server.pass(hours(26), ALL_JOBS)
  await passWatermark(server)
  // Not checked yet.
  await gift()
  return { server, close: () => server.close() }
}

/** The organisation covers what the only frozen wallet lost. */
async function coverLoss(server: TestServer, [halima, musa]: readonly [Administrator, Administrator]) {
  const { wallet } = await onlyRow(
    server.core.db,
    sql`select id::text as wallet from wallets where frozen_at is not null`,
    z.object({ wallet: z.string() }),
  )
  const { body } = await halima.call('POST', '/api/admin/books/wallet-decisions', {
    wallet,
    action: 'cover',
    reason: 'Paid in.',
  })
  const path = `/api/admin/decisions/${String(body['id'])}/confirmation`
  expect((await musa.call('POST', path)).status).toBe(200)
}
