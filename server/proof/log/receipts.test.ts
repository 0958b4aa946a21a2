/** Everything that a receipt states is compared with the log, and what the log does not have yet is named. */
import { MONEY_JOBS, expectBooksBalance } from '../../../test/support/server.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { nairaToKobo } from '../../../contract/platform/money.ts'
import {
  checkReceipt,
  hashReceiptCode,
  readReceiptProof,
  type ShownGift,
  type StepName,
} from '../../../contract/proof/receipt.ts'
import { useCountedGifts } from '../../../test/support/counted-gifts.ts'
import { hours } from '../../platform/clock.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { allocateGifts } from './lots.ts'
import { publishPayments } from './publish.ts'

const { payouts, later, payHouseholds, refund, signedTrail, trail, proofOf } = useCountedGifts()

const Receipt = z.object({
  amount: z.number(),
  donation_type: z.string(),
  status: z.string(),
  given_back: z.number(),
  paid_at: z.string(),
})

/** Returns the values that the page passes to the check. */
async function shownBy(code: string): Promise<ShownGift> {
  const receipt = Receipt.parse((await payouts.server.call('GET', `/api/receipts/${code}`)).body)
  const { counted: sum, waiting, given_back: givenBack, size, logged, shares } = await signedTrail(code)
  const kobo = (naira: number) => nairaToKobo(naira) ?? -1n
  return {
    amount: kobo(receipt.amount),
    fund: receipt.donation_type,
    day: receipt.paid_at.slice(0, 10),
    status: receipt.status,
    size,
    logged,
    counted: kobo(sum),
    waiting: kobo(waiting),
    givenBack: kobo(givenBack),
    givenBackNow: kobo(receipt.given_back),
    shares,
  }
}
test('each statement of a receipt is compared with the log: whichever is changed, the step is named', async () => {
  const gift = await payouts.start(20_000, 'school')
  await payouts.pay(gift.reference)
  await payouts.verify(gift)
  await later()
  await payHouseholds(10, 1000)
  await refund(gift.reference, 500)
  await allocateGifts(payouts.server.core)
  payouts.server.clock.advance(hours(24 * 31))
  await publishPayments(payouts.server.core)
  await makeCheckpoint(payouts.server.core)
  const code = gift.receipt
  const proof = await proofOf(code)
  const shown = await shownBy(code)
  const [share] = shown.shares
  if (!share) throw new Error('a description')
  expect(shown).toMatchObject({ counted: 1_000_000n, givenBack: 50_000n, waiting: 950_000n, status: 'success' })
  const check = async (statement: Partial<ShownGift>, changed = proof) => {
    const { steps } = await checkReceipt(changed, {
      receipt: await hashReceiptCode(code),
      shown: { ...shown, ...statement },
    })
    return steps.find(({ outcome }) => outcome === 'does_not_fit')?.name
  }
  expect(await check({})).toBe(undefined)
  const lies: { readonly [Name in keyof ShownGift]: readonly (readonly [ShownGift[Name], StepName])[] } = {
    amount: [[2_000_100n, 'gift']],
    fund: [['food', 'gift']],
    day: [['2025-01-01', 'gift']],
    status: ['pending', 'failed', 'made up'].map((status) => [status, 'gift'] as const),
    size: [[shown.size + 1, 'gift']],
    logged: [[false, 'gift']],
    counted: [0n, 1_000_100n, 1_950_000n].map((sum) => [sum, 'shares'] as const),
    waiting: [[0n, 'sum']],
    givenBack: [0n, 100_000n].map((sum) => [sum, 'sum'] as const),
    givenBackNow: [[2_000_000n, 'gift']],
    shares: [
      [],
      [share, share],
      [{ ...share, kind: 'food' }],
      [{ ...share, band: 'above_500' }],
      [{ ...share, period: '2026-02' }],
      [{ ...share, payments: share.payments + 1 }],
      [{ ...share, confirmed: share.confirmed + 1 }],
    ].map((shares) => [shares, 'shares'] as const),
  }
  for (const [name, values] of Object.entries(lies))
    for (const [value, step] of values)
      expect([name, value, await check({ [name]: value })]).toEqual([name, value, step])
  // A proof that leaves out what the receipt states, and one of made-up numbers.
  expect(await check({}, { ...proof, entries: proof.entries.slice(0, 1) })).toBe('shares')
  expect(await check({}, { ...proof, rows: [] })).toBe('shares')
  const [row] = proof.rows
  const forged = { ...proof, rows: [{ ...row, text: row?.text.replace('"payments":"10"', '"payments":"90"') }] }
  expect(await check({ shares: [{ ...share, payments: 90 }] }, readReceiptProof(forged))).toBe('shares')
})

