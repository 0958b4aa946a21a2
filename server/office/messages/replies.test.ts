import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { whileRefused } from '../../../test/support/refused-row.ts'
import { newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { hashAddress } from '../../platform/mail/stopped-addresses.ts'
import { waitingRepliesJob } from './waiting-replies.ts'

let server: TestServer
let halima: Administrator
let musa: Administrator
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.empty()
  halima = await newAdministrator(server, 'halima', ['reviewer'])
  musa = await newAdministrator(server, 'musa', ['reviewer'])
})

const Listed = z.object({ items: z.array(z.looseObject({ first_name: z.string(), state: z.string() })) })

async function write(firstName = 'Bola'): Promise<string> {
  server.clock.advance(seconds(1))
  const name = { first_name: firstName, last_name: 'Ade', email: `${firstName}@mail.example` }
  const message = { ...name, subject: 'School fees', message: 'How do I ask?' }
  return String((await server.call('POST', '/api/contact-messages', message, newKey())).body['id'])
}

const reply = (id: string, text: string, expected = 0, by = halima) =>
  by.call('POST', `/api/admin/contact-messages/${id}/replies`, { text, expected_replies: expected })
const opened = async (id: string) => (await halima.call('GET', `/api/admin/contact-messages/${id}?purpose=again`)).body
/** A minute later: what waited is told. */
const minuteLater = () => server.pass(seconds(61), /^contact\.waiting/)
const undo = (id: unknown, by = halima) => by.call('POST', `/api/admin/contact-replies/${String(id)}/undoing`)
const unanswered = async () => (await halima.call('GET', '/api/admin/inbox')).body['unanswered']
const Mail = z.object({ recipient: z.string(), reply_to: z.string(), subject: z.string(), text: z.string() })
const mailsTo = (recipient: string) =>
  rows(
    server.core.db,
    sql`select recipient, reply_to, subject, text from outgoing_mail where recipient = ${recipient} and next_try_at is not null`,
    Mail,
  )

test('a reply that was written while the clock was wrong is told once it is right', async () => {
  const id = await write()
  expect((await reply(id, 'Register first.')).status).toBe(201)
  server.clock.advance(-hours(3))
  await minuteLater()
  expect(await mailsTo('Bola@mail.example')).toHaveLength(1)
})

test('a reply is mailed to the sender, stays with the message and marks it as answered', async () => {
  const id = await write()
  const sent = await reply(id, '  Register first.\n\nThen press New Request.  ')
  expect(sent.status).toBe(201)
  const kept = { text: 'Register first.\n\nThen press New Request.', by: { user_id: halima.userId } }
  expect(sent.body).toMatchObject({ replies: [kept] })
  expect(await opened(id)).toMatchObject({ state: 'answered', replies: [{ ...kept, mail: 'waiting', sms: null }] })
  expect(await mailsTo('Bola@mail.example')).toEqual([])
  await minuteLater()
  expect(await opened(id)).toMatchObject({ replies: [{ mail: 'sending', undo_until: null }] })
  const [mail, ...others] = await mailsTo('Bola@mail.example')
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: 'Re: School fees', reply_to: 'support@taimako.example' })
  expect(mail?.text).toContain('Register first.\n\nThen press New Request.\n\n')
  const audited = await rows(
    server.core.db,
    sql`select actor_id, before, after from audit_events where action = 'message.replied' and subject_id = ${id}`,
    z.unknown(),
  )
  expect(audited).toEqual([{ actor_id: halima.userId, before: { state: 'new' }, after: { state: 'answered' } }])
  await reply(id, 'One more thing.', 1, musa)
  expect(await opened(id)).toMatchObject({ replies: [kept, { text: 'One more thing.', by: { user_id: musa.userId } }] })
})

test('a reply that could not be delivered makes its thread unanswered, once', async () => {
  const [id, other] = [await write(), await write('Chidi')]
  for (const each of [id, other]) await reply(each, 'Register first.')
  await minuteLater()
  expect(await unanswered()).toBe(0)
  const now = server.clock.now().toISOString()
  await server.core.db.execute(
    sql`update outgoing_mail set failed_at = ${now}::timestamptz, next_try_at = null where recipient = 'Bola@mail.example'`,
  )
  const look = () => server.pass(seconds(61), /^contact\.failed/)
  await look()
  expect(await unanswered()).toBe(1)
  expect(await opened(id)).toMatchObject({ state: 'read', replies: [{ mail: 'failed' }] })
  expect(await opened(other)).toMatchObject({ state: 'answered' })
  const answered = await halima.call('PATCH', `/api/admin/contact-messages/${id}`, { state: 'answered' })
  expect(answered.status).toBe(200)
  await look()
  expect(await unanswered()).toBe(0)
  // The outbox forgets, the thread does not.
  await server.core.db.execute(sql`delete from outgoing_mail where failed_at is not null`)
  expect(await opened(id)).toMatchObject({ replies: [{ mail: 'failed' }] })
})

