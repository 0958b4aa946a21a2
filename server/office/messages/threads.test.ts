/** Threads that belong to a request: who sees them, how the applicant is told, and what is refused. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { raceWithClosing } from '../../../test/support/race-behind-lock.ts'
import { newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { hours, seconds } from '../../platform/clock.ts'
import { decrypt } from '../../platform/crypto.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { hashAddress } from '../../platform/mail/stopped-addresses.ts'
import { stopNumber } from '../../platform/sms/stopped-numbers.ts'

let server: TestServer
let halima: Administrator
let amina: Person
let request: string
let caseNumber: string
beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.empty()
  halima = await newAdministrator(server, 'halima', ['reviewer'])
  amina = await newPerson(server)
  request = await amina.askLater()
  caseNumber = String((await amina.call('GET', `/api/applications/${request}`)).body['case_number'])
})

const writeTo = (text: string, channel: string, id = request) =>
  halima.call('POST', `/api/admin/applications/${id}/messages`, { text, channel })
const review = async () => (await halima.call('GET', `/api/admin/applications/${request}`)).body
const opened = async (id: string) => (await halima.call('GET', `/api/admin/contact-messages/${id}`)).body
const link = (id: string, typed: string | null) =>
  halima.call('PUT', `/api/admin/contact-messages/${id}/case`, { case_number: typed })
const own = async (who = amina) => (await who.call('GET', '/api/messages')).body['items']
const answer = (id: string, text: string, key = newKey(), who = amina) =>
  who.call('POST', `/api/messages/${id}/answers`, { text }, key)
/** Sends the waiting replies. */
const minuteLater = () => server.pass(seconds(61), /^contact\.waiting/)
const unanswered = async () => (await halima.call('GET', '/api/admin/inbox')).body['unanswered']

const shareHousehold = () =>
  server.core.db.execute(sql`with household as (select gen_random_uuid() as id)
    insert into household_members (household_id, user_id)
    select id, unnest(array[${amina.userId}, ${halima.userId}]::uuid[]) from household`)

async function contact(email: string): Promise<string> {
  const message = { first_name: 'Amina', last_name: 'Yusuf', email, subject: 'My number', message: 'It has changed.' }
  return String((await server.call('POST', '/api/contact-messages', message, newKey())).body['id'])
}

async function texts(): Promise<{ to: string; text: string }[]> {
  const { db, keys } = server.core
  const Row = z.object({ recipient: z.string(), text_sealed: z.instanceof(Uint8Array) })
  const found = await rows(db, sql`select recipient, text_sealed from outgoing_text_messages order by created_at`, Row)
  return found.map((row) => ({
    to: row.recipient,
    text: decrypt(keys.encryption, Buffer.from(row.text_sealed)).toString(),
  }))
}
const mailsToAmina = async () => (await readMails(server)).filter(({ recipient }) => recipient === amina.email)

