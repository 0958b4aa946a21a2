/** Findings of a match are dropped where its process stood still and another match has replaced it. */
import { desc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { useGiving } from '../../../test/support/giving.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { differences } from '../differences/schema.ts'
import { matchingJobs } from './matching.ts'
import { matches } from './schema.ts'

const giving = useGiving()

test('a match that a later one has replaced ends without touching what that one found', async () => {
  const { server } = giving
  const { db } = server.core
  const gift = await giving.start(1000)
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  server.clock.advance(hours(1))
  await db.insert(matches).values({ id: newId(), state: 'requested', createdAt: server.clock.now() })

  const asks = Promise.withResolvers<void>()
  const thaws = Promise.withResolvers<void>()
  const { provider } = server.payments
  const frozen = {
    ...provider,
    balance: async () => {
      const seen = await provider.balance()
      asks.resolve()
      await thaws.promise
      return seen
    },
  }
  const [job] = matchingJobs({ ...server.payments, provider: frozen })
  const older = job?.run(server.core, new AbortController().signal)
  await asks.promise

  // The process stands still for longer than a match may take. Meanwhile the provider loses a payment, and another process finds that.
  server.clock.advance(hours(2) + minutes(1))
  await db.execute(sql`update sandbox_transactions set amount = 40000 where reference = ${gift.reference}`)
  await db.insert(matches).values({ id: newId(), state: 'requested', createdAt: server.clock.now() })
  await server.pass(seconds(5), /^matching/)
  const states = async () =>
    (await db.select().from(matches).orderBy(desc(matches.createdAt))).map(({ state }) => state)
  expect(await states()).toEqual(['complete', 'running'])
  const found = await db.select().from(differences)
  expect(found).not.toEqual([])

  await db.execute(sql`update sandbox_transactions set amount = 100000 where reference = ${gift.reference}`)
  thaws.resolve()
  await older
  expect(await db.select().from(differences)).toEqual(found)
  expect(await states()).toEqual(['complete', 'failed'])
})
