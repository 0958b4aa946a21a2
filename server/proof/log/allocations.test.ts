/** The allocation of each gift: first in, first out within its fund, and how a receipt proves it. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  checkReceipt,
  hashReceiptCode,
  readProofFile,
  readReceiptProof,
  writeProofFile,
} from '../../../contract/proof/receipt.ts'
import { useCountedGifts } from '../../../test/support/counted-gifts.ts'
import { generator } from '../../../test/support/numbers.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { compareAllocations } from '../books/allocation-books.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { allocateGifts } from './lots.ts'
import { publishPayments } from './publish.ts'

const { payouts, give, later, payHouseholds, giveBackPayments, refund, signedTrail, trail, proofOf } = useCountedGifts()
const counted = async (code: string) => (await trail(code)).counted

const nothing = { given_back: 0, counted: 0, shares: [], undescribed: false, newer: null }

test('gifts are counted in the order of their days, each finished before the next begins, and only with the tenth household', async () => {
  const first = await give(1000)
  expect(await signedTrail(first)).toEqual({
    ...nothing,
    size: 0,
    logged: false,
    waiting: 1000,
    ahead: null,
    follows: null,
  })
  payouts.server.clock.advance(hours(24))
  const second = await give(2000)
  payouts.server.clock.advance(hours(24))
  const third = await give(3000)
  const elsewhere = await give(500, 'food')
  await later()
  const waits = { ...nothing, logged: true, waiting: 3000, ahead: 2 }
  expect(await trail(third)).toMatchObject(waits)
  await payHouseholds(9, 200)
  await allocateGifts(payouts.server.core)
  expect(await counted(first)).toBe(0)
  expect(await trail(third)).toMatchObject(waits)
  await payHouseholds(1, 700)
  await allocateGifts(payouts.server.core)
  expect(await trail(first)).toMatchObject({ waiting: 0, counted: 1000, shares: [], undescribed: true })
  // 1,500 of it is counted, towards the payments of fewer than ten households.
  expect(await trail(second)).toMatchObject({ ...nothing, waiting: 2000, ahead: 0 })
  expect(await trail(third)).toMatchObject({ waiting: 3000, ahead: 1, shares: [] })
  expect(await trail(elsewhere)).toMatchObject({ waiting: 500, ahead: 0, shares: [] })
})

test('a refunded gift is released, and the next gifts take over; returned payments release their gifts', async () => {
  const gift = await payouts.start(1000, 'school')
  await payouts.pay(gift.reference)
  await payouts.verify(gift)
  payouts.server.clock.advance(hours(24))
  const second = await give(2000)
  await later()
  const payments = await payHouseholds(10, 150)
  await allocateGifts(payouts.server.core)
  // 500 of the second is counted, towards the payments of four households.
  expect([await counted(gift.receipt), await counted(second)]).toEqual([1000, 0])

  await refund(gift.reference, 1000)
  await allocateGifts(payouts.server.core)
  expect(await trail(gift.receipt)).toMatchObject({ ...nothing, given_back: 1000, waiting: 0 })
  expect(await counted(second)).toBe(1500)

  await giveBackPayments(payments.slice(0, 9), 60)
  await allocateGifts(payouts.server.core)
  expect(await counted(second)).toBe(1500)
  await giveBackPayments(payments.slice(9), 60)
  await allocateGifts(payouts.server.core)
  expect(await trail(second)).toMatchObject({ waiting: 1100, counted: 900 })
  await makeCheckpoint(payouts.server.core)
  const checked = await checkReceipt(await proofOf(second), { receipt: await hashReceiptCode(second) })
  expect(checked).toMatchObject({ amount: 200_000n, givenBack: 0n, counted: 90_000n })
  expect(checked.steps.map(({ outcome }) => outcome)).toEqual(['fits', 'left_out', 'fits', 'fits', 'fits'])
})

test('payments that no gift covers yet wait for the next ones, and until ten households share the step', async () => {
  const first = await give(2000)
  payouts.server.clock.advance(hours(24))
  const young = await give(2500)
  await makeCheckpoint(payouts.server.core)
  await payHouseholds(10, 250)
  await allocateGifts(payouts.server.core)
  // Both gifts are too young to have a turn.
  expect([await counted(first), await counted(young)]).toEqual([0, 0])
  payouts.server.clock.advance(hours(25))
  await allocateGifts(payouts.server.core)
  expect([await counted(first), await counted(young)]).toEqual([2000, 0])
  await later()
  // Two households have a payment that is not covered.
  expect([await counted(first), await counted(young)]).toEqual([2000, 0])
  await payHouseholds(8, 100)
  await allocateGifts(payouts.server.core)
  expect([await counted(first), await counted(young)]).toEqual([2000, 1300])
})

test('a gift that reaches the log after the others of its day gets its turn, though no day has ended since', async () => {
  const first = await give(2000)
  await makeCheckpoint(payouts.server.core)
  const second = await give(2500)
  payouts.server.clock.advance(hours(49))
  await payHouseholds(10, 300)
  await allocateGifts(payouts.server.core)
  expect([await counted(first), await counted(second)]).toEqual([2000, 0])
  await makeCheckpoint(payouts.server.core)
  await payHouseholds(8, 100)
  await allocateGifts(payouts.server.core)
  expect([await counted(first), await counted(second)]).toEqual([2000, 1800])
})

test('what a donor sees of payments is one sum, described with ten households, and proved from then on', async () => {
  const code = await give(20_000)
  await later()
  const [byThemselves, withStaff, byText] = await payHouseholds(9, 1000)
  const [ladi] = await payouts.administrators('ladi')
  const at = payouts.server.clock.now().toISOString()
  await payouts.server.core.db.execute(
    sql`with called as (insert into confirmations values (gen_random_uuid(), ${withStaff}, 'all', 'call', ${ladi?.userId}, ${at}::timestamptz),
                                                         (gen_random_uuid(), ${byText}, 'all', 'text', null, ${at}::timestamptz))
        update disbursements set state = 'confirmed', ended_at = sent_at where id in (${byThemselves}, ${withStaff}, ${byText})`,
  )
  // Another month for the tenth, so that nine share the description.
  payouts.server.clock.advance(hours(24 * 31))
  const [late] = await payHouseholds(1, 1000)
  await allocateGifts(payouts.server.core)
  await publishPayments(payouts.server.core)
  expect(await trail(code)).toMatchObject({ counted: 10_000, shares: [], undescribed: true })
  await makeCheckpoint(payouts.server.core)
  const sealed = await checkReceipt(await proofOf(code), { receipt: await hashReceiptCode(code) })
  expect(sealed).toMatchObject({ counted: 1_000_000n, shares: [] })

  payouts.server.clock.advance(-hours(24 * 31))
  await payHouseholds(1, 2000)
  payouts.server.clock.advance(hours(24 * 31))
  await publishPayments(payouts.server.core)
  const described = { period: '2026-01', kind: 'schoolfees', band: 'below_5', payments: 10, confirmed: 1 }
  expect(await trail(code)).toMatchObject({ counted: 10_000, shares: [described], undescribed: true })
  await makeCheckpoint(payouts.server.core)
  const open = await checkReceipt(await proofOf(code), { receipt: await hashReceiptCode(code) })
  expect(open.counted).toBe(1_000_000n)
  expect(open.shares).toEqual([{ kind: 'schoolfees', band: 'below_5', period: '2026-01' }])
  expect(JSON.stringify(await proofOf(code))).not.toMatch(new RegExp(`disbursement|"100000"|${late}`))
  const { body } = await payouts.server.call('GET', '/api/transparency/payments')
  expect(body['rows']).toEqual([{ ...described, households: 10, confirmed_by_text: 1 }])
})

test('a proof with anything changed does not fit, and the step and the reason are named', async () => {
  const code = await give(1000)
  payouts.server.clock.advance(hours(24))
  const other = await give(3000)
  await later()
  await payHouseholds(10, 200)
  await allocateGifts(payouts.server.core)
  payouts.server.clock.advance(hours(24 * 31))
  await publishPayments(payouts.server.core)
  await makeCheckpoint(payouts.server.core)
  const proof = await proofOf(code)
  const receipt = await hashReceiptCode(code)
  const outcome = async (changed: unknown, expected = receipt) => {
    const { steps } = await checkReceipt(readReceiptProof(changed), { receipt: expected })
    return steps.find(({ outcome }) => outcome === 'does_not_fit')?.name
  }
  expect(await outcome(proof)).toBe(undefined)
  expect(await outcome(proof, await hashReceiptCode(other))).toBe('gift')
  expect(await outcome({ ...proof, checkpoint: proof.checkpoint.replace(/\n\d+\n/, '\n9\n') })).toBe('signature')
  expect(await outcome({ ...proof, checkpoint: '' })).toBe('signature')
  expect(await outcome({ ...proof, entries: [] })).toBe('gift')
  const text = JSON.stringify(proof)
  expect(await outcome(JSON.parse(text.replace('"100000"', '"200000"')))).toBe('gift')
  const [gift, ...shares] = proof.entries
  expect(shares.length).toBe(2)
  expect(await outcome({ ...proof, entries: [gift, ...shares, ...shares] })).toBe('shares')
  const moved = shares.map(({ fields, proof: path, index }) => ({ fields, proof: path, index: index + 1 }))
  expect(await outcome({ ...proof, entries: [gift, ...moved] })).toBe('shares')

  const file = writeProofFile(proof)
  expect(file.startsWith('c2sp.org/tlog-proof@v1\nextra ')).toBe(true)
  expect(readProofFile(file)).toEqual(proof)
  expect(() => readProofFile(file.replace(/index \d+/, 'index 99'))).toThrow('do not fit each other')
  expect(() => readProofFile('nothing')).toThrow('not a .tlog-proof file')
})

const times = (count: number, value: unknown) => Array.from({ length: count }, () => value)

const FINISHED = sql`
  select transaction_reference as reference from gift_lots join donations on donations.id = gift_lots.donation_id
   where spent = gift_lots.amount and amount_reversed = 0 order by place limit 1`

const Counts = z.object({
  released: z.number(),
  refunded: z.number(),
  gifts: z.number(),
  payments: z.number(),
  waiting: z.number(),
})

test('after any gifts, payments, returns and refunds each kobo is counted once, and the books balance', async () => {
  const { core } = payouts.server
  const next = generator(19)
  const given: { readonly receipt: string }[] = []
  const payments: string[] = []
  let refunds = 0
  for (let step = 0; step < 36; step += 1) {
    const act = step < 4 ? 0 : step < 6 ? 1 : next(4)
    if (act === 0) {
      const gift = await payouts.start(100 * (10 + next(20)), 'school')
      await payouts.pay(gift.reference)
      await payouts.verify(gift)
      given.push(gift)
    } else if (act === 1) {
      payments.push(...(await payHouseholds(5, 100 * (1 + next(6)))))
    } else if (act === 2 && payments.length > 9) {
      const from = next(payments.length - 9)
      await giveBackPayments(payments.slice(from, from + 10), 5)
    } else {
      // A gift that is counted whole, so that the refund has to release some of it.
      const [finished] = await rows(core.db, FINISHED, z.object({ reference: z.string() }))
      if (finished) refunds += 1
      if (finished) await refund(finished.reference, 500)
    }
    if (next(3) === 0 || step === 5) await later()
  }
  await later()
  await later()
  const counts = await onlyRow(
    core.db,
    sql`select (select count(*)::int from allocations where amount < 0) as released,
               (select count(*)::int from gift_lots where given_back > 0) as refunded,
               (select count(*)::int from gift_lots) as gifts, (select count(*)::int from disbursements) as payments,
               (select count(*)::int from disbursement_funds where amount - returned <> counted) as waiting`,
    Counts,
  )
  expect(counts).toMatchObject({ gifts: given.length, payments: payments.length, refunded: refunds })
  // Each payment is a household. Those that wait are fewer than ten.
  expect([counts.payments > 20, counts.released > 5, refunds > 1, counts.waiting < 10]).toEqual(times(4, true))
  expect(await compareAllocations(core.db)).toEqual([])
  for (const { receipt } of given) {
    const checked = await checkReceipt(await proofOf(receipt), { receipt: await hashReceiptCode(receipt) })
    expect(checked.steps.filter(({ outcome }) => outcome === 'does_not_fit')).toEqual([])
    // The figures shown are the ones proved.
    const { waiting, given_back: back } = await signedTrail(receipt)
    expect(checked.amount).toBe(BigInt(Math.round((waiting + back) * 100)) + (checked.counted ?? 0n))
  }
}, 300_000)
