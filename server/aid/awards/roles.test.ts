/** The roles in paying out: reviewers propose, finance approves, callers see a list of telephone numbers. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { awardIn, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { isSole } from './sole-administrator.ts'

const payouts = usePayouts()
let reviewer: Administrator
let finance: Administrator
let second: Administrator
let amina: Person
let request: string
beforeEach(async () => {
  const { server } = payouts
  reviewer = await newAdministrator(server, 'rashida', ['reviewer'])
  finance = await newAdministrator(server, 'femi', ['finance'])
  second = await newAdministrator(server, 'sani', ['finance'])
  amina = await newPerson(server)
  await payouts.fill(60_000)
  request = await payouts.approved(amina, reviewer)
})

const grant = (by: Administrator, id: string) => payouts.act(by, `/awards/${id}/grant`, { expected_state: 'proposed' })
const setRoles = (who: Administrator, roles: string) =>
  payouts.server.core.db.execute(
    sql`update profiles set staff_roles = ${`{${roles}}`}::text[] where user_id = ${who.userId}::uuid`,
  )

test('a reviewer proposes an award, another reviewer cannot grant it, and finance can', async () => {
  const other = await newAdministrator(payouts.server, 'rita', ['reviewer'])
  const { id } = awardIn(await payouts.propose(reviewer, request, 20_000))
  await payouts.expectRefused(() => grant(other, id), 'role_needed')
  expect(awardIn(await grant(finance, id))).toMatchObject({ state: 'granted', granted_by: { user_id: finance.userId } })
  await expectBooksBalance(payouts.server)
})

test('an award lapses when its proposer may no longer propose, though they are still staff', async () => {
  const { id } = awardIn(await payouts.propose(reviewer, request, 20_000))
  await setRoles(reviewer, 'auditor')
  await payouts.expectRefused(() => grant(finance, id), 'proposal_lapsed')
  await expectBooksBalance(payouts.server)
})

test('one administrator is alone beside reviewers, and not beside finance', async () => {
  const { core } = payouts.server
  Object.assign(core.env.payouts, { soleAdministrator: true })
  await newAdministrator(payouts.server, 'halima')
  expect(await isSole(core, core.db)).toBe(false)
  await setRoles(finance, 'reviewer')
  await setRoles(second, 'caller,auditor')
  expect(await isSole(core, core.db)).toBe(true)
})

test('a caller sees who has not answered after a week, without the amount, and records the answer', async () => {
  const { server } = payouts
  await newAdministrator(server, 'kemi', ['caller'])
  const award = awardIn(await payouts.propose(reviewer, request, 20_000))
  await grant(finance, award.id)
  const id = await payouts.released(award.id, 12_345, [finance, second])
  awardIn(await payouts.handOver(finance, id, 12_345))
  const caller = () => signInAdministrator(server, 'kemi')
  const calls = async (by: Administrator) => (await by.call('GET', '/api/admin/calls')).body['items']

  server.clock.advance(hours(24 * 7) - hours(1))
  expect(await calls(await caller())).toEqual([])
  server.clock.advance(hours(2))
  const kemi = await caller()
  const shown = { id, full_name: 'Amina Yusuf', disputed: false }
  expect(await calls(kemi)).toMatchObject([shown])
  expect(JSON.stringify(await calls(kemi))).not.toContain('12345')
  // The number with which she signs in is called, and who answers is not taken for her while it is in doubt.
  const number = sql`phone = '2348031112222', phone_confirmed_at = now()`
  const setDoubt = (doubt: string | null) =>
    server.core.db.execute(sql`update users set ${number}, phone_doubt = ${doubt} where id = ${amina.userId}::uuid`)
  await setDoubt('reissued')
  expect(await calls(kemi)).toMatchObject([{ ...shown, phone: '+2348031112222', number_doubt: 'reissued' }])
  const answered = (how: string, said = 'all') =>
    payouts.act(kemi, `/payouts/${id}/confirmation`, { answer: said, how })
  await payouts.expectRefused(() => answered('call'), 'number_in_doubt')
  expect((await answered('call', 'none')).body).toMatchObject({ state: 'disputed' })
  await setDoubt(null)
  // The proposer and the releaser never ask whether it arrived.
  for (const name of ['femi', 'sani']) expect(await calls(await signInAdministrator(server, name))).toEqual([])
  expect((await answered('call')).body).toEqual({ id, state: 'confirmed' })
  expect(await calls(kemi)).toEqual([])
  await expectBooksBalance(server)
})