test('a message is told by mail and text message without its words, read and answered on the page, and wakes the request', async () => {
  const until = { until: { kind: 'answered' }, expected_version: 1 }
  expect((await halima.call('POST', `/api/admin/applications/${request}/wait`, until)).status).toBe(200)
  const before = (await mailsToAmina()).length
  const sent = await writeTo('Which school is it?', 'both')
  expect(sent.status).toBe(201)
  const thread = String(sent.body['thread_id'])
  const { publicUrl } = server.core.env
  expect(await own()).toEqual([])
  expect(await texts()).toEqual([])
  await minuteLater()
  const told = `Taimako ${caseNumber}: we wrote to you. This number takes no replies. See ${publicUrl.replace('http://', '')}/beneficiary/dashboard`
  expect(await texts()).toEqual([{ to: '2348030000000', text: told }])
  expect((await review())['reach']).toEqual({ channels: ['mail', 'sms', 'both'], sms: told })
  const mail = (await mailsToAmina()).slice(before)
  expect(mail.map(({ subject }) => subject)).toEqual(['We wrote to you about your request'])
  expect(JSON.stringify(mail)).not.toContain('school')
  expect(await unanswered()).toBe(0)

  const key = newKey()
  const answered = await answer(thread, '  Government College, Kano. ', key)
  expect(answered.status).toBe(201)
  // A lost answer is sent again, and counts once.
  expect((await answer(thread, 'Government College, Kano.', key)).body).toEqual(answered.body)
  expect((await answer(thread, 'Another school.', key)).body).toMatchObject({ code: 'idempotency_key_reused' })
  const said = [
    { from: 'us', text: 'Which school is it?' },
    { from: 'you', text: 'Government College, Kano.' },
  ]
  expect(await own()).toMatchObject([{ id: thread, application_id: request, case_number: caseNumber, messages: said }])
  expect(await unanswered()).toBe(1)
  expect(await review()).toMatchObject({
    waits: null,
    answered_at: server.clock.now().toISOString(),
    threads: [
      {
        id: thread,
        origin: 'staff',
        replies: [
          { from: 'us', channel: 'both', by: { user_id: halima.userId } },
          { from: 'them', channel: 'page', by: null, text: 'Government College, Kano.' },
        ],
      },
    ],
  })
  // A reply to what was read before the answer is not sent.
  const stale = { text: 'Still waiting.', channel: 'mail', expected_replies: 1 }
  const refused = await halima.call('POST', `/api/admin/contact-messages/${thread}/replies`, stale)
  expect(refused.body).toMatchObject({ code: 'already_decided', decision: { status: 'new' } })
  // The next message goes into the same thread.
  expect((await writeTo('Thank you.', 'sms')).body['thread_id']).toBe(thread)
  await minuteLater()
  expect(await texts()).toHaveLength(2)
  expect(await review()).toMatchObject({
    threads: [{ replies: [{ sms: 'sending', mail: 'sending' }, {}, { sms: 'sending', mail: null }] }],
  })
  // One that is taken back is in no thread.
  const { body } = await writeTo('Never mind.', 'both')
  expect((await halima.call('POST', `/api/admin/contact-replies/${String(body['id'])}/undoing`)).status).toBe(200)
  await minuteLater()
  expect(await texts()).toHaveLength(2)
  expect(JSON.stringify([await own(), await review()])).not.toContain('Never mind')
})

test('a message with the proven address of the applicant suggests no case; linked, it is shown to staff alone', async () => {
  const typed = await contact(amina.email.toUpperCase())
  const before = await opened(typed)
  expect(before).toMatchObject({ case_number: null, reach: { channels: ['mail'], sms: null } })
  expect(JSON.stringify(before)).not.toContain(caseNumber)
  const spoken = caseNumber.replaceAll('-', ' ').toLowerCase()
  expect((await link(typed, spoken)).body).toMatchObject({
    case_number: caseNumber,
    reach: { channels: ['mail'], sms: null },
  })
  expect((await review())['threads']).toMatchObject([{ id: typed, origin: 'contact' }])
  expect(await own()).toEqual([])
  expect((await answer(typed, 'Yes, that was me.')).status).toBe(404)
  expect((await link(typed, null)).body).toMatchObject({ case_number: null })
  const audited = await rows(
    server.core.db,
    sql`select before, after from audit_events where action = 'message.linked' and subject_id = ${typed} order by created_at, id`,
    z.unknown(),
  )
  expect(audited).toEqual([
    { before: { case: null }, after: { case: caseNumber } },
    { before: { case: caseNumber }, after: { case: null } },
  ])
})

test('the database refuses a message that is not proven to be the applicant’s', async () => {
  const { db } = server.core
  const saying = (why: string) => ({ cause: { message: expect.stringContaining(why) } })
  const typed = await contact(amina.email)
  await link(typed, caseNumber)
  await expect(
    db.execute(sql`update contact_messages set user_id = ${amina.userId} where id = ${typed}`),
  ).rejects.toMatchObject(saying('contact_messages_of_applicant'))
  const reply = (thread: string, channel: string) => sql`
    insert into contact_replies (id, message_id, text, is_from_us, channel, key_hash, verified, created_at)
    values (gen_random_uuid(), ${thread}, 'It was me.', false, ${channel}, gen_random_uuid()::text::bytea, true, now())`
  await expect(db.execute(reply(typed, 'page'))).rejects.toMatchObject(saying('verified'))
  const thread = String((await writeTo('Which school is it?', 'mail')).body['thread_id'])
  await db.execute(sql`update users set email_proven_at = null`)
  await expect(db.execute(reply(thread, 'mail'))).rejects.toMatchObject(saying('verified'))
  await db.execute(reply(thread, 'page'))
})