test('unanswered messages come first, over the pages too, and are counted', async () => {
  const oldest = await write('Ada')
  await write('Bola')
  const newest = await write('Chidi')
  await reply(newest, 'Done.')
  const names = async (query: string) => {
    const { body } = await halima.call('GET', `/api/admin/contact-messages?${query}`)
    return { names: Listed.parse(body).items.map((each) => each.first_name), next: String(body['next_cursor']) }
  }
  expect((await names('')).names).toEqual(['Bola', 'Ada', 'Chidi'])
  const first = await names('limit=2')
  expect(first.names).toEqual(['Bola', 'Ada'])
  expect((await names(`limit=2&cursor=${first.next}`)).names).toEqual(['Chidi'])
  expect(await unanswered()).toBe(2)
  await halima.call('PATCH', `/api/admin/contact-messages/${oldest}`, { state: 'read' })
  expect(await unanswered()).toBe(2)
  await halima.call('PATCH', `/api/admin/contact-messages/${oldest}`, { state: 'answered' })
  expect(await unanswered()).toBe(1)
})

test('of two colleagues who reply at once, the second is told who was first, and sends nothing', async () => {
  const id = await write()
  const answers = await Promise.all([reply(id, 'From Halima.'), reply(id, 'From Musa.', 0, musa)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const [first, name] = answers[0].status === 201 ? [halima, 'Halima'] : [musa, 'Musa']
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({
    code: 'already_decided',
    decision: { status: 'answered', by: expect.stringContaining(name), at: server.clock.now().toISOString() },
  })
  await minuteLater()
  expect(await mailsTo('Bola@mail.example')).toHaveLength(1)
  expect(await opened(id)).toMatchObject({ replies: [{ by: { user_id: first.userId } }] })
})

test.each([
  ['an empty text', { text: ' \n ' }, 400, 'invalid_input'],
  ['a text that is too long', { text: 'x'.repeat(5001) }, 400, 'invalid_input'],
  ['a number of replies that was never reached', { expected: -1 }, 400, 'invalid_input'],
  ['an address whose reader stopped our mail', { stopped: true }, 409, 'address_stopped'],
  ['a message that does not exist', { id: '0d9f4c0e-3b1a-4c5e-8d2f-6a7b8c9d0e1f' }, 404, 'not_found'],
])('%s is refused, and nothing changes', async (_name, wrong, status, code) => {
  const given = { text: 'Hello.', expected: 0, stopped: false, ...wrong }
  const id = await write()
  if (given.stopped)
    await server.core.db.execute(
      sql`insert into stopped_addresses (address_hash, stopped_at, keyed) values (${hashAddress(server.core, 'bola@mail.example')}, now(), true)`,
    )
  const refused = await reply('id' in wrong ? wrong.id : id, given.text, given.expected)
  expect(refused.body).toMatchObject({ status, code })
  expect(await opened(id)).toMatchObject({ state: 'new', replies: [] })
  await minuteLater()
  expect(await mailsTo('Bola@mail.example')).toEqual([])
})

test('its writer takes a reply back within a minute: no mail goes out, and the message is unanswered as before', async () => {
  const id = await write()
  const sent = z.object({ replies: z.array(z.object({ id: z.string(), undo_until: z.string().nullable() })) })
  const [waiting] = sent.parse((await reply(id, 'Register first.')).body).replies
  expect(waiting?.undo_until).toBe(new Date(server.clock.now().getTime() + seconds(60)).toISOString())
  const seen = await musa.call('GET', `/api/admin/contact-messages/${id}`)
  expect(seen.body).toMatchObject({ replies: [{ undo_until: null, mail: 'waiting' }] })
  for (const [by, which] of [[musa, waiting?.id] as const, [halima, crypto.randomUUID()] as const])
    expect((await undo(which, by)).status).toBe(404)
  expect((await undo(waiting?.id)).body).toEqual({ id: waiting?.id, text: 'Register first.' })
  expect(await opened(id)).toMatchObject({ state: 'new', replies: [] })
  expect(await unanswered()).toBe(1)
  await minuteLater()
  expect(await mailsTo('Bola@mail.example')).toEqual([])
  const again = await undo(waiting?.id)
  expect(again).toMatchObject({ status: 404, body: { detail: expect.stringContaining('taken back already') } })

  const [late] = sent.parse((await reply(id, 'Register first.')).body).replies
  server.clock.advance(seconds(60))
  // Before the job has run, too.
  expect((await undo(late?.id)).body).toMatchObject({ code: 'undo_too_late' })
  await minuteLater()
  expect((await undo(late?.id)).body).toMatchObject({ code: 'undo_too_late' })
  expect(await mailsTo('Bola@mail.example')).toHaveLength(1)
})

test('staff see what became of a reply: sent, given up, or not sent because the address stopped our mail meanwhile', async () => {
  const [id, later] = [await write('Ada'), await write('Bola')]
  await reply(id, 'Register first.')
  await reply(later, 'Register first.')
  await server.core.db.execute(
    sql`insert into stopped_addresses (address_hash, stopped_at, keyed) values (${hashAddress(server.core, 'bola@mail.example')}, now(), true)`,
  )
  await minuteLater()
  expect(await opened(later)).toMatchObject({ replies: [{ mail: 'not_sent' }] })
  const states = {
    sent: sql`sent_at = now(), failed_at = null, next_try_at = null`,
    failed: sql`sent_at = null, failed_at = now(), next_try_at = null`,
  }
  for (const [state, change] of Object.entries(states)) {
    await server.core.db.execute(sql`update outgoing_mail set ${change} where recipient = 'Ada@mail.example'`)
    expect(await opened(id)).toMatchObject({ replies: [{ mail: state }] })
  }
  // The outbox forgets it after 30 days.
  await server.core.db.execute(sql`delete from outgoing_mail`)
  expect(await opened(id)).toMatchObject({ replies: [{ mail: null }] })
})

test('of two replies that wait, the message stays answered until both are taken back', async () => {
  const id = await write()
  const Sent = z.object({ replies: z.array(z.object({ id: z.string() })) })
  await reply(id, 'Register first.')
  server.clock.advance(seconds(1))
  const [first, second] = Sent.parse((await reply(id, 'Then press New Request.', 1)).body).replies
  expect((await undo(first?.id)).status).toBe(200)
  expect(await opened(id)).toMatchObject({ state: 'answered', replies: [{ id: second?.id }] })
  // Two presses at once take it back once.
  const pressed = await Promise.all([undo(second?.id), undo(second?.id)])
  expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([200, 404]))
  expect(await opened(id)).toMatchObject({ state: 'new', replies: [] })
})

test('a reply that waits is told after a restart, once, by whichever process comes first', async () => {
  await reply(await write(), 'Register first.')
  server.clock.advance(seconds(61))
  const abort = new AbortController().signal
  await Promise.all([1, 2, 3].map(() => waitingRepliesJob.run(server.core, abort)))
  expect(await mailsTo('Bola@mail.example')).toHaveLength(1)
})

test('replies are deleted with their message', async () => {
  await reply(await write(), 'Hello.')
  await server.core.db.execute(sql`delete from contact_messages`)
  expect(await rows(server.core.db, sql`select * from contact_replies`, z.unknown())).toEqual([])
})

test('a reply that fails keeps no other one from being mailed', async () => {
  const [first, second] = [await write('Bola'), await write('Chidi')]
  await reply(first, 'Register first.')
  server.clock.advance(seconds(1))
  await reply(second, 'Call us.')
  const ofFirst = sql`select id::text from contact_replies where message_id = ${first}`
  const stuck = await onlyRow(server.core.db, ofFirst, z.object({ id: z.string() }))
  await whileRefused(server.core.db, 'contact_replies', stuck.id, async () => {
    await minuteLater()
  })
  expect([await mailsTo('Bola@mail.example'), await mailsTo('Chidi@mail.example')]).toMatchObject([[], [{}]])
  await server.pass(minutes(2), /^contact\.waiting/)
  expect(await mailsTo('Bola@mail.example')).toHaveLength(1)
})
