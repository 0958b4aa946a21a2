/** Recipients answer by text: only with the payout's own code, from the number that was approved and is still theirs. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Administrator } from '../../../test/support/administering.ts'
import { ADDRESS, complainAbout, newPerson, type Person } from '../../../test/support/asking.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { statementTexts } from '../../../test/support/statements.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { decrypt } from '../../platform/crypto.ts'
import { rows } from '../../platform/db/db.ts'
import { isNumberStopped } from '../../platform/sms/stopped-numbers.ts'
import { readReply } from './reply-words.ts'
import { codeInTexts } from './slips.ts'
import { questionText } from './text-questions.ts'

const SECRET = 'a secret of at least 32 characters, as texts need'
const RECEIVER = '2347001234567'
const NUMBER = '2348030000000'
const payouts = usePayouts({
  SMS_PROVIDER: 'africastalking',
  SMS_API_KEY: 'key',
  SMS_USERNAME: 'taimako',
  SMS_WEBHOOK_SECRET: SECRET,
  SMS_REPLY_NUMBER: RECEIVER,
})
let staff: Administrator[]
let amina: Person
let request: string
let award: string
beforeEach(async () => {
  staff = await payouts.administrators('halima', 'musa', 'ladi')
  amina = await newPerson(payouts.server)
  await payouts.fill(60_000)
  request = await payouts.approved(amina, staffAt(0))
  award = (await payouts.granted(request, 40_000, staff)).id
})

function staffAt(place: number): Administrator {
  const found = staff[place]
  if (!found) throw new Error('an administrator')
  return found
}

async function sent(ofAward = award): Promise<string> {
  const id = await payouts.released(ofAward, 10_000, staff)
  expect((await payouts.handOver(staffAt(0), id, 10_000)).status).toBe(200)
  return id
}

let texted = 0
interface Text {
  readonly from?: string
  readonly to?: string
  readonly id?: string
  readonly key?: string
}
function text(words: string, { from = NUMBER, to = RECEIVER, id = `text-${(texted += 1)}`, key = SECRET }: Text = {}) {
  const body = new URLSearchParams({ id, from: `+${from}`, to: `+${to}`, text: words, date: '2026-01-15 10:00:00' })
  const address = `/webhooks/texts/africastalking?${new URLSearchParams({ key })}`
  return payouts.server.call('POST', address, body.toString())
}
const codeOf = (id: string) => codeInTexts(payouts.server.core.keys, id)
const wrongFor = (...ids: string[]) => {
  const taken = new Set(ids.map(codeOf))
  return ['0001', '0002', '0003', '0004'].find((code) => !taken.has(code)) ?? ''
}

const answers = () =>
  rows(
    payouts.server.core.db,
    sql`select disbursement_id::text as id, answer, how, recorded_by from confirmations order by created_at, confirmations.id`,
    z.unknown(),
  )
const stateOf = async (id: string) => {
  const State = z.object({ state: z.string() })
  const [row] = await rows(payouts.server.core.db, sql`select state from disbursements where id = ${id}::uuid`, State)
  return row?.state
}
const Calls = z.object({
  owed: z.array(z.looseObject({ id: z.string(), reasons: z.array(z.string()), words: z.string().nullable() })),
})
/** Ladi is the one through whose hands nothing went. */
const calls = async (place = 2) =>
  Calls.parse((await staffAt(place).call('GET', '/api/admin/calls')).body).owed.map(
    ({ id, reasons, words }) => `${id === request ? 'ours' : id} ${reasons.join(' ')}: ${words}`,
  )
async function textsTo(number: string) {
  const Row = z.object({ text_sealed: z.instanceof(Uint8Array) })
  const { db, keys } = payouts.server.core
  const found = await rows(
    db,
    sql`select text_sealed from outgoing_text_messages where recipient = ${number} and text_sealed is not null order by created_at, id`,
    Row,
  )
  return found.map((row) => decrypt(keys.encryption, Buffer.from(row.text_sealed)).toString())
}

/** Changes no state and no answer, and is heard by a person. */
async function expectHint(words: string, more: Text, called = [`ours text_reply: ${words}`]) {
  const before = await payouts.everything()
  expect((await text(words, more)).status).toBe(200)
  expect(await payouts.everything()).toEqual(before)
  expect(await calls()).toEqual(called)
}

test('what was handed over is asked about by text, in one message of plain letters, and by day', async () => {
  const id = await sent()
  const code = codeOf(id)
  expect((await textsTo(NUMBER)).at(-1)).toBe(
    `Taimako: we sent you something. Did it arrive? Text ${RECEIVER}: 1 ${code} for all of it, 2 ${code} for part, 3 ${code} for nothing.`,
  )
  const { core } = payouts.server
  const shown = { ...core.organisation.shown, short_name: 'Nakowa Help.' }
  const longest = { ...core, organisation: { ...core.organisation, shown } }
  for (const ask of ['ask', 'help'] as const)
    expect(questionText(longest, id, ask)).toMatch(/^[A-Za-z0-9 .,:/?-]{20,160}$/)
})

