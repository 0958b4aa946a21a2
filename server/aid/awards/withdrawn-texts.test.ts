/** Texts about a payout that wait for the morning are cancelled once the payout was answered, returned or handed over. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Administrator } from '../../../test/support/administering.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { after, hours } from '../../platform/clock.ts'
import { decrypt } from '../../platform/crypto.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { codeInTexts, codeOf } from './slips.ts'

const payouts = usePayouts({
  SMS_PROVIDER: 'africastalking',
  SMS_API_KEY: 'key',
  SMS_USERNAME: 'taimako',
  SMS_WEBHOOK_SECRET: 'a secret of at least 32 characters, as texts need',
  SMS_REPLY_NUMBER: '2347001234567',
})
let staff: Administrator[]
let halima: Administrator
let musa: Administrator
let amina: Person
let award: string
beforeEach(async () => {
  // Eleven at night in Lagos.
  const { clock } = payouts.server
  clock.advance(hours((22 + 24 - clock.now().getUTCHours()) % 24))
  staff = await payouts.administrators('halima', 'musa')
  const [first, second] = staff
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
  amina = await newPerson(payouts.server)
  await payouts.fill(60_000)
  award = (await payouts.granted(await payouts.approved(amina, halima), 40_000, staff)).id
})

async function sent(): Promise<string> {
  const id = await payouts.released(award, 10_000, staff)
  expect((await payouts.handOver(musa, id, 10_000)).status).toBe(200)
  return id
}

/** The texts that wait for the morning, with these words. */
async function waiting(words: RegExp): Promise<string[]> {
  const Row = z.object({ sealed: z.instanceof(Uint8Array) })
  const found = await rows(
    payouts.server.core.db,
    sql`select text_sealed as sealed from outgoing_text_messages where next_try_at > ${payouts.server.clock.now().toISOString()}::timestamptz`,
    Row,
  )
  return found
    .map(({ sealed }) => decrypt(payouts.server.core.keys.encryption, Buffer.from(sealed)).toString())
    .filter((text) => words.test(text))
}
const questions = () => waiting(/Did it arrive\?/)
async function owed(): Promise<unknown> {
  await payouts.server.runJobs(/^applications.owed-calls/)
  return rows(payouts.server.core.db, sql`select reason from owed_calls where ended_at is null`, z.unknown())
}

test.each(['all', 'part', 'none'])(
  'one that was answered at night, with %s, is not asked in the morning',
  async (answer) => {
    const id = await sent()
    expect(await questions()).toHaveLength(1)
    expect((await amina.call('POST', `/api/payouts/${id}/confirmation`, { answer })).status).toBe(200)
    expect([await questions(), await owed()]).toEqual([[], []])
    await expectBooksBalance(payouts.server)
  },
)

test('one that came back at night is not asked about', async () => {
  const id = await sent()
  const on = after(payouts.server.clock.now(), hours(1)).toISOString().slice(0, 10)
  const back = { expected_state: 'sent', expected_returned: 0, amount: 10_000, on }
  expect((await payouts.act(musa, `/payouts/${id}/returned`, back)).status).toBe(200)
  expect([await questions(), await owed()]).toEqual([[], []])
  await expectBooksBalance(payouts.server)
})

test('what else was handed over at night is asked about', async () => {
  const [id] = [await sent(), await sent()]
  expect(await questions()).toHaveLength(2)
  expect((await amina.call('POST', `/api/payouts/${id}/confirmation`, { answer: 'all' })).status).toBe(200)
  expect(await questions()).toHaveLength(2)
})

test('who asked by text at night how to answer, and then answered, is not told how in the morning', async () => {
  const id = await sent()
  const { core } = payouts.server
  const text = (words: string) => {
    const body = {
      id: crypto.randomUUID(),
      from: '+2348030000000',
      to: '+2347001234567',
      text: words,
      date: '2026-01-15',
    }
    const key = new URLSearchParams({ key: 'a secret of at least 32 characters, as texts need' })
    return payouts.server.call('POST', `/webhooks/texts/africastalking?${key}`, new URLSearchParams(body).toString())
  }
  expect((await text('What is this?')).status).toBe(200)
  expect(await waiting(/Text 2347001234567/)).toHaveLength(2)
  expect((await text(`1 ${codeInTexts(core.keys, id)}`)).status).toBe(200)
  expect(await rows(core.db, sql`select answer, how from confirmations`, z.unknown())).toEqual([
    { answer: 'all', how: 'text' },
  ])
  expect(await waiting(/Text 2347001234567/)).toEqual([])
})

test.each(['handed over', 'canceled'])(
  'what is ready at night, and then %s, is not called ready in the morning',
  async (how) => {
    await payouts.server.core.db.execute(
      sql`update users set phone = '2348030000000', phone_confirmed_at = now(), step_texts = true where id = ${amina.userId}`,
    )
    const [id, other] = [await payouts.released(award, 10_000, staff), await payouts.released(award, 5000, staff)]
    const end = (ended: string) =>
      how === 'canceled'
        ? payouts.act(musa, `/payouts/${ended}/cancel`, { expected_state: 'released' })
        : payouts.handOver(musa, ended, ended === id ? 10_000 : 5000)
    expect(await waiting(/ready/)).toHaveLength(2)
    expect((await end(id)).status).toBe(200)
    // They do not name theirs.
    expect(await waiting(/ready/)).toHaveLength(2)
    expect((await end(other)).status).toBe(200)
    expect(await waiting(/ready/)).toEqual([])
    await expectBooksBalance(payouts.server)
  },
)

test('who is reminded at night has the code in the morning, unless it is answered before', async () => {
  const id = await sent()
  const { server } = payouts
  await server.core.db.execute(
    sql`update outgoing_text_messages set text_sealed = null, next_try_at = null, failed_at = now(), last_error = 'x'`,
  )
  await server.pass(hours(24 * 3), /^payouts.reminders/)
  expect(await waiting(/\/confirm\?slip=/)).toHaveLength(1)
  const slip = sql`select slip from disbursements where id = ${id}::uuid`
  const typed = await onlyRow(server.core.db, slip, z.object({ slip: z.string() }))
  const answered = { ...typed, code: codeOf(server.core.keys, id), answer: 'all' }
  expect((await server.call('POST', '/api/confirmations', answered)).status).toBe(200)
  expect(await waiting(/\/confirm\?slip=/)).toEqual([])
})
