/** Invitations: two administrators decide, the mailed link works once and for three days, and only for the invited address. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  answerAbout,
  newAdministrator,
  readAudit,
  signInAdministrator,
  type Administrator,
} from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { useServer } from '../../../test/support/own-server.ts'
import { raceBehindLock, someoneWaits } from '../../../test/support/race-behind-lock.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { hashAddress, stopAddress } from '../../platform/mail/stopped-addresses.ts'

let server: TestServer
let halima: Administrator
let bola: Administrator
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  bola = await newAdministrator(server, 'bola')
})

const EMAIL = 'rashida@mail.example'
const PASSWORD = 'a kettle on the third shelf'
const propose = (by: Administrator, email = EMAIL, roles: readonly string[] = ['reviewer', 'caller']) =>
  by.call('POST', '/api/admin/invitations', { email, roles, reason: 'She joins the reviewers.' })
const answer = (by: Administrator, id: string, which: 'confirmation' | 'withdrawal') =>
  answerAbout(server, by, id, which)
const shown = async (by: Administrator) => (await by.call('GET', '/api/admin/invitations')).body['items']
const accept = (token: string, password = PASSWORD) =>
  server.call('POST', '/api/invitations/acceptance', { token, full_name: 'Rashida Bello', password })
const signIn = (email = EMAIL, password = PASSWORD) =>
  server.call('POST', '/auth/v1/token?grant_type=password', { email, password })

/** Proposed by Halima. @returns its id */
async function proposed(): Promise<string> {
  const { status, body } = await propose(halima)
  expect(status).toBe(201)
  return z.uuid().parse(body['id'])
}
/** @returns the token in the mail */
async function sent(): Promise<string> {
  expect((await answer(bola, await proposed(), 'confirmation')).status).toBe(200)
  const mail = (await readMails(server)).findLast(({ recipient }) => recipient === EMAIL)
  return /\/join#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

test('a second administrator sends it, and the person joins with the roles that both decided', async () => {
  const id = await proposed()
  expect(await shown(halima)).toMatchObject([{ id, email: EMAIL, state: 'proposed', proposal: { may_confirm: false } }])
  expect((await readMails(server)).filter(({ recipient }) => recipient === EMAIL)).toEqual([])
  expect((await answer(bola, id, 'withdrawal')).status).toBe(200)

  const token = await sent()
  expect(await shown(halima)).toMatchObject([{ email: EMAIL, state: 'sent', roles: ['reviewer', 'caller'] }])
  expect((await accept(token)).body).toEqual({ email: EMAIL })
  const { body } = await signIn()
  expect(body['user']).toMatchObject({ app_metadata: { role: 'admin', staff_roles: ['reviewer', 'caller'] } })
  const authorization = `Bearer ${String(body['access_token'])}`
  expect((await server.call('GET', '/api/admin/queue', undefined, { authorization })).status).toBe(200)
  expect((await server.call('GET', '/api/profile', undefined, { authorization })).body).toMatchObject({
    full_name: 'Rashida Bello',
  })
  expect(await shown(halima)).toEqual([])
  expect((await readAudit(server)).map(({ action, after }) => [action, after])).toEqual([
    ['invitation.proposed', { role: 'reviewer, caller' }],
    ['invitation.withdrawn', null],
    ['invitation.proposed', { role: 'reviewer, caller' }],
    ['invitation.sent', { role: 'reviewer, caller' }],
  ])
})

test('the link works once', async () => {
  const token = await sent()
  expect((await accept(token)).status).toBe(201)
  expect((await accept(token, 'another kettle entirely')).body).toMatchObject({ status: 404, code: 'not_found' })
  expect((await signIn()).status).toBe(200)
})

test('the address is not invited again at the moment in which the person joins', async () => {
  const token = await sent()
  const answers = await raceBehindLock(
    server.database,
    (tx) => tx.execute(sql`lock table audit_events in share row exclusive mode`),
    async () => {
      const joining = accept(token)
      await someoneWaits(server.database.urgent, 1)
      return Promise.all([joining, propose(bola)])
    },
    2,
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 400])
  expect(await shown(halima)).toEqual([])
})

test('the link expires after three days, and the address can be invited again', async () => {
  const token = await sent()
  server.clock.advance(hours(24 * 3))
  expect((await accept(token)).body).toMatchObject({ code: 'not_found' })
  expect((await signIn()).status).toBe(400)
  halima = await signInAdministrator(server, 'halima')
  // It stays in the list until it is proposed again, so that no one waits for a person who cannot join.
  expect(await shown(halima)).toMatchObject([{ email: EMAIL, state: 'expired', proposal: null }])
  expect((await propose(halima)).status).toBe(201)
  expect(await shown(halima)).toMatchObject([{ email: EMAIL, state: 'proposed' }])
  server.clock.advance(hours(24 * 7))
  bola = await signInAdministrator(server, 'bola')
  const [lapsed] = z.array(z.looseObject({ id: z.uuid() })).parse(await shown(bola))
  expect(lapsed).toMatchObject({ state: 'proposed', proposal: { may_confirm: false } })
  expect((await answer(bola, lapsed?.id ?? '', 'confirmation')).body).toMatchObject({ code: 'proposal_lapsed' })
  expect((await answer(bola, lapsed?.id ?? '', 'withdrawal')).status).toBe(200)
  expect(await shown(bola)).toEqual([])
})