test('all of it is confirmed as `text`, once, and no staff can record that', async () => {
  const [id, other] = [await sent(), await sent()]
  const words = `1 ${codeOf(id)}`
  expect((await text(words, { id: 'same' })).status).toBe(200)
  const one = { id, answer: 'all', how: 'text', recorded_by: null }
  expect([await stateOf(id), await stateOf(other), await answers()]).toEqual(['confirmed', 'sent', [one]])
  await text(words, { id: 'same' })
  await text(` 1. ${codeOf(id)}!`)
  expect([await answers(), await calls()]).toEqual([[one], []])
  const recorded = staffAt(2).call('POST', `/api/admin/payouts/${other}/confirmation`, {
    answer: 'all',
    how: 'text',
  })
  expect((await recorded).status).toBe(400)
})

test('part and nothing reach staff, not who handed it over; a day long it can be corrected, and the call stays', async () => {
  const id = await sent()
  const call = (words: string) => [`ours text_reply: ${words}`]
  const [none, all] = [`3 ${codeOf(id)}`, `1 ${codeOf(id)}`]
  await text(none)
  expect([await stateOf(id), await calls(), await calls(0)]).toEqual(['disputed', call(none), []])
  const record = (place: number) =>
    staffAt(place).call('POST', `/api/admin/applications/${request}/owed-call`, { outcome: 'reached' })
  expect((await record(0)).status).toBe(404)
  const called = await staffAt(0).call('POST', `/api/admin/applications/${request}/calls`, { outcome: 'reached' })
  expect([called.status, await calls()]).toEqual([201, call(none)])
  payouts.server.clock.advance(hours(24) - minutes(5))
  await text(all)
  const owed = await rows(payouts.server.core.db, sql`select words from owed_calls where ended_at is null`, z.unknown())
  expect([await stateOf(id), owed, (await answers()).length]).toEqual(['confirmed', [{ words: none }], 2])
})

test('a correction after a day, and of an answer that was not texted, is a call', async () => {
  const [id, own] = [await sent(), await sent()]
  await text(`1 ${codeOf(id)}`)
  expect((await amina.call('POST', `/api/payouts/${own}/confirmation`, { answer: 'all' })).status).toBe(200)
  await expectHint(`2 ${codeOf(own)}`, {})
  payouts.server.clock.advance(hours(24) + minutes(1))
  const before = await answers()
  await text(`2 ${codeOf(id)}`)
  expect([await answers(), await stateOf(id)]).toEqual([before, 'confirmed'])
})

