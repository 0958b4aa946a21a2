/** Where each gift goes: first in, first out within its fund, and what a receipt proves of it. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  checkReceipt,
  hashReceiptCode,
  readProofFile,
  readReceiptProof,
  writeProofFile,
} from '../../contract/proof/receipt.ts'
import { newPerson } from '../../test/support/asking.ts'
import { usePayouts } from '../../test/support/paying-out.ts'
import { hours } from '../lib/clock.ts'
import { onlyRow, rows } from '../lib/db/db.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { allocateGifts } from './lots.ts'
import { publishPayments } from './publish.ts'

const payouts = usePayouts()
let people = 0
beforeEach(() => {
  people = 0
})

/** A paid gift. @returns its receipt code */
async function give(amount: number, fund = 'school'): Promise<string> {
  const gift = await payouts.start(amount, fund)
  await payouts.pay(gift.reference)
  expect(await payouts.verify(gift)).toBe('success')
  return gift.receipt
}

/** Days pass: gifts get into the log and take their turns. */
async function later(): Promise<void> {
  payouts.server.clock.advance(hours(49))
  await makeCheckpoint(payouts.server.core)
  await allocateGifts(payouts.server.core)
  await makeCheckpoint(payouts.server.core)
}

/** Pays out of the school fund to a new household. @returns the id of the payment, and who can change it */
async function payOut(amount: number) {
  people += 1
  const staff = await payouts.administrators(`halima${people}`, `musa${people}`)
  const [first] = staff
  if (!first) throw new Error('an administrator')
  const request = await payouts.approved(await newPerson(payouts.server, `household${people}`), first)
  const { id: award } = await payouts.granted(request, amount, staff)
  const id = await payouts.released(award, amount, staff)
  expect((await payouts.handOver(first, id, amount)).status).toBe(200)
  return { id, first }
}

const times = (count: number, value: unknown) => Array.from({ length: count }, () => value)

const Trail = z.object({
  waiting: z.number(),
  given_back: z.number(),
  ahead: z.number().nullable(),
  logged: z.boolean(),
  shares: z.array(z.object({ amount: z.number(), described: z.looseObject({}).nullable() })),
})
const trail = async (code: string) =>
  Trail.parse((await payouts.server.call('GET', `/api/receipts/${code}/trail`)).body)
const amounts = async (code: string) => (await trail(code)).shares.map(({ amount }) => amount)

async function proofOf(code: string) {
  const { status, body } = await payouts.server.call('GET', `/api/receipts/${code}/proof`)
  expect(status).toBe(200)
  return readReceiptProof(body)
}

test('gifts are counted in the order of their days, each finished before the next begins', async () => {
  const first = await give(1000)
  expect(await trail(first)).toEqual({ logged: false, given_back: 0, waiting: 1000, ahead: null, shares: [] })
  payouts.server.clock.advance(hours(24))
  const second = await give(2000)
  payouts.server.clock.advance(hours(24))
  const third = await give(3000)
  const elsewhere = await give(500, 'food')
  await later()
  expect(await trail(third)).toEqual({ logged: true, given_back: 0, waiting: 3000, ahead: 2, shares: [] })
  await payOut(2500)
  await allocateGifts(payouts.server.core)
  expect(await trail(first)).toMatchObject({ waiting: 0, shares: [{ amount: 1000, described: null }] })
  expect(await trail(second)).toMatchObject({ waiting: 500, ahead: 0, shares: [{ amount: 1500, described: null }] })
  expect(await trail(third)).toMatchObject({ waiting: 3000, ahead: 1, shares: [] })
  expect(await trail(elsewhere)).toMatchObject({ waiting: 500, ahead: 0, shares: [] })
})

