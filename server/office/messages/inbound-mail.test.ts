/** Answers by mail: from the letter that staff sent to the thread it belongs to, and everything that is dropped or refused. */
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { threadAddress } from './thread-address.ts'

const SECRET = 'the-secret-of-the-mail-receiver-0001'
let server: TestServer
let halima: Administrator
let thread: string
let address: string
beforeAll(async () => {
  server = await testServer({ INBOUND_MAIL_ADDRESS: 'reply@in.example.org', INBOUND_MAIL_SECRET: SECRET })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.empty()
  halima = await newAdministrator(server, 'halima', ['reviewer'])
  const message = { first_name: 'Bola', last_name: 'Ade', email: 'Bola@mail.example', subject: 'Fees', message: 'How?' }
  thread = String((await server.call('POST', '/api/contact-messages', message, newKey())).body['id'])
  const reply = { text: 'Register first.', expected_replies: 0 }
  await halima.call('POST', `/api/admin/contact-messages/${thread}/replies`, reply)
  await server.pass(seconds(61), /^contact\.waiting/)
  const sent = await onlyRow(
    server.core.db,
    sql`select reply_to from outgoing_mail where recipient = 'Bola@mail.example'`,
    z.object({ reply_to: z.string() }),
  )
  address = sent.reply_to
})

