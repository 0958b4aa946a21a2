/** Staff who are tied to a request decide nothing about its messages, and are given none. */
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { link } from '../../../test/support/linking.ts'
import { useServer } from '../../../test/support/own-server.ts'
import { newKey, type TestServer } from '../../../test/support/server.ts'

let server: TestServer
let halima: Administrator
let rashida: Administrator
/** A reviewer of the applicant's household. */
let rita: Administrator
let thread: string
let other: string
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  rashida = await newAdministrator(server, 'rashida', ['reviewer'])
  rita = await newAdministrator(server, 'rita', ['reviewer'])
})
beforeEach(async () => {
  const amina = await newPerson(server)
  const request = await amina.askLater()
  z.literal(200).parse((await link(server, halima, [amina.userId, rita.userId], 'same_household')).status)
  const message = { text: 'Which school is it?', channel: 'mail' }
  const written = await halima.call('POST', `/api/admin/applications/${request}/messages`, message)
  thread = z.looseObject({ thread_id: z.string() }).parse(written.body).thread_id
  await server.pass(61_000, /^contact\.waiting/)
  const answer = { text: 'Rita knows which one.' }
  z.literal(201).parse((await amina.call('POST', `/api/messages/${thread}/answers`, answer, newKey())).status)
  const typed = {
    first_name: 'Bola',
    last_name: 'Ade',
    email: 'bola@mail.example',
    subject: 'Hello',
    message: 'Hello.',
  }
  other = z.uuid().parse((await server.call('POST', '/api/contact-messages', typed, newKey())).body['id'])
})

const give = (by: Administrator, to: Administrator | null, id = thread) =>
  by.call('PUT', `/api/admin/contact-messages/${id}/owner`, { to: to?.userId ?? null })
const mark = (by: Administrator, state: string) => by.call('PATCH', `/api/admin/contact-messages/${thread}`, { state })
const open = (by: Administrator) => by.call('GET', `/api/admin/contact-messages/${thread}`)
const shown = async () => {
  const items = z.array(z.looseObject({ id: z.string(), state: z.string(), owner: z.unknown() }))
  const found = items.parse((await halima.call('GET', '/api/admin/contact-messages')).body['items'])
  return found.find(({ id }) => id === thread)
}

test('they neither mark it as answered, nor choose who answers it, and what they read is still new', async () => {
  expect((await open(rita)).body).toMatchObject({ state: 'new' })
  expect((await mark(rita, 'answered')).body).toMatchObject({ code: 'own_request' })
  for (const to of [rita, rashida]) expect((await give(rita, to)).body).toMatchObject({ code: 'own_request' })
  expect(await shown()).toMatchObject({ state: 'new', owner: null })
  expect((await open(rashida)).body).toMatchObject({ state: 'read' })
  expect((await mark(rashida, 'answered')).status).toBe(200)
})

test('it is not given to them, nor handed over with a colleague’s work', async () => {
  expect((await give(halima, rita)).body).toMatchObject({ code: 'not_assignable' })
  for (const id of [thread, other]) expect((await give(halima, rashida, id)).status).toBe(200)
  const handed = await halima.call('POST', `/api/admin/team/${rashida.userId}/hand-over`, { to: rita.userId })
  expect(handed.body).toMatchObject({ messages: 2 })
  expect(await shown()).toMatchObject({ owner: null })
  const theirs = await halima.call('GET', `/api/admin/contact-messages?owner=${rita.userId}`)
  expect(theirs.body['items']).toMatchObject([{ id: other }])
})
