/** Role changes: two administrators decide, earlier access is reset, all is audited, and the last administrator stays. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { StaffRole } from '../../../contract/platform/staff-roles.ts'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import { raceBehindLock, raceBetween } from '../../../test/support/race-behind-lock.ts'
import { readMails } from '../../../test/support/mails.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'
import { makeAdministrator } from '../../people/sign-in/administrators.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'

let server: TestServer
let halima: Administrator
let bola: Administrator
let amina: Person
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  bola = await newAdministrator(server, 'bola')
  amina = await newPerson(server)
})

const propose = (by: Administrator, email: string, roles: readonly StaffRole[]) =>
  by.call('POST', '/api/admin/role-changes', { email, roles, reason: 'She joins the reviewers.' })
async function proposed(by: Administrator, email: string, roles: readonly StaffRole[]): Promise<string> {
  const { status, body } = await propose(by, email, roles)
  expect(status).toBe(201)
  return z.uuid().parse(body['id'])
}
const confirm = (by: Administrator, id: string) => by.call('POST', `/api/admin/decisions/${id}/confirmation`)
const pending = async (by: Administrator, group: 'waiting' | 'mine') =>
  (await by.call('GET', `/api/admin/decisions?group=${group}&kind=role_change`)).body['items']
const administrators = async () =>
  (
    await onlyRow(
      server.core.db,
      sql`select count(*)::int as found from profiles where role = 'admin'`,
      z.object({ found: z.number() }),
    )
  ).found

test('who would lose a role does not withdraw that, and what they proposed themselves they do', async () => {
  const withdraw = (by: Administrator, id: string) => by.call('POST', `/api/admin/decisions/${id}/withdrawal`)
  const id = await proposed(halima, bola.email, ['reviewer'])
  expect((await withdraw(bola, id)).body).toMatchObject({ code: 'second_administrator_needed' })
  expect(await pending(halima, 'mine')).toMatchObject([{ id, may_withdraw: true }])
  expect(await pending(bola, 'waiting')).toMatchObject([{ id, may_confirm: true, may_withdraw: false }])
  expect((await withdraw(halima, id)).status).toBe(200)
  expect((await withdraw(bola, await proposed(bola, bola.email, ['reviewer']))).status).toBe(200)
  expect(await administrators()).toBe(2)
})

test('two administrators make a third: access is reset, audited, and mailed to all three', async () => {
  const id = await proposed(halima, ' Amina@Mail.example ', ['administrator'])
  const shown = {
    id,
    facts: [{ name: 'roles', before: 'none', after: 'administrator' }],
    reason: 'She joins the reviewers.',
    proposed_by: { email: halima.email },
  }
  expect(await pending(halima, 'mine')).toMatchObject([{ ...shown, may_confirm: false }])
  expect(await pending(bola, 'waiting')).toMatchObject([{ ...shown, may_confirm: true }])
  expect((await confirm(bola, id)).body).toMatchObject({ state: 'confirmed', subject: `Amina Yusuf (${amina.email})` })
  expect([await administrators(), await pending(bola, 'waiting')]).toEqual([3, []])
  expect((await amina.call('GET', '/api/profile')).status).toBe(401)
  const signIn = { email: amina.email, password: PASSWORD }
  expect((await server.call('POST', '/auth/v1/token?grant_type=password', signIn)).body['error_code']).toBe(
    'invalid_credentials',
  )
  expect((await readAudit(server)).map(({ action, actor_id: actor, after }) => [action, actor, after])).toEqual([
    ['role_change.proposed', halima.userId, { role: 'administrator' }],
    ['role.changed', bola.userId, { role: 'administrator' }],
  ])
  const mailed = (await readMails(server)).map(({ recipient, subject }) => `${recipient}: ${subject}`)
  expect(mailed).toEqual(
    expect.arrayContaining([
      `${amina.email}: You are now staff`,
      `${halima.email}: Roles were changed`,
      `${bola.email}: Roles were changed`,
    ]),
  )
})

test('a former administrator is signed out and cannot decide anything', async () => {
  const id = await proposed(halima, bola.email, [])
  expect((await confirm(bola, id)).status).toBe(200)
  expect((await bola.call('GET', '/api/admin/team')).status).toBe(401)
  expect(await administrators()).toBe(1)
})

test('the last administrator cannot be removed', async () => {
  expect((await confirm(halima, await proposed(bola, bola.email, []))).status).toBe(200)
  expect((await propose(halima, halima.email, [])).body).toMatchObject({ code: 'last_administrator' })
  expect(await administrators()).toBe(1)
})

test('two administrators who remove each other concurrently leave one', async () => {
  const ofBola = await proposed(halima, bola.email, [])
  const ofHalima = await proposed(bola, halima.email, [])
  const answers = await Promise.all([confirm(bola, ofBola), confirm(halima, ofHalima)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await administrators()).toBe(1)
})

test('a confirmation checks again under the lock', async () => {
  const id = await proposed(halima, amina.email, ['administrator'])
  const answer = await raceBehindLock(
    server.database,
    (tx) => tx.execute(sql`update proposals set state = 'withdrawn', decided_at = now() where id = ${id}`),
    () => confirm(bola, id),
  )
  expect(answer.body).toMatchObject({ code: 'not_found' })
  expect(await administrators()).toBe(2)
})

test('an invalid proposal is refused and changes nothing', async () => {
  const fields = async (by: Administrator, email: string, roles: readonly StaffRole[]) =>
    z.array(z.object({ field: z.string() })).parse((await propose(by, email, roles)).body['fields'])[0]?.field
  expect(await fields(halima, 'nobody@mail.example', ['administrator'])).toBe('email')
  expect(await fields(halima, 'not an address', ['administrator'])).toBe('email')
  expect(await fields(halima, bola.email, ['administrator'])).toBe('roles')
  expect(await fields(halima, bola.email, ['administrator', 'administrator'])).toBe('roles')
  expect(await fields(halima, amina.email, ['reviewer', 'finance', 'reviewer'])).toBe('roles')
  await proposed(halima, amina.email, ['administrator'])
  expect((await propose(bola, amina.email, ['administrator'])).body).toMatchObject({
    status: 409,
    code: 'already_proposed',
  })
  expect(await pending(bola, 'waiting')).toHaveLength(1)
  expect((await readAudit(server)).map(({ action }) => action)).toEqual(['role_change.proposed'])
})

test('a change that was proposed before an operator gave other roles takes none of them away', async () => {
  const id = await proposed(halima, amina.email, ['caller'])
  const none = { passwordHash: null, passwordExpiresAt: null, passwordChangeRequired: false }
  const promote = (reset: boolean) => makeAdministrator(server.core, amina.email, none, { reset })
  expect(await promote(false)).toBe('promoted')
  expect((await confirm(bola, id)).body).toMatchObject({ code: 'not_found' })
  expect(await pending(bola, 'waiting')).toEqual([])
  expect(await administrators()).toBe(3)
  // A reset leaves the roles as they are, and what is proposed about them.
  const again = await proposed(halima, amina.email, ['caller'])
  expect(await promote(true)).toBe('reset')
  expect((await confirm(bola, again)).body).toMatchObject({ state: 'confirmed' })
})

test('a change of roles waits for no one once the account is closed, and can be withdrawn', async () => {
  const id = await proposed(halima, amina.email, ['reviewer'])
  expect(await waitingFor(bola)).toEqual([id])
  expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  expect(await waitingFor(bola)).toEqual([])
  expect((await confirm(bola, id)).body).toMatchObject({ code: 'not_found' })
  expect((await bola.call('POST', `/api/admin/decisions/${id}/withdrawal`)).status).toBe(200)
})

test('a proposal of someone whom an operator resets at this moment waits for that, without a deadlock', async () => {
  // In the order of the locks of the command.
  const account = sql`select from users where id = ${bola.userId} for update`
  const profile = sql`select from profiles where user_id = ${bola.userId} for update`
  const answer = await raceBetween(server.core, [account], profile, () => propose(bola, amina.email, ['reviewer']))
  expect(answer.status).toBe(201)
  expect(server.logged()).not.toMatch(/deadlock/)
})

test('a proposal that waits for an operator’s command is about the roles which that has given', async () => {
  const reviewers = sql`update profiles set role = 'admin', staff_roles = '{reviewer}' where user_id = ${amina.userId}`
  await server.core.db.execute(reviewers)
  const promote = async (tx: Tx) => {
    await tx.execute(sql`select from users where id = ${amina.userId} for update`)
    await tx.execute(sql`update profiles set staff_roles = '{administrator,reviewer}' where user_id = ${amina.userId}`)
  }
  const answer = await raceBehindLock(server.database, promote, () => propose(bola, amina.email, ['finance']))
  expect(answer.status).toBe(201)
  expect(await readAudit(server)).toMatchObject([{ before: { role: 'administrator, reviewer' } }])
})

test('a change of roles waits for what its subject does with a request of theirs, without a deadlock', async () => {
  const request = z.uuid().parse((await amina.ask()).body['id'])
  const to = { to: bola.userId, expected_version: 1 }
  expect((await halima.call('POST', `/api/admin/applications/${request}/assignment`, to)).status).toBe(200)
  const id = await proposed(bola, bola.email, ['caller'])
  // Locks as a decision does: its request, then its row of the audit.
  const locked = sql`select from aid_applications where id = ${request} for update`
  const audited = sql`select from users where id = ${bola.userId} for key share`
  const answer = await raceBetween(server.core, [locked], audited, () => confirm(halima, id))
  expect(answer.body).toMatchObject({ state: 'confirmed' })
  expect(server.logged()).not.toMatch(/deadlock/)
})