test.each<[string, () => Promise<{ status: number; body: unknown }>, object]>([
  ['an unknown case number', async () => link(await contact('x@mail.example'), 'T-99999-1'), { status: 400 }],
  ['a wrong check digit', async () => link(await contact('x@mail.example'), `${caseNumber}0`), { status: 400 }],
  ['a message that does not exist', () => link(crypto.randomUUID(), caseNumber), { status: 404 }],
  ['an empty message', () => writeTo(' \n', 'mail'), { status: 400 }],
  [
    'a message to someone of the writer’s household',
    async () => (await shareHousehold(), writeTo('Hello.', 'mail')),
    { status: 403, code: 'own_request' },
  ],
  [
    'a reply to them in a thread of before',
    async () => {
      const { thread_id: thread } = (await writeTo('Hello.', 'mail')).body
      await shareHousehold()
      const reply = { text: 'Say that you are seven.', channel: 'mail', expected_replies: 1 }
      return halima.call('POST', `/api/admin/contact-messages/${String(thread)}/replies`, reply)
    },
    { status: 403, code: 'own_request' },
  ],
  [
    'a link with their request',
    async () => (await shareHousehold(), link(await contact('x@mail.example'), caseNumber)),
    { status: 403, code: 'own_request' },
  ],
  [
    'the end of a link with it',
    async () => {
      const id = await contact('x@mail.example')
      await link(id, caseNumber)
      await shareHousehold()
      return link(id, null)
    },
    { status: 403, code: 'own_request' },
  ],
  ['a request that does not exist', () => writeTo('Hello.', 'mail', crypto.randomUUID()), { status: 404 }],
  [
    'a text message without a number',
    async () => {
      await server.core.db.execute(sql`update profiles set phone = 'none' where user_id = ${amina.userId}`)
      return writeTo('Hello.', 'both')
    },
    { status: 409, code: 'not_reachable' },
  ],
  [
    'a text message to a number that asked us to stop',
    async () => {
      await stopNumber(server.core, '2348030000000')
      expect((await review())['reach']).toEqual({ channels: ['mail'], sms: null })
      return writeTo('Hello.', 'both')
    },
    { status: 409, code: 'not_reachable' },
  ],
  [
    'a person without an address, who has no page',
    async () => {
      await server.core.db.execute(sql`update users set email = null where id = ${amina.userId}`)
      await server.core.db.execute(sql`delete from identities where user_id = ${amina.userId}`)
      return writeTo('Hello.', 'sms')
    },
    { status: 409, code: 'not_reachable' },
  ],
  [
    'an answer to a thread of someone else',
    async () => {
      const { body } = await writeTo('Hello.', 'mail')
      await server.core.db.execute(sql`delete from outgoing_mail`)
      return answer(String(body['thread_id']), 'Hi.', newKey(), await newPerson(server, 'bello'))
    },
    { status: 404 },
  ],
])('%s is refused, and nothing is sent', async (_name, act, expected) => {
  const before = (await readMails(server)).filter(({ recipient }) => recipient !== 'support@taimako.example').length
  const refused = await act()
  expect(refused.body).toMatchObject(expected)
  await minuteLater()
  expect(await texts()).toEqual([])
  const mails = (await readMails(server)).filter(({ recipient }) => recipient !== 'support@taimako.example')
  expect(mails.filter(({ subject }) => subject.startsWith('We wrote')).length).toBeLessThanOrEqual(before)
})

test('a message that is written at night is told by text in the morning', async () => {
  server.clock.advance(hours((22 + 24 - server.clock.now().getUTCHours()) % 24))
  halima = await signInAdministrator(server, 'halima')
  expect((await writeTo('Which school is it?', 'both')).status).toBe(201)
  await minuteLater()
  const { at } = await onlyRow(
    server.core.db,
    sql`select to_char(next_try_at at time zone 'Africa/Lagos', 'HH24:MI') as at from outgoing_text_messages`,
    z.object({ at: z.string() }),
  )
  expect(at).toBe('08:00')
})

test('of two numbers, the text goes to the one that signs in, which is proven', async () => {
  const number = sql`phone = '2348031112222', phone_confirmed_at = now()`
  await server.core.db.execute(sql`update users set ${number} where id = ${amina.userId}::uuid`)
  await writeTo('Which school is it?', 'sms')
  await minuteLater()
  expect((await texts()).map(({ to }) => to)).toEqual(['2348031112222'])
})

