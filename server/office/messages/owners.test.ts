/** Unread messages, their first line, and who answers them. */
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { useServer } from '../../../test/support/own-server.ts'
import { newKey, type TestServer } from '../../../test/support/server.ts'
import { seconds } from '../../platform/clock.ts'

let server: TestServer
let rashida: Administrator
let rita: Administrator
let chidi: Administrator
useServer(async (emptied) => {
  server = emptied
  rashida = await newAdministrator(server, 'rashida', ['reviewer'])
  rita = await newAdministrator(server, 'rita', ['reviewer'])
  chidi = await newAdministrator(server, 'chidi', ['auditor'])
})
let id: string
beforeEach(async () => {
  id = await write('  I lost my slip.\nMy number is 0803.')
})

async function write(message: string): Promise<string> {
  server.clock.advance(seconds(1))
  const from = { first_name: 'Bola', last_name: 'Ade', email: 'bola@mail.example' }
  const sent = { ...from, subject: 'Hello', message }
  return z.uuid().parse((await server.call('POST', '/api/contact-messages', sent, newKey())).body['id'])
}
const Rows = z.array(z.looseObject({ id: z.string(), first_line: z.string() }))
const list = async (query = '') =>
  Rows.parse((await rashida.call('GET', `/api/admin/contact-messages${query}`)).body['items'])
const inbox = async () => {
  const { unanswered, unread } = (await rashida.call('GET', '/api/admin/inbox')).body
  return { unanswered, unread }
}
const open = (by: Administrator, more = '') => by.call('GET', `/api/admin/contact-messages/${id}${more}`)
const give = (by: Administrator, to: unknown, message = id) =>
  by.call('PUT', `/api/admin/contact-messages/${message}/owner`, { to })
const reply = (by: Administrator, text: string, expected: number) =>
  by.call('POST', `/api/admin/contact-messages/${id}/replies`, { text, expected_replies: expected })

test('the list shows the beginning of the first line of the newest message, from either side', async () => {
  expect(await list()).toMatchObject([{ first_line: 'I lost my slip.', first_line_from: 'them', owner: null }])
  await reply(rashida, `Come ${'a'.repeat(200)}\nto the office.`, 0)
  const [row] = await list()
  expect(row).toMatchObject({ first_line_from: 'us' })
  expect(row?.first_line).toBe(`Come ${'a'.repeat(115)}`)
})

test('a message is unread until someone opens it who answers messages, and is counted', async () => {
  expect(await inbox()).toEqual({ unanswered: 1, unread: 1 })
  // An auditor reads, a page loads it again, and lists show it: it is still unread for those who answer.
  expect((await open(chidi)).body).toMatchObject({ state: 'new' })
  expect((await open(rita, '?purpose=again')).body).toMatchObject({ state: 'new' })
  expect(await list('?state=new')).toHaveLength(1)
  expect((await open(rita)).body).toMatchObject({ state: 'read' })
  expect(await inbox()).toEqual({ unanswered: 1, unread: 0 })
  await rita.call('PATCH', `/api/admin/contact-messages/${id}`, { state: 'new' })
  expect(await inbox()).toEqual({ unanswered: 1, unread: 1 })
  await reply(rita, 'Come.', 0)
  expect((await open(rita)).body).toMatchObject({ state: 'answered' })
  expect(await inbox()).toEqual({ unanswered: 0, unread: 0 })
})

test('a message is taken, given to a colleague and to no one, each recorded once', async () => {
  const given = async () => (await readAudit(server)).filter(({ action }) => action === 'message.assigned')
  const other = await write('Another')
  expect((await give(rashida, rashida.userId)).body).toMatchObject({
    owner: { user_id: rashida.userId, full_name: 'Rashida Musa' },
  })
  expect((await give(rashida, rashida.userId)).status).toBe(200)
  expect((await list(`?owner=${rashida.userId}`)).map((row) => row.id)).toEqual([id])
  expect((await list('?owner=none')).map((row) => row.id)).toEqual([other])
  expect((await give(rita, rita.userId)).body).toMatchObject({ owner: { user_id: rita.userId } })
  expect((await give(rita, null)).body).toMatchObject({ owner: null })
  expect((await given()).map(({ before, after }) => [before, after])).toEqual(
    [
      [null, rashida.userId],
      [rashida.userId, rita.userId],
      [rita.userId, null],
    ].map(([from, to]) => [{ assigned_to: from }, { assigned_to: to }]),
  )
})

test('who replies first answers it; a later reply changes no owner', async () => {
  await reply(rita, 'Come.', 0)
  expect(await list()).toMatchObject([{ owner: { user_id: rita.userId } }])
  await reply(rashida, 'Come today.', 1)
  expect(await list()).toMatchObject([{ owner: { user_id: rita.userId } }])
})

test('a message is given to no one who may not answer it, and a refusal changes nothing', async () => {
  await give(rashida, rashida.userId)
  const refusals: [Administrator, unknown, string][] = [
    [rashida, chidi.userId, 'not_assignable'],
    [rashida, crypto.randomUUID(), 'not_assignable'],
    [rashida, 'rita', 'invalid_input'],
    [chidi, null, 'role_needed'],
  ]
  for (const [by, to, code] of refusals) expect((await give(by, to)).body).toMatchObject({ code })
  expect((await give(rashida, null, crypto.randomUUID())).body).toMatchObject({ code: 'not_found' })
  expect((await rashida.call('GET', '/api/admin/contact-messages?owner=me')).body).toMatchObject({
    code: 'invalid_input',
  })
  expect(await list()).toMatchObject([{ owner: { user_id: rashida.userId } }])
})

test('whose role ends answers nothing any more', async () => {
  await give(rashida, rita.userId)
  const halima = await newAdministrator(server, 'halima')
  const musa = await newAdministrator(server, 'musa')
  const change = { email: rita.email, roles: ['auditor'], reason: 'She audits.' }
  const proposed = await halima.call('POST', '/api/admin/role-changes', change)
  const decision = z.object({ id: z.string() }).parse(proposed.body).id
  expect((await musa.call('POST', `/api/admin/decisions/${decision}/confirmation`)).status).toBe(200)
  expect(await list()).toMatchObject([{ owner: null }])
})