test('a refunded gift is released, and the next gifts take over; a returned payment releases its gifts', async () => {
  const gift = await payouts.start(1000, 'school')
  await payouts.pay(gift.reference)
  await payouts.verify(gift)
  payouts.server.clock.advance(hours(24))
  const second = await give(2000)
  await later()
  const { id, first } = await payOut(1500)
  await allocateGifts(payouts.server.core)
  expect([await amounts(gift.receipt), await amounts(second)]).toEqual([[1000], [500]])

  await payouts.server.control('/refund', { reference: gift.reference, amount: 100_000, outcome: 'processed' })
  for (let each = 0; each < 6; each += 1) await payouts.server.pass(hours(1), /^(?!books)/)
  await allocateGifts(payouts.server.core)
  expect(await trail(gift.receipt)).toMatchObject({ given_back: 1000, waiting: 0, shares: [] })
  expect(await amounts(second)).toEqual([1500])

  const on = payouts.server.clock.now().toISOString().slice(0, 10)
  const [again] = await payouts.administrators('again')
  const back = { expected_state: 'sent', amount: 600, on }
  expect((await payouts.act(again ?? first, `/disbursements/${id}/returned`, back)).status).toBe(200)
  await allocateGifts(payouts.server.core)
  expect(await trail(second)).toMatchObject({ waiting: 1100, shares: [{ amount: 900 }] })
  await makeCheckpoint(payouts.server.core)
  const checked = await checkReceipt(await proofOf(second), { receipt: await hashReceiptCode(second) })
  expect(checked).toMatchObject({ amount: 200_000n, givenBack: 0n, counted: 90_000n })
  expect(checked.steps.map(({ outcome }) => outcome)).toEqual(['fits', 'left_out', 'fits', 'fits', 'fits'])
})

test('a payment that no gift covers yet waits for the next ones', async () => {
  const first = await give(2000)
  payouts.server.clock.advance(hours(24))
  const young = await give(1000)
  await makeCheckpoint(payouts.server.core)
  await payOut(2500)
  await allocateGifts(payouts.server.core)
  // Both gifts are too young to have a turn.
  expect([await amounts(first), await amounts(young)]).toEqual([[], []])
  await later()
  expect([await amounts(first), await amounts(young)]).toEqual([[2000], [500]])
})

test('what a donor sees of a payment appears with the tenth household, and is proved from then on', async () => {
  const code = await give(20_000)
  await later()
  for (let each = 0; each < 9; each += 1) await payOut(1000)
  await allocateGifts(payouts.server.core)
  payouts.server.clock.advance(hours(24 * 31))
  await publishPayments(payouts.server.core)
  expect((await trail(code)).shares).toEqual(times(9, { amount: 1000, described: null }))
  await makeCheckpoint(payouts.server.core)
  const sealed = await checkReceipt(await proofOf(code), { receipt: await hashReceiptCode(code) })
  expect(sealed.shares?.map(({ kind, band, month }) => [kind, band, month])).toEqual(
    times(9, [undefined, undefined, undefined]),
  )

  payouts.server.clock.advance(-hours(24 * 31))
  await payOut(1000)
  await allocateGifts(payouts.server.core)
  payouts.server.clock.advance(hours(24 * 31))
  await publishPayments(payouts.server.core)
  const described = { period: '2026-01', kind: 'schoolfees', band: 'below_5', confirmed: false }
  expect((await trail(code)).shares).toEqual(times(10, { amount: 1000, described }))
  await makeCheckpoint(payouts.server.core)
  const open = await checkReceipt(await proofOf(code), { receipt: await hashReceiptCode(code) })
  expect(open.shares).toEqual(times(10, { amount: 100_000n, kind: 'schoolfees', band: 'below_5', month: '2026-01' }))
  // Which payment it was stays sealed.
  expect(JSON.stringify(await proofOf(code))).not.toContain('"disbursement"')
  const { body } = await payouts.server.call('GET', '/api/transparency/payments')
  expect(body['rows']).toEqual([
    { period: '2026-01', kind: 'schoolfees', band: 'below_5', households: 10, payments: 10, confirmed: 0 },
  ])
})