test('one whose mail could not be delivered, or whose address wants no mail, is not called sent', async () => {
  await sent()
  const state = async () => z.tuple([z.looseObject({ state: z.string() })]).parse(await shown(halima))[0].state
  expect(await state()).toBe('sent')
  const { core } = server
  await core.db.execute(sql`update outgoing_mail set failed_at = now(), next_try_at = null where recipient = ${EMAIL}`)
  expect(await state()).toBe('unsent')
  await core.db.execute(sql`delete from outgoing_mail where recipient = ${EMAIL}`)
  await core.db.transaction((tx) => stopAddress(tx, hashAddress(core, EMAIL), core.clock.now()))
  expect(await state()).toBe('unsent')
})

test('a withdrawn link no longer works', async () => {
  const token = await sent()
  const [{ id }] = z.tuple([z.object({ id: z.uuid() })]).parse(await shown(halima))
  const withdraw = () => halima.call('POST', `/api/admin/invitations/${id}/withdrawal`)
  expect((await withdraw()).status).toBe(200)
  expect((await accept(token)).body).toMatchObject({ code: 'not_found' })
  expect((await withdraw()).body).toMatchObject({ code: 'not_found' })
})

test('a weak password is refused, and the link still works', async () => {
  const token = await sent()
  const refused = await accept(token, 'short')
  expect(refused.body).toMatchObject({ code: 'invalid_input', fields: [{ field: 'password' }] })
  expect((await accept(token)).status).toBe(201)
})

test('an account that was registered meanwhile goes to the person who reads its mail', async () => {
  const token = await sent()
  const squatter = { email: EMAIL, password: 'the password of a stranger' }
  await server.call('POST', '/auth/v1/signup', squatter)
  expect((await accept(token)).status).toBe(201)
  expect((await signIn(EMAIL, squatter.password)).status).toBe(400)
  expect((await signIn()).status).toBe(200)
})

test('a link changes nothing of an account that two administrators have made staff meanwhile', async () => {
  const token = await sent()
  await server.call('POST', '/auth/v1/signup', { email: EMAIL, password: PASSWORD })
  const change = { email: EMAIL, roles: ['finance'], reason: 'She counts the money.' }
  const { body } = await halima.call('POST', '/api/admin/role-changes', change)
  expect((await bola.call('POST', `/api/admin/decisions/${String(body['id'])}/confirmation`)).status).toBe(200)
  expect(await accept(token)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const team = z.array(z.object({ email: z.string(), roles: z.array(z.string()) }))
  const members = team.parse((await halima.call('GET', '/api/admin/team')).body['items'])
  expect(members.find(({ email }) => email === EMAIL)?.roles).toEqual(['finance'])
})

test('an invitation is refused for an address with an account, without roles, or twice', async () => {
  const amina = await newPerson(server)
  const field = async (email: string, roles?: readonly string[]) =>
    z.array(z.object({ field: z.string() })).parse((await propose(halima, email, roles)).body['fields'])[0]?.field
  expect(await field(amina.email)).toBe('email')
  expect(await field('no address')).toBe('email')
  expect(await field(EMAIL, [])).toBe('roles')
  expect(await field(EMAIL, ['reviewer', 'reviewer'])).toBe('roles')
  await proposed()
  expect((await propose(bola)).body).toMatchObject({ code: 'already_proposed' })
  expect(await shown(bola)).toMatchObject([{ email: EMAIL, roles: ['reviewer', 'caller'] }])
})

test('one that no one confirmed is gone after a month, also from Decisions', async () => {
  await proposed()
  await server.pass(hours(24 * 31), /^team\.invitations/)
  bola = await signInAdministrator(server, 'bola')
  expect(await shown(bola)).toEqual([])
  const open = async (group: string) => (await bola.call('GET', `/api/admin/decisions?group=${group}`)).body['items']
  expect(await open('others')).toEqual([])
  expect((await propose(bola)).status).toBe(201)
  expect(await open('mine')).toHaveLength(1)
})

test('a link that was not used gives no one back the roles that two administrators have taken away', async () => {
  const token = await sent()
  const rashida = await newPerson(server, 'rashida')
  for (const roles of [['reviewer'], []]) {
    const change = { email: rashida.email, roles, reason: 'As agreed.' }
    expect((await halima.call('POST', '/api/admin/role-changes', change)).status).toBe(201)
    expect((await answer(bola, rashida.userId, 'confirmation')).status).toBe(200)
  }
  expect(await shown(halima)).toEqual([])
  expect((await accept(token)).status).toBe(404)
  expect((await signIn()).status).toBe(400)
})