const sign = (body: string, { secret = SECRET, at = server.clock.now() } = {}) => {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
const mail = (more: object = {}) => ({
  message_id: '<1@mail.example>',
  to: [`Taimako <${address}>`],
  from: 'Bola Ade <bola@MAIL.example>',
  text: 'Thank you.\r\nIt worked.\r\n\r\nOn Tue, 24 Nov 2026, Taimako wrote:\r\n> Register first.',
  ...more,
})
const send = (body: string, signature?: string) =>
  server.call('POST', '/webhooks/mail', body, { 'x-taimako-signature': signature ?? sign(body) })
const hand = (more: object = {}) => send(JSON.stringify(mail(more)))
const opened = async () => (await halima.call('GET', `/api/admin/contact-messages/${thread}?purpose=again`)).body
const count = async () =>
  (
    await onlyRow(
      server.core.db,
      sql`select count(*)::int as replies from contact_replies`,
      z.object({ replies: z.number() }),
    )
  ).replies

test('an answer comes back into its thread whole, once, and the thread is unanswered', async () => {
  expect(address).toMatch(/^reply\+[\da-f]{52}@in\.example\.org$/)
  expect((await hand()).body).toEqual({ received: true })
  expect((await hand()).body).toEqual({ received: true })
  expect(await opened()).toMatchObject({
    state: 'new',
    reach: { answers_come_back: true },
    replies: [
      { from: 'us' },
      {
        from: 'them',
        by: null,
        channel: 'mail',
        text: mail().text.replaceAll('\r\n', '\n'),
        sender: null,
        verified: false,
        left_out: 0,
      },
    ],
  })
  await hand({ message_id: '<2@mail.example>', attachments: 2, text: '', from: 'uncle@mail.example' })
  expect(await opened()).toMatchObject({ replies: [{}, {}, { sender: 'uncle@mail.example', left_out: 2, text: '–' }] })
  expect(server.logged()).not.toMatch(/Thank you|bola@|uncle@/i)
})

test('long, odd and quoted texts are kept whole', async () => {
  await hand({ text: `${'x'.repeat(6000)}\u0000\ud800` })
  await hand({ message_id: '<3@mail.example>', text: '> only a quote' })
  const { replies } = z.object({ replies: z.array(z.looseObject({ text: z.string() })) }).parse(await opened())
  expect(replies.map(({ text }) => text.length)).toEqual([15, 6001, 14])
  expect((await hand({ message_id: '<4@mail.example>', text: 'ọ'.repeat(150_000) })).status).toBe(200)
  expect(JSON.stringify(await opened())).toContain('ọ'.repeat(150_000))
})

test.each<[string, () => object]>([
  ['to no thread', () => ({ to: ['reply@in.example.org', 'support@taimako.example'] })],
  ['with a changed address', () => ({ to: [address.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0'))] })],
  ['to another host', () => ({ to: [address.replace('in.example.org', 'in.example.com')] })],
  ['that a program sent', () => ({ auto_submitted: true })],
  ['without words', () => ({ text: ' \r\n ' })],
])('a mail %s is acknowledged and dropped', async (_name, more) => {
  expect((await hand(more())).body).toEqual({ received: true })
  expect(await count()).toBe(1)
  expect(await opened()).toMatchObject({ state: 'answered' })
})

test.each([
  [
    'between the questions',
    'Hello,\n> Which school?\nMaryland Primary\n> and which term?\nThe second term. It is 45,000.',
  ],
  [
    'with a sentence that begins like a head',
    'By Friday.\nFrom: Kano to Abuja the bus costs 12,000.\nThe school needs 45,000.',
  ],
  ['below what it quotes', 'On 24 Nov 2026 Taimako wrote:\n> Register first.\n\nDone.'],
])('an answer %s keeps every word', async (_name, text) => {
  await hand({ text })
  expect(await opened()).toMatchObject({ replies: [{}, { text }] })
})

test('a mail for a thread that was deleted is acknowledged and dropped', async () => {
  await server.core.db.execute(sql`delete from contact_messages`)
  expect((await hand()).status).toBe(200)
  expect(await count()).toBe(0)
})

test.each<[string, () => string | undefined, (body: string) => string, number, string]>([
  ['no signature', () => undefined, () => '', 401, 'invalid_signature'],
  ['a wrong secret', () => undefined, (body) => sign(body, { secret: 'x'.repeat(40) }), 401, 'invalid_signature'],
  ['another body', () => undefined, (body) => sign(`${body} `), 401, 'invalid_signature'],
  [
    'an old signature',
    () => undefined,
    (body) => sign(body, { at: new Date(server.clock.now().getTime() - minutes(6)) }),
    401,
    'invalid_signature',
  ],
  ['no JSON', () => 'Hello', (body) => sign(body), 400, 'malformed_json'],
  ['no recipients', () => JSON.stringify(mail({ to: [] })), (body) => sign(body), 400, 'invalid_input'],
])('with %s: refused, and nothing is kept', async (_name, given, signature, status, code) => {
  const body = given() ?? JSON.stringify(mail())
  expect((await send(body, signature(body))).body).toMatchObject({ status, code })
  expect(await count()).toBe(1)
})

describe('a mail to a thread about a request', () => {
  let amina: Person
  let request: string
  beforeEach(async () => {
    amina = await newPerson(server)
    request = await amina.askLater()
    await halima.call('POST', `/api/admin/applications/${request}/wait`, {
      until: { kind: 'answered' },
      expected_version: 1,
    })
    const asked = { text: 'Which school is it?', channel: 'mail' }
    const { body } = await halima.call('POST', `/api/admin/applications/${request}/messages`, asked)
    await server.pass(seconds(61), /^contact\.waiting/)
    thread = String(body['thread_id'])
    address = threadAddress(server.core, thread) ?? ''
  })
  const own = async () => (await amina.call('GET', '/api/messages')).body['items']
  const isWaiting = async () => (await halima.call('GET', `/api/admin/applications/${request}`)).body['waits'] !== null
  const unproven = sql`update users set email_proven_at = null where id = (select user_id from contact_messages where user_id is not null)`
  const changed = sql`update users set email = 'other@mail.example' where id = (select user_id from contact_messages where user_id is not null)`

  test.each<[string, object, ReturnType<typeof sql> | null, boolean]>([
    ['authenticated, from the proven address', { authenticated: true, from: 'A <Amina@mail.example>' }, null, true],
    ['not authenticated', { authenticated: false, from: 'amina@mail.example' }, null, false],
    ['that does not say whether it is authenticated', { from: 'amina@mail.example' }, null, false],
    ['authenticated, from another address', { authenticated: true, from: 'uncle@mail.example' }, null, false],
    [
      'authenticated, from an address that is not proven',
      { authenticated: true, from: 'amina@mail.example' },
      unproven,
      false,
    ],
    [
      'authenticated, from an address that the account had',
      { authenticated: true, from: 'amina@mail.example' },
      changed,
      false,
    ],
  ])('%s', async (_name, more, before, isHers) => {
    if (before) await server.core.db.execute(before)
    expect(await isWaiting()).toBe(true)
    expect((await hand({ text: 'Send my money to my brother.', ...more })).status).toBe(200)
    expect(await opened()).toMatchObject({ state: 'new', replies: [{ verified: null }, { verified: isHers }] })
    expect(JSON.stringify(await own()).includes('brother')).toBe(isHers)
    expect(await isWaiting()).toBe(!isHers)
    const exported = JSON.stringify((await amina.call('GET', '/api/account/data')).body)
    expect(exported.includes('brother')).toBe(isHers)
  })
})