test('a proof with anything changed does not fit, and the step and the reason are named', async () => {
  const code = await give(1000)
  payouts.server.clock.advance(hours(24))
  const other = await give(3000)
  await later()
  await payOut(2000)
  await allocateGifts(payouts.server.core)
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
  expect(shares.length).toBeGreaterThan(0)
  expect(await outcome({ ...proof, entries: [gift, ...shares, ...shares] })).toBe('shares')
  const moved = shares.map(({ fields, proof: path, index }) => ({ fields, proof: path, index: index + 1 }))
  expect(await outcome({ ...proof, entries: [gift, ...moved] })).toBe('shares')

  const file = writeProofFile(proof)
  expect(file.startsWith('c2sp.org/tlog-proof@v1\nextra ')).toBe(true)
  expect(readProofFile(file)).toEqual(proof)
  expect(() => readProofFile(file.replace(/index \d+/, 'index 99'))).toThrow('do not fit each other')
  expect(() => readProofFile('nothing')).toThrow('not a .tlog-proof file')
})

/** A small generator of numbers that look random, and are the same in each run. */
function generator(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('after any gifts, payments, returns and refunds each kobo is counted once, and the books balance', async () => {
  const { core } = payouts.server
  const next = generator(19)
  const codes: string[] = []
  const references: string[] = []
  const payments: string[] = []
  for (let step = 0; step < 40; step += 1) {
    const act = step < 6 ? 0 : next(4)
    if (act === 0) {
      const gift = await payouts.start(100 * (1 + next(50)), 'school')
      await payouts.pay(gift.reference)
      await payouts.verify(gift)
      codes.push(gift.receipt)
      references.push(gift.reference)
    } else if (act === 1) {
      payments.push((await payOut(100 * (1 + next(8)))).id)
    } else if (act === 2 && payments.length > 0) {
      const id = payments[next(payments.length)] ?? ''
      const [who] = await payouts.administrators(`returns${step}`)
      const on = payouts.server.clock.now().toISOString().slice(0, 10)
      if (who) await payouts.act(who, `/disbursements/${id}/returned`, { expected_state: 'sent', amount: 100, on })
    } else {
      const reference = references[next(references.length)] ?? ''
      await payouts.server
        .control('/refund', { reference, amount: 10_000, outcome: 'processed' })
        .catch(() => undefined)
      await payouts.server.pass(hours(4), /^(?!books|log)/)
    }
    if (next(3) === 0) await later()
  }
  await later()
  await later()
  const uneven = await rows(
    core.db,
    sql`select share.disbursement_id, share.amount - share.returned - coalesce(sum(allocations.amount), 0) as missing
          from disbursement_funds as share left join allocations on allocations.disbursement_id = share.disbursement_id
         group by share.disbursement_id, share.amount, share.returned
        having share.amount - share.returned <> coalesce(sum(allocations.amount), 0)`,
    z.unknown(),
  )
  expect(uneven).toEqual([])
  const counts = await onlyRow(
    core.db,
    sql`select (select count(*)::int from allocations where amount < 0) as released, (select count(*)::int from gift_lots) as gifts,
               (select count(*)::int from disbursements) as payments`,
    z.object({ released: z.number(), gifts: z.number(), payments: z.number() }),
  )
  expect([counts.payments > 4, counts.released > 0]).toEqual([true, true])
  expect(counts.gifts).toBe(codes.length)
  for (const code of codes) {
    const checked = await checkReceipt(await proofOf(code), { receipt: await hashReceiptCode(code) })
    expect(checked.steps.filter(({ outcome }) => outcome === 'does_not_fit')).toEqual([])
    const { waiting, given_back: back } = await trail(code)
    expect(Number(checked.amount ?? 0n)).toBe(
      Math.round(waiting * 100) + Math.round(back * 100) + Number(checked.counted ?? 0n),
    )
  }
}, 300_000)
