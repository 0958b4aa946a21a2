/** Reading the provider's lists: however long they are, and whatever stands in them, no payment of ours is missed. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { useGiving } from '../../../test/support/giving.ts'
import { passHours } from '../../../test/support/server.ts'
import { after, hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const JOBS = /^(payments|settlements|sandbox)/

const giving = useGiving()
const execute = (statement: ReturnType<typeof sql>) => giving.server.core.db.execute(statement)
/** Pays in the provider's other world, once each second from a moment on: none of it is ours. */
const sellElsewhere = (from: Date, sales: number) =>
  execute(sql`
    insert into sandbox_transactions (reference, access_code, domain, status, requested_amount, amount, currency, fees,
                                      customer_id, created_at, paid_at)
    select 'elsewhere-' || sale, 'elsewhere-' || sale, 'live', 'success', 500000, 500000, 'NGN', 7500, customer_id, at, at
      from (select sale, ${from.toISOString()}::timestamptz + sale * interval '1 second' as at
              from generate_series(1, ${sales}::int) as sale) as sales,
           (select customer_id from sandbox_transactions limit 1) as somebody`)

/** Only the lists find payments: nothing else calls verify, and there are no webhooks. */
const listsAlone = () =>
  execute(sql`update payment_attempts set next_check_at = null where status in ('opening', 'open', 'lost')`)

async function paidSilently() {
  const gift = await giving.start()
  await giving.pay(gift.reference)
  await listsAlone()
  return gift
}

describe('a list of more pages than one run reads', () => {
  test('is read to its end over several runs, and what is new does not wait for that', async () => {
    const old = await paidSilently()
    await sellElsewhere(giving.server.clock.now(), 6000)
    await giving.server.pass(hours(2), JOBS)
    expect(await giving.payment(old)).toBe('pending')
    giving.server.clock.advance(minutes(1))
    const fresh = await paidSilently()
    await giving.server.pass(seconds(1), JOBS)
    expect(await giving.payment(fresh)).toBe('success')
    expect(await giving.payment(old)).toBe('success')
    const { progress } = await onlyRow(
      giving.server.core.db,
      sql`select progress from jobs where name = 'payments.list'`,
      z.object({ progress: z.unknown() }),
    )
    expect(progress).toBeNull()
  })

  test('misses nothing when rows leave it between two runs', async () => {
    const old = await paidSilently()
    // Our gift is the 5,001st: it would move to the page that was read last.
    await sellElsewhere(after(giving.server.clock.now(), seconds(1)), 5000)
    await giving.server.pass(hours(2), JOBS)
    expect(await giving.payment(old)).toBe('pending')
    await execute(sql`update sandbox_transactions set status = 'reversed' where reference = 'elsewhere-4999'`)
    await giving.server.runJobs(JOBS)
    expect(await giving.payment(old)).toBe('success')
  })
})

test.each(['cursor', 'zero'])(
  'a list that does not say how many pages it has is read to its end: %s',
  async (listMeta) => {
    const old = await paidSilently()
    await sellElsewhere(giving.server.clock.now(), 150)
    await giving.server.control('/switches', { listMeta })
    await giving.server.pass(minutes(4), JOBS)
    expect(await giving.payment(old)).toBe('success')
  },
)

describe('an odd row', () => {
  test.each([
    ['without a reference', { reference: null }],
    ['with a fractional fee', { fees: 12.5 }],
    ['with an odd date', { created_at: 'yesterday', paid_at: '' }],
    ['without an amount', { amount: null }],
    ['that is no object of a transaction', { id: null, status: 7 }],
  ])('%s does not hide the other payments', async (_what, listedAs) => {
    const gift = await paidSilently()
    await sellElsewhere(giving.server.clock.now(), 2)
    await giving.server.control('/switches', { reference: 'elsewhere-1', listedAs })
    await giving.server.pass(minutes(1), JOBS)
    expect(await giving.payment(gift)).toBe('success')
  })

  test('that cannot be read is reported by its id', async () => {
    await paidSilently()
    await sellElsewhere(giving.server.clock.now(), 1)
    await giving.server.control('/switches', { reference: 'elsewhere-1', listedAs: { id: 77, amount: null } })
    await giving.server.pass(minutes(1), JOBS)
    expect(giving.server.logged()).toContain('"odd":["77: amount"]')
  })
})

describe('one list that fails', () => {
  test('does not stop the others: payments and refunds are found while disputes are silent', async () => {
    await giving.server.control('/switches', {
      calls: { disputes: { fault: 'feature_unavailable' } },
      webhooks: { drop: true },
    })
    const gift = await paidSilently()
    await giving.server.pass(minutes(1), JOBS)
    expect(await giving.payment(gift)).toBe('success')
    giving.server.clock.advance(minutes(6))
    await giving.server.control('/refund', { reference: gift.reference, outcome: 'processed' })
    await passHours(giving.server, 4)
    expect(await giving.payment(gift)).toBe('reversed')
  })
})
