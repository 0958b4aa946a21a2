/** Retention erases an approved request once nothing of it waits, and not before. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { APPEAL_DAYS } from '../../../contract/aid/application-fields.ts'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const days = (n: number) => hours(24 * n)
const RETENTION = /^applications\.retention$/
const payouts = usePayouts({ RETENTION_APPROVED_DAYS: '1', RETENTION_REFUSED_DAYS: String(APPEAL_DAYS) })
let halima: Administrator
let musa: Administrator
let ladi: Administrator
let amina: Person
let request: string
beforeEach(async () => {
  const [first, second, third] = await payouts.administrators('halima', 'musa', 'ladi')
  if (!first || !second || !third) throw new Error('three administrators')
  ;[halima, musa, ladi] = [first, second, third]
  amina = await newPerson(payouts.server)
  await payouts.fill(60_000)
})

/** Ends the period of an approval. @returns whether the request was erased */
async function isErasedAfter(passed: number): Promise<boolean> {
  await payouts.server.pass(passed, RETENTION)
  const query = sql`select erased_at is not null as erased, description = '' as empty from aid_applications where id = ${request}::uuid`
  const { erased, empty } = await onlyRow(
    payouts.server.core.db,
    query,
    z.object({ erased: z.boolean(), empty: z.boolean() }),
  )
  expect(empty).toBe(erased)
  return erased
}

describe('an approved request', () => {
  beforeEach(async () => {
    request = await payouts.approved(amina, halima)
  })

  const award = async (amount = 10_000) => (await payouts.granted(request, amount, [halima, musa])).id
  const handedOver = async (awardId: string, amount: number) => {
    const id = await payouts.released(awardId, amount, [halima, musa])
    expect((await payouts.handOver(halima, id, amount)).status).toBe(200)
    return id
  }
  const answer = (id: string, said: 'all' | 'none') =>
    payouts.act(ladi, `/payouts/${id}/confirmation`, { answer: said, how: 'call' })

  test.each<[string, () => Promise<unknown>]>([
    ['nothing is promised yet', () => Promise.resolve()],
    ['an award is proposed', () => payouts.propose(halima, request, 10_000)],
    ['an award is not paid out', () => award()],
    ['a part of it is not paid out', async () => handedOver(await award(), 4_000)],
    ['a payout is proposed', async () => payouts.disburse(halima, await award(), 10_000)],
    ['a payout is released', async () => payouts.released(await award(), 10_000, [halima, musa])],
    [
      'its recipient says that it did not come',
      async () => {
        const id = await handedOver(await award(), 10_000)
        expect((await answer(id, 'none')).status).toBe(200)
      },
    ],
  ])('stays while %s', async (_what, prepare) => {
    await prepare()
    expect(await isErasedAfter(days(2))).toBe(false)
    await expectBooksBalance(payouts.server)
  })

  test('goes once all of it was handed over, a period after that', async () => {
    const id = await award()
    await payouts.server.pass(days(2), RETENTION)
    halima = await signInAdministrator(payouts.server, 'halima')
    musa = await signInAdministrator(payouts.server, 'musa')
    await handedOver(id, 10_000)
    expect(await isErasedAfter(days(0.5))).toBe(false)
    expect(await isErasedAfter(days(1))).toBe(true)
    await expectBooksBalance(payouts.server)
  })

  const refuse = async () => {
    const refused = { status: 'rejected', reason: 'The bill was forged.' }
    expect((await halima.call('PATCH', `/api/admin/applications/${request}`, refused)).status).toBe(200)
  }

  test('that is refused after a payout stays while its recipient says that it did not come', async () => {
    const id = await award()
    expect((await answer(await handedOver(id, 10_000), 'none')).status).toBe(200)
    expect((await payouts.act(musa, `/awards/${id}/cancel`, { expected_state: 'granted' })).status).toBe(200)
    await refuse()
    expect(await isErasedAfter(days(APPEAL_DAYS + 1))).toBe(false)
    await expectBooksBalance(payouts.server)
  })

  test('that is refused after a payout goes once both periods are over', async () => {
    expect((await answer(await handedOver(await award(), 10_000), 'all')).status).toBe(200)
    await refuse()
    expect(await isErasedAfter(days(APPEAL_DAYS - 1))).toBe(false)
    expect(await isErasedAfter(days(2))).toBe(true)
    await expectBooksBalance(payouts.server)
  })

  test('goes once it was confirmed', async () => {
    const id = await handedOver(await award(), 10_000)
    expect((await answer(id, 'all')).status).toBe(200)
    expect(await isErasedAfter(days(2))).toBe(true)
    await expectBooksBalance(payouts.server)
  })
})

test('a refused request stays as long as its applicant may appeal', async () => {
  request = z.uuid().parse((await amina.ask()).body['id'])
  const refused = { status: 'rejected', reason: 'The bill is of another school.' }
  expect((await halima.call('PATCH', `/api/admin/applications/${request}`, refused)).status).toBe(200)
  expect(await isErasedAfter(days(APPEAL_DAYS - 1))).toBe(false)
  const signIn = { email: amina.email, password: PASSWORD }
  const { body } = await payouts.server.call('POST', '/auth/v1/token?grant_type=password', signIn)
  const authorization = `Bearer ${z.string().parse(body['access_token'])}`
  const appeal = `/api/applications/${request}/appeal`
  expect((await payouts.server.call('POST', appeal, { text: null }, { authorization })).status).toBe(201)
  expect(await isErasedAfter(days(APPEAL_DAYS + 1))).toBe(false)
})
