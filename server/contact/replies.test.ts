import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../test/support/administering.ts'
import { newKey, testServer, type TestServer } from '../../test/support/server.ts'
import { seconds } from '../lib/clock.ts'
import { rows } from '../lib/db/db.ts'
import { hashAddress } from '../lib/mail/stopped-addresses.ts'

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
const opened = async (id: string) => (await halima.call('GET', `/api/admin/contact-messages/${id}`)).body
const unanswered = async () => (await halima.call('GET', '/api/admin/inbox')).body['unanswered']
const Mail = z.object({ recipient: z.string(), reply_to: z.string(), subject: z.string(), text: z.string() })
const mailsTo = (recipient: string) =>
  rows(
    server.core.db,
    sql`select recipient, reply_to, subject, text from outgoing_mail where recipient = ${recipient} and next_try_at is not null`,
    Mail,
  )

test('a reply is mailed to the sender, stays with the message and marks it as answered', async () => {
  const id = await write()
  const sent = await reply(id, '  Register first.\n\nThen press New Request.  ')
  expect(sent.status).toBe(201)
  const kept = { text: 'Register first.\n\nThen press New Request.', by: { user_id: halima.userId } }
  expect(sent.body).toMatchObject({ replies: [kept] })
  expect(await opened(id)).toMatchObject({ state: 'answered', replies: [kept] })
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
      sql`insert into stopped_addresses (address_hash, stopped_at) values (${hashAddress('bola@mail.example')}, now())`,
    )
  const refused = await reply('id' in wrong ? wrong.id : id, given.text, given.expected)
  expect(refused.body).toMatchObject({ status, code })
  expect(await opened(id)).toMatchObject({ state: 'new', replies: [] })
  expect(await mailsTo('Bola@mail.example')).toEqual([])
})

test('replies are deleted with their message', async () => {
  await reply(await write(), 'Hello.')
  await server.core.db.execute(sql`delete from contact_messages`)
  expect(await rows(server.core.db, sql`select * from contact_replies`, z.unknown())).toEqual([])
})