describe('changes no state', () => {
  const change = (what: ReturnType<typeof sql>) => payouts.server.core.db.execute(what)
  test.each([
    [
      'the number was changed, and changed back',
      () => sql`update profiles set phone_changed_at = ${later()} where user_id = ${amina.userId}`,
    ],
    [
      'the number that signs in changed',
      () => sql`update users set phone_changed_at = ${later()} where id = ${amina.userId}`,
    ],
    [
      'the number is in doubt since before the approval',
      () =>
        sql`update users set phone = ${NUMBER}, phone_confirmed_at = ${later()}, phone_doubt = 'swapped' where id = ${amina.userId}`,
    ],
    [
      'another account signs in with it',
      () => sql`update users set phone = ${NUMBER}, phone_confirmed_at = ${later()} where email = 'bello@mail.example'`,
    ],
    [
      'it moved to another person',
      () => sql`update aid_applications set owned_since = ${later()} where id = ${request}::uuid`,
    ],
    [
      'it was approved with another number',
      () => sql`update aid_applications set approved_phone = '08090000000' where id = ${request}::uuid`,
    ],
    [
      'someone with that number asked for them',
      () => sql`update aid_applications set channel = 'helper', helper_relation = 'neighbour',
                       entered_by = (select id from users where email = 'bello@mail.example') where id = ${request}::uuid`,
    ],
  ])('a right code where %s', async (_name, what) => {
    await newPerson(payouts.server, 'bello')
    const id = await sent()
    payouts.server.clock.advance(minutes(1))
    await change(what())
    await expectHint(`1 ${codeOf(id)}`, {})
    expect(await textsTo(NUMBER)).not.toContainEqual(expect.stringContaining('did not understand'))
  })
  const later = () => sql`${payouts.server.clock.now().toISOString()}::timestamptz`

  test('a right code after a complaint', async () => {
    const id = await sent()
    expect((await complainAbout(amina, request)).status).toBe(201)
    await expectHint(`1 ${codeOf(id)}`, {})
  })

  test('a right code after 30 days', async () => {
    const id = await sent()
    payouts.server.clock.advance(hours(30 * 24))
    await text(`1 ${codeOf(id)}`)
    expect([await answers(), await stateOf(id)]).toEqual([[], 'sent'])
  })

  test('the code of a payout of another, a wrong one, or a right one after five', async () => {
    const id = await sent()
    const bello = await newPerson(payouts.server, 'bello')
    await bello.call('PUT', '/api/profile', { full_name: 'Bello Musa', phone: '08031111111', address: ADDRESS })
    const theirs = await payouts.approved(bello, staffAt(0))
    const his = await sent((await payouts.granted(theirs, 10_000, staff)).id)
    await expectHint(`1 ${codeOf(his)}`, {})
    const wrong = wrongFor(id, his)
    for (let tries = 0; tries < 4; tries += 1) await text(`1 ${wrong}`)
    await expectHint(`1 ${codeOf(id)}`, {})
    payouts.server.clock.advance(hours(24))
    await text(`1 ${codeOf(id)}`)
    expect(await stateOf(id)).toBe('confirmed')
    expect(await stateOf(his)).toBe('sent')
  })

  test('without proof, to another number, from an unknown one or one of letters: dropped', async () => {
    const id = await sent()
    const words = `1 ${codeOf(id)}`
    const before = await payouts.everything()
    expect((await text(words, { key: 'forged' })).status).toBe(401)
    for (const more of [{ to: '2347009999999' }, { from: '2348099999999' }, { from: 'MTN' }, { id: '' }])
      expect((await text(words, more)).status).toBe(200)
    expect([await payouts.everything(), await calls()]).toEqual([before, []])
  })

  test('what is not understood: it is called about, and helped once', async () => {
    const id = await sent()
    const help = async () => (await textsTo(NUMBER)).filter((each) => each.includes('did not understand')).length
    await expectHint('1', {})
    // Whoever calls can record the answer.
    const { body } = await staffAt(2).call('GET', '/api/admin/calls')
    expect([body['items'], await help()]).toMatchObject([[{ id }], 1])
    for (const words of ['Low credit', 'yes', '', 'x'.repeat(1600), '\0']) expect((await text(words)).status).toBe(200)
    expect([await help(), await stateOf(id), await answers()]).toEqual([1, 'sent', []])
    const exported = await amina.call('GET', '/api/account/data')
    expect(JSON.stringify(exported.body)).toContain('"own_texts":[{"text":')
  })
})

test('STOP stops all texts, and is no answer', async () => {
  await sent()
  await text('Stop please.')
  expect(await isNumberStopped(payouts.server.core, payouts.server.core.db, NUMBER)).toBe(true)
  expect([await answers(), await calls()]).toEqual([[], []])
})

test('START lets a stopped number have texts again, and from any other is a call', async () => {
  const { core } = payouts.server
  await sent()
  await text('Stop')
  await text('Start.')
  expect(await isNumberStopped(core, core.db, NUMBER)).toBe(false)
  expect([await answers(), await calls()]).toEqual([[], []])
  await text('START')
  expect([await answers(), await calls()]).toEqual([[], [expect.anything()]])
})

test('an answer that erased no story reads the organisation no more than one that everything came', async () => {
  const [first, second] = [await sent(), await sent()]
  const readBy = async (words: string) =>
    (await statementTexts(() => text(words))).filter((statement) => statement.includes('from organisation_versions'))
  expect(await readBy(`1 ${codeOf(first)}`)).toEqual([])
  expect(await readBy(`2 ${codeOf(second)}`)).toEqual([])
  expect(await answers()).toHaveLength(2)
})

test.each([
  ...['1 4827', '1. 4827', ' 1  4827 ', '01 4827', '1️⃣ 4827', '１ ４８２７', '١ ٤٨٢٧', '1-4827', '1) 4827.'].map(
    (words) => [words, 'all'] as const,
  ),
  ['2 4827', 'part'] as const,
  ['3 4827', 'none'] as const,
  ...['STOP', 'stop.', 'Stop please'].map((words) => [words, 'stop'] as const),
  ...['START', 'start again'].map((words) => [words, 'start'] as const),
  ...[
    '1',
    '4827',
    '1 2',
    '11 4827',
    'l 4827',
    '4 4827',
    '1 4827 2',
    'not 1 4827',
    '1 482',
    '14827',
    '👎👍',
    '?',
    'Low credit',
  ].map((words) => [words, 'unclear'] as const),
])('"%s" is %s', (words, says) => {
  const said = readReply(words)
  const isAnswer = says === 'all' || says === 'part' || says === 'none'
  expect(said).toEqual(isAnswer ? { is: 'answer', answer: says, code: '4827' } : { is: says })
})