test('if the address stopped our mail or text messages were turned off meanwhile, what still can go out goes, and staff see the rest', async () => {
  await writeTo('Which school is it?', 'both')
  await server.core.db.execute(
    sql`insert into stopped_addresses (address_hash, stopped_at, keyed) values (${hashAddress(server.core, amina.email)}, now(), true)`,
  )
  await minuteLater()
  expect(await review()).toMatchObject({ threads: [{ replies: [{ mail: 'not_sent', sms: 'sending' }] }] })
  await writeTo('And which class?', 'sms')
  await server.core.db.execute(sql`update profiles set phone = '' where user_id = ${amina.userId}`)
  await minuteLater()
  expect(await texts()).toHaveLength(1)
  expect(await review()).toMatchObject({ threads: [{ replies: [{}, { mail: null, sms: 'not_sent' }] }] })
  // Their page has both.
  expect(await own()).toMatchObject([{ messages: [{}, { text: 'And which class?' }] }])
})

test('a message sent twice over a bad line is one, and one to an account that closes meanwhile is told to no one', async () => {
  const sent = [await writeTo('Which school is it?', 'mail'), await writeTo('Which school is it?', 'mail')]
  expect(sent[1]?.body).toEqual(sent[0]?.body)
  expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  const before = (await readMails(server)).length
  await minuteLater()
  expect(await readMails(server)).toHaveLength(before)
  const late = await halima.call('POST', `/api/admin/contact-replies/${String(sent[0]?.body['id'])}/undoing`)
  expect(late.status).toBe(404)
})

test('a thread about a request outlives the year of contact messages, and goes with the account', async () => {
  await writeTo('Which school is it?', 'mail')
  await contact('uncle@mail.example')
  const kept = () =>
    onlyRow(
      server.core.db,
      sql`select (select count(*) from contact_messages)::int as threads, (select count(*) from contact_replies)::int as replies`,
      z.object({ threads: z.number(), replies: z.number() }),
    )
  await server.pass(hours(24 * 366), /^contact\./)
  expect(await kept()).toEqual({ threads: 1, replies: 1 })
  const again = await server.call('POST', '/auth/v1/token?grant_type=password', {
    email: amina.email,
    password: 'rain on the tin roof',
  })
  const authorization = `Bearer ${String(again.body['access_token'])}`
  const exported = await server.call('GET', '/api/account/data', undefined, { authorization })
  expect(JSON.stringify(exported.body)).toContain('Which school is it?')
  const closed = await server.call(
    'POST',
    '/api/account/closure',
    { password: 'rain on the tin roof' },
    { authorization },
  )
  expect(closed.status).toBe(200)
  expect(await kept()).toEqual({ threads: 0, replies: 0 })
})

test('a message that waits is not told once its request is withdrawn', async () => {
  expect((await writeTo('Which school is it?', 'both')).status).toBe(201)
  expect((await amina.call('POST', `/api/applications/${request}/withdrawal`)).status).toBe(200)
  await minuteLater()
  expect((await mailsToAmina()).filter(({ subject }) => subject.startsWith('We wrote'))).toEqual([])
  expect(await texts()).toEqual([])
  expect(await own()).toEqual([])
})

test('a message that is due waits for an account that is being closed, and holds nothing that the closing needs', async () => {
  const bello = await newPerson(server, 'bello', { proven: false })
  const asked = await bello.askLater()
  expect((await writeTo('Which school is it?', 'mail', asked)).status).toBe(201)
  await raceWithClosing(server.core, bello.userId, minuteLater)
  expect(server.logged()).not.toMatch(/deadlock/)
  expect(await own(bello)).toMatchObject([{ messages: [{ text: 'Which school is it?' }] }])
})

test('what the person writes while staff mark the thread stays unread, and staff hear of it', async () => {
  const { body } = await writeTo('Which school is it?', 'mail')
  const id = String(body['thread_id'])
  await minuteLater()
  expect((await answer(id, 'Sunrise School.')).status).toBe(201)
  const mark = (state: string, seen: number) =>
    halima.call('PATCH', `/api/admin/contact-messages/${id}`, { state, expected_replies: seen })
  for (const state of ['answered', 'read']) {
    const detail = 'The person has written again.'
    expect((await mark(state, 1)).body).toMatchObject({ code: 'already_decided', detail })
    expect(await unanswered()).toBe(1)
  }
  expect((await halima.call('GET', '/api/admin/inbox')).body).toMatchObject({ unread: 1 })
  expect((await mark('answered', 2)).body).toMatchObject({ state: 'answered' })
  expect(await unanswered()).toBe(0)
})