test('a receipt states what the newest checkpoint has, and names what it does not have yet', async () => {
  const gift = await payouts.start(20_000, 'school')
  await payouts.pay(gift.reference)
  await payouts.verify(gift)
  await later()
  await payHouseholds(10, 1000)
  await allocateGifts(payouts.server.core)
  const code = gift.receipt
  const fits = async () => {
    const checked = await checkReceipt(await proofOf(code), {
      receipt: await hashReceiptCode(code),
      shown: await shownBy(code),
    })
    expect(checked.steps.filter(({ outcome }) => outcome === 'does_not_fit')).toEqual([])
  }
  const signed = { counted: 0, waiting: 20_000, given_back: 0, ahead: null }
  expect(await signedTrail(code)).toMatchObject({ ...signed, newer: { counted: 10_000, given_back: 0 } })
  await fits()
  expect(await trail(code)).toMatchObject({ counted: 10_000, waiting: 10_000, newer: null })
  await fits()
  // Refunded whole, which the log has with the next checkpoint.
  await payouts.server.control('/refund', { reference: gift.reference, amount: 2_000_000, outcome: 'processed' })
  for (let each = 0; each < 6; each += 1) await payouts.server.pass(hours(1), MONEY_JOBS)
  expect(await signedTrail(code)).toMatchObject({ counted: 10_000, waiting: 10_000, given_back: 0 })
  expect(await signedTrail(code)).toMatchObject({ newer: { given_back: 20_000 } })
  await fits()
  // The checkpoint never has a naira both as counted and as refunded.
  expect(await trail(code)).toMatchObject({ counted: 0, waiting: 0, given_back: 20_000, newer: null })
  await fits()
  const paid = { ...(await shownBy(code)), status: 'success' }
  const checked = await checkReceipt(await proofOf(code), { receipt: await hashReceiptCode(code), shown: paid })
  expect(checked.steps.find(({ outcome }) => outcome === 'does_not_fit')?.name).toBe('gift')
})

async function fits(code: string): Promise<void> {
  const checked = await checkReceipt(await proofOf(code), {
    receipt: await hashReceiptCode(code),
    shown: await shownBy(code),
  })
  expect(checked.steps.filter(({ outcome }) => outcome === 'does_not_fit')).toEqual([])
}

async function paidGift(amount: number, switches: object = {}) {
  const gift = await payouts.start(amount, 'school')
  await payouts.server.control('/switches', { reference: gift.reference, ...switches })
  await payouts.pay(gift.reference)
  await payouts.verify(gift)
  await later()
  const change = async (path: string, body: object) => {
    await payouts.server.control(path, { reference: gift.reference, ...body })
    for (let each = 0; each < 6; each += 1) await payouts.server.pass(hours(1), MONEY_JOBS)
  }
  return { code: gift.receipt, change }
}

test('a chargeback that was undone since the checkpoint is no fault of the receipt', async () => {
  const { code, change } = await paidGift(3000)
  await change('/refund', { amount: 20_000, outcome: 'processed' })
  await change('/chargeback', { amount: 280_000, outcome: 'lost' })
  expect(await trail(code)).toMatchObject({ given_back: 3000, newer: null })
  await fits(code)
  await change('/chargeback', { outcome: 'won' })
  expect(await signedTrail(code)).toMatchObject({ given_back: 3000, newer: { given_back: 200 } })
  await fits(code)
  expect(await trail(code)).toMatchObject({ given_back: 200, newer: null })
  await fits(code)
  await expectBooksBalance(payouts.server)
})

test('a gift that goes back a second time is not refunded by the log before its entry says so', async () => {
  const { code, change } = await paidGift(20_000)
  await change('/chargeback', { outcome: 'lost' })
  expect(await trail(code)).toMatchObject({ given_back: 20_000 })
  await change('/chargeback', { outcome: 'won' })
  expect(await signedTrail(code)).toMatchObject({ given_back: 20_000, newer: { given_back: 0 } })
  await fits(code)
  expect(await trail(code)).toMatchObject({ given_back: 0, newer: null })
  await payHouseholds(50, 1000)
  await allocateGifts(payouts.server.core)
  expect(await trail(code)).toMatchObject({ given_back: 0, counted: 20_000, waiting: 0 })
  await change('/refund', { amount: 2_000_000, outcome: 'processed' })
  expect(await signedTrail(code)).toMatchObject({ given_back: 0, counted: 20_000, waiting: 0 })
  expect(await signedTrail(code)).toMatchObject({ newer: { given_back: 20_000 } })
  await fits(code)
  expect(await trail(code)).toMatchObject({ given_back: 20_000, counted: 0, waiting: 0, newer: null })
  await fits(code)
  await expectBooksBalance(payouts.server)
})

test('a gift that went back whole reads so, also where the fee that its payer bore stayed', async () => {
  const { code, change } = await paidGift(3000, { customerBearsFees: true })
  await change('/refund', { amount: 300_000, outcome: 'processed' })
  expect(await trail(code)).toMatchObject({ given_back: 3000, waiting: 0, newer: null })
  expect((await payouts.server.call('GET', `/api/receipts/${code}`)).body).toMatchObject({
    status: 'reversed',
    given_back: 3000,
  })
  await fits(code)
  const mailed = await payouts.server.call('POST', `/api/receipts/${code}/mails`, { email: 'bola@mail.example' })
  expect(mailed.body['code']).toBe('receipt_not_mailed')
  await expectBooksBalance(payouts.server)
})
