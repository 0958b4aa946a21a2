/** A letter about a request that reached no one becomes a call, once, until someone was reached or a later letter arrived. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newKey } from '../../../test/support/server.ts'
import { queueWorld } from '../../../test/support/working-queue.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { STOPPED } from '../../platform/sms/sms.ts'

const world = queueWorld()
const db = () => world().server.core.db
const now = () => sql`${world().server.clock.now().toISOString()}::timestamptz`
const lookAgain = () => world().server.pass(minutes(1), /owed-calls/)
const Calls = z.object({
  owed: z.array(z.looseObject({ id: z.string(), reasons: z.array(z.string()) })),
})
const calls = async (by = world().halima) =>
  Calls.parse((await by.call('GET', '/api/admin/calls')).body).owed.map(
    ({ id, reasons }) => `${id} ${reasons.join(' ')}`,
  )
const record = (id: string, outcome: string) => world().on(id, 'owed-call', { outcome })

/** Decides on a request by a letter that ends so. @returns the request */
async function letter(ending: 'mail failed' | 'mail sent' | 'text', text = sql`undelivered_at = ${now()}`) {
  const id = await world().amina.askLater()
  await world().decide(id, { status: 'approved' })
  await world().server.pass(seconds(61), /waiting-letters/)
  await end(id, ending, text)
  return id
}

async function end(id: string, ending: 'mail failed' | 'mail sent' | 'text', text = sql`undelivered_at = ${now()}`) {
  const [sent, failed] = ending === 'mail failed' ? [sql`null`, now()] : [now(), sql`null`]
  await db().execute(sql`update outgoing_mail set sent_at = ${sent}, failed_at = ${failed}, next_try_at = null
     where id in (select mail_id from request_letters where application_id = ${id}::uuid)`)
  if (ending !== 'text') return
  await db()
    .execute(sql`with sent as (insert into outgoing_text_messages (id, recipient, created_at, expires_at, sent_at)
      values (gen_random_uuid(), '2348031234567', ${now()}, ${now()}, ${now()}) returning id)
    update request_letters set text_id = sent.id from sent where application_id = ${id}::uuid`)
  await db().execute(sql`update outgoing_text_messages set ${text} where sent_at = ${now()} or failed_at is not null`)
}

test('a mail that was given up is a call with its reason, once; an answer on the telephone ends it for good', async () => {
  const id = await letter('mail failed')
  expect(await calls()).toEqual([])
  await lookAgain()
  await lookAgain()
  expect(await calls()).toEqual([`${id} letter_failed`])
  expect((await record(id, 'not_reached')).status).toBe(201)
  expect(await calls()).toEqual([`${id} letter_failed`])
  expect((await record(id, 'reached')).status).toBe(201)
  expect((await record(id, 'reached')).status).toBe(404)
  await lookAgain()
  expect(await calls()).toEqual([])
})

test('a text that did not arrive is a call, and no longer once a later one was delivered; one that asked for a call stays', async () => {
  const { amina, server } = world()
  const id = await letter('text')
  await lookAgain()
  expect((await amina.call('POST', `/api/applications/${id}/call`)).status).toBe(201)
  expect(await calls()).toEqual([`${id} asked letter_failed`])
  server.clock.advance(minutes(1))
  await db().execute(sql`update outgoing_text_messages set delivered_at = ${now()}`)
  await lookAgain()
  expect(await calls()).toEqual([`${id} asked`])
})

test.each([
  ['a mail that was sent', 'mail sent', sql``],
  ['a text that is on its way', 'text', sql`tries = 1`],
  ['a text that came after all', 'text', sql`undelivered_at = sent_at, delivered_at = sent_at`],
  ['a number that asked us to stop', 'text', sql`sent_at = null, failed_at = sent_at, last_error = ${STOPPED}`],
] as const)('%s is no call', async (_name, ending, text) => {
  await letter(ending, text)
  await lookAgain()
  expect(await calls()).toEqual([])
})

test('no one is called about a withdrawn request, or by who is tied to it', async () => {
  const { amina } = world()
  const id = await amina.askLater()
  await end(id, 'mail failed')
  await lookAgain()
  expect(await calls()).toEqual([`${id} letter_failed`])
  expect((await amina.call('POST', `/api/applications/${id}/withdrawal`)).status).toBe(200)
  expect(await calls()).toEqual([])
  expect(await rows(db(), sql`select from owed_calls`, z.unknown())).toEqual([])
})

test('an answer to a message whose address someone typed neither ends nor makes a call to the applicant it is linked with', async () => {
  const { server, halima } = world()
  const id = await letter('mail failed')
  await lookAgain()
  const typed = {
    first_name: 'Amina',
    last_name: 'Yusuf',
    email: 'stranger@mail.example',
    subject: 'Hi',
    message: 'Hi.',
  }
  const thread = String((await server.call('POST', '/api/contact-messages', typed, newKey())).body['id'])
  const request = (await halima.call('GET', `/api/admin/applications/${id}`)).body
  const linked = { case_number: request['case_number'] }
  expect((await halima.call('PUT', `/api/admin/contact-messages/${thread}/case`, linked)).status).toBe(200)
  const answer = async (ended: ReturnType<typeof sql>, replies: number) => {
    const reply = { text: 'Welcome.', expected_replies: replies }
    expect((await halima.call('POST', `/api/admin/contact-messages/${thread}/replies`, reply)).status).toBe(201)
    await server.pass(seconds(61), /waiting-replies/)
    await db().execute(sql`update outgoing_mail set ${ended}, next_try_at = null where recipient = ${typed.email}`)
    await lookAgain()
  }
  await answer(sql`sent_at = ${now()}`, 0)
  expect(await calls()).toEqual([`${id} letter_failed`])
  expect((await record(id, 'reached')).status).toBe(201)
  await answer(sql`sent_at = null, failed_at = ${now()}`, 1)
  expect(await calls()).toEqual([])
})

test('the timeline has what else was told, by what, and what became of it', async () => {
  const id = await letter('text')
  const { body } = await world().halima.call('GET', `/api/admin/applications/${id}`)
  expect(body['news']).toMatchObject([{ news: 'received', by: 'sms', letter: 'undelivered' }])
})
