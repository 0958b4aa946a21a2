/** The months of /transparency: what was given and refunded, kept once a month is over, and what was published until then. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useGiving } from '../../../test/support/giving.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { keepMonthlyGifts } from '../../money/ledger/monthly-gifts.ts'
import { monthInLagos } from '../../platform/lagos-days.ts'

const giving = useGiving()
const DAY = hours(24)

const Months = z.object({
  rows: z.array(
    z.looseObject({
      month: z.string(),
      scope: z.string(),
      given: z.number(),
      refunded: z.number(),
    }),
  ),
})

async function months(scope: string) {
  const { status, body } = await giving.server.call('GET', '/api/transparency/months')
  expect(status).toBe(200)
  return Months.parse(body)
    .rows.filter((row) => row.scope === scope)
    .map(({ month, given, refunded }) => [month, given, refunded])
}

async function paidGift(amount: number, fund: string) {
  const gift = await giving.start(amount, fund)
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  giving.server.clock.advance(seconds(10))
  return gift
}

const kept = async () =>
  (await rows(giving.server.database.db, sql`select fund from monthly_gifts`, z.object({ fund: z.string() }))).length

test('what was given and refunded is added up to the end of each month, in rows that are written once and never change', async () => {
  const { server } = giving
  const first = monthInLagos(server.clock.now())
  const gift = await paidGift(1500, 'school')
  await paidGift(2000, 'food')
  // The running month is live.
  expect(await months('school')).toEqual([[first, 1500, 0]])
  expect(await months('all')).toEqual([[first, 3500, 0]])
  expect(await kept()).toBe(0)

  server.clock.advance(31 * DAY)
  await keepMonthlyGifts(server.core)
  const second = monthInLagos(server.clock.now())
  expect(await kept()).toBe(6)
  await server.control('/refund', { reference: gift.reference, amount: 50_000, outcome: 'processed' })
  for (let hour = 0; hour < 4; hour += 1) await server.pass(hours(1), /^(payments|settlements|sandbox|reports)/)
  await paidGift(700, 'school')
  // The month that is over stays as it was.
  const ofSchool = [
    [second, 2200, 500],
    [first, 1500, 0],
  ]
  expect(await months('school')).toEqual(ofSchool)

  // Two months later, one of them without a gift. Twice, and by two at once.
  server.clock.advance(62 * DAY)
  await Promise.all([keepMonthlyGifts(server.core), keepMonthlyGifts(server.core)])
  await keepMonthlyGifts(server.core)
  expect(await kept()).toBe(18)
  const [now, between, ...before] = await months('school')
  expect([now?.slice(1), between?.slice(1), before]).toEqual([[2200, 500], [2200, 500], ofSchool])
  await expect(
    server.database.db
      .execute(sql`update monthly_gifts set given = given + 1`)
      .catch((error: unknown) => codeOf(error)),
  ).resolves.toBeTruthy()
  expect(await months('school')).toHaveLength(4)
  await expectBooksBalance(server)
}, 120_000)

test('a month is kept only when no transaction of it can still be on its way', async () => {
  const { server } = giving
  await paidGift(100, 'school')
  const now = server.clock.now()
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - hours(1)
  server.clock.advance(end + hours(1) - 60_000 - now.getTime())
  await keepMonthlyGifts(server.core)
  expect(await kept()).toBe(0)
  server.clock.advance(120_000)
  await keepMonthlyGifts(server.core)
  expect(await kept()).toBe(6)
})
