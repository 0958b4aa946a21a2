/** A chargeback that was undone: the log says so, and auditors find no fault in it. */
import { expect, test } from 'vitest'
import { audit, readEntries, readHead, type ReadLog } from '../../../contract/proof/audit.ts'
import { readOpening } from '../../../contract/proof/opening.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { MONEY_JOBS, expectBooksBalance } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { allocateGifts } from './lots.ts'
import { readOpenings } from './openings.ts'

const giving = useGiving()

const read: ReadLog = async (path) => {
  const answer = await giving.server.app.request(`/log/${path}`)
  return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer())
}

/** Books what the provider says by now, signs it, and reads all of it as an auditor. */
async function auditNow() {
  const { server } = giving
  for (let each = 0; each < 3; each += 1) await server.pass(hours(10), MONEY_JOBS)
  await allocateGifts(server.core)
  await makeCheckpoint(server.core)
  const { head } = await readHead(read)
  const { faults, given, givenBack } = await audit(
    await readEntries(read, head),
    (await readOpenings(server.core)).map(readOpening),
  )
  return { faults, given, givenBack }
}

const chargeback = (reference: string, outcome: string, amount?: number) =>
  giving.server.control('/chargeback', { reference, outcome, ...(amount !== undefined && { amount }) })

async function paidGift() {
  const gift = await giving.start(3000, 'school')
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  return gift
}

test('of a whole gift: nothing of it is back', async () => {
  const { reference } = await paidGift()
  await chargeback(reference, 'lost')
  expect(await auditNow()).toEqual({ faults: [], given: 300_000n, givenBack: 300_000n })
  await chargeback(reference, 'won')
  expect(await auditNow()).toEqual({ faults: [], given: 300_000n, givenBack: 0n })
  await expectBooksBalance(giving.server)
})

test('of a part, after a refund: the sum that went back before counts again', async () => {
  const { reference } = await paidGift()
  await giving.server.control('/refund', { reference, amount: 20_000, outcome: 'processed' })
  expect(await auditNow()).toEqual({ faults: [], given: 300_000n, givenBack: 20_000n })
  await chargeback(reference, 'lost', 100_000)
  expect(await auditNow()).toEqual({ faults: [], given: 300_000n, givenBack: 120_000n })
  await chargeback(reference, 'won')
  expect(await auditNow()).toEqual({ faults: [], given: 300_000n, givenBack: 20_000n })
  await expectBooksBalance(giving.server)
})

test('of a gift that is refunded after that: it is back again', async () => {
  const { reference } = await paidGift()
  await chargeback(reference, 'lost')
  await auditNow()
  await chargeback(reference, 'won')
  await auditNow()
  await giving.server.control('/refund', { reference, amount: 300_000, outcome: 'processed' })
  expect(await auditNow()).toEqual({ faults: [], given: 300_000n, givenBack: 300_000n })
  await expectBooksBalance(giving.server)
})
