/** Fees that the provider does not know when a payment is made are booked when it does. */
import { expect, test } from 'vitest'
import { useGiving, type Gift } from '../../../test/support/giving.ts'
import { passHours } from '../../../test/support/server.ts'
import { accounts } from '../ledger/accounts.ts'
import { postTransfers } from '../ledger/ledger.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { findDifferences } from '../../proof/books/books.ts'

const JOBS = /^(payments|settlements|sandbox|matching|books)/

const giving = useGiving()

/** The provider keeps its fee, and names it only now. */
const nameFees = ({ reference }: Gift) => giving.server.control('/switches', { reference, feesUnknown: false })

async function paidWithoutFees(settings = {}) {
  const gift = await giving.start()
  await giving.server.control('/switches', { reference: gift.reference, feesUnknown: true, ...settings })
  await giving.pay(gift.reference)
  return gift
}

test('are booked once, within minutes', async () => {
  const gift = await paidWithoutFees()
  expect(await giving.verify(gift)).toBe('success')
  expect(await giving.balance('fees:general')).toBe(0n)
  await nameFees(gift)
  await giving.server.pass(minutes(1), JOBS)
  expect(await giving.balance('fees:general')).toBe(-2250n)
  await passHours(giving.server, 3)
  expect(await giving.balance('fees:general')).toBe(-2250n)
  expect(await giving.transfers(gift.reference)).toBe(2)
})

test('of a payment in suspense are booked too', async () => {
  const gift = await paidWithoutFees({ amountPaid: 100_000 })
  expect(await giving.verify(gift)).toBe('needs_review')
  await nameFees(gift)
  await giving.server.pass(minutes(1), JOBS)
  expect(await giving.balance('fees:unassigned')).toBe(-1500n)
})

test('are asked for each hour, and are a difference of the books after a day', async () => {
  const gift = await paidWithoutFees()
  expect(await giving.verify(gift)).toBe('success')
  const state = async () => (await giving.server.call('GET', '/health/ready')).body['books']
  await passHours(giving.server, 24)
  // The provider has kept a fee that the books do not know yet.
  expect(await state()).toBe('differs')
  await giving.server.pass(hours(1), JOBS)
  expect(await state()).toBe('unbalanced')
  expect(giving.server.logged()).toContain(`"kind":"fee","subject":"${gift.reference}"`)
  await nameFees(gift)
  await giving.server.pass(hours(1), JOBS)
  expect(await giving.balance('fees:general')).toBe(-2250n)
  await giving.server.pass(minutes(1), JOBS)
  // Until the next full match, the provider's side is that of the last one.
  expect(await state()).toBe('differs')
  await passHours(giving.server, 24)
  expect(await state()).toBe('balanced')
})

test('that were kept in one account before are moved to what they were paid for', async () => {
  const server = giving.server
  const school = await giving.start(2000, 'school')
  const dear = await giving.start(10_000, 'food')
  const odd = await giving.start(1500, 'food')
  await server.control('/switches', { reference: dear.reference, customerBearsFees: true })
  await server.control('/switches', { reference: odd.reference, amountPaid: 100_000 })
  for (const gift of [school, dear, odd]) {
    await giving.pay(gift.reference)
    await giving.verify(gift)
  }
  // All that the payer paid is refunded, with the fee that we never had.
  server.clock.advance(minutes(1))
  await server.control('/refund', { reference: dear.reference, outcome: 'processed' })
  await passHours(server, 3)
  const fees = async () => ({
    unassigned: await giving.balance('fees:unassigned'),
    school: await giving.balance('fees:school'),
    food: await giving.balance('fees:food'),
  })
  const kept = await fees()
  expect(kept).toEqual({ unassigned: -1500n, school: -3000n, food: -25_381n })

  const asBefore = (['school', 'food'] as const).map((fund) => ({
    key: `fees_assigned:before:${fund}`,
    debit: accounts.unassignedFees,
    credit: `fees:${fund}` as const,
    amount: -kept[fund],
    purpose: 'fee' as const,
    occurredAt: server.clock.now(),
  }))
  await server.core.db.transaction((tx) => postTransfers(tx, asBefore, server.clock.now()))
  expect((await findDifferences(server.core.db)).map(({ what }) => what).toSorted()).toEqual([
    'payments of fees:food',
    'payments of fees:school',
    'payments of fees:unassigned',
  ])
  // As an early version moved them to the accounts of their funds, once.
  const assigned = asBefore.map(({ debit, credit, key, amount, purpose, occurredAt }) => {
    return { key: key.replace('before', 'fees'), debit: credit, credit: debit, amount, purpose, occurredAt }
  })
  await server.core.db.transaction((tx) => postTransfers(tx, assigned, server.clock.now()))
  expect(await fees()).toEqual(kept)
})
