/** The search of the bar: what each role finds, how people write what they search for, and that each look is recorded. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { awardIn, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const payouts = usePayouts()
const Items = z.array(z.looseObject({ kind: z.string(), id: z.string() }))
let request: string
let caseNumber: string
let payout: string
let slip: string
beforeEach(async () => {
  const { server } = payouts
  const reviewer = await newAdministrator(server, 'rashida', ['reviewer'])
  const finance = await newAdministrator(server, 'femi', ['finance'])
  const second = await newAdministrator(server, 'sani', ['finance'])
  for (const role of ['caller', 'auditor', 'administrator'] as const) await newAdministrator(server, role, [role])
  const amina = await newPerson(server)
  await payouts.fill(60_000)
  request = await payouts.approved(amina, reviewer)
  const award = await payouts.granted(request, 20_000, [reviewer, finance])
  payout = await payouts.released(award.id, 12_345, [finance, second])
  const { payouts: paid } = awardIn(await payouts.handOver(finance, payout, 12_345))
  slip = paid[0]?.slip ?? ''
  const other = await newPerson(server, 'bala')
  await other.call('PUT', '/api/profile', { full_name: 'Bala Musa', phone: '08099999999', address: 'Jos' })
  await other.ask()
  server.clock.advance(hours(24 * 8))
  const { body } = await (await as('auditor')).call('GET', `/api/admin/applications/${request}`)
  caseNumber = z.string().parse(body['case_number'])
})

const as = (name: string) => signInAdministrator(payouts.server, name)
async function find(by: Administrator, typed: string) {
  const answer = await by.call('GET', `/api/admin/search?search=${encodeURIComponent(typed)}`)
  expect([typed, answer.status]).toEqual([typed, 200])
  return Items.parse(answer.body['items'])
}
const kindsOf = (items: z.output<typeof Items>) => items.map(({ kind }) => kind).join(' ')

test('each role finds what its duties show, and no more', async () => {
  const found: Record<string, string> = {}
  for (const name of ['rashida', 'femi', 'caller', 'auditor', 'administrator'])
    found[name] = kindsOf(await find(await as(name), 'amina'))
  expect(found).toEqual({
    rashida: 'request person',
    // Femi proposed this payout, so he does not call about it.
    femi: 'request person payout',
    caller: 'call',
    auditor: 'request person payout',
    administrator: 'request person payout call',
  })
  const [call] = await find(await as('caller'), 'amina')
  expect(call).toEqual({ kind: 'call', id: payout, full_name: 'Amina Yusuf', slip, phone: '••• 00' })
  // Bala waits for no call.
  expect(await find(await as('caller'), 'bala')).toEqual([])
  await expectBooksBalance(payouts.server)
})

test('finds by name, case number, telephone, slip and amount as people write them, the best kind first', async () => {
  const administrator = await as('administrator')
  const all = 'request person payout call'
  const written: Record<string, string> = {
    'AMINA yus': all,
    '08030000000': 'call person request payout',
    '0803': 'call person request payout',
    '+234 803 000 0000': 'call person request payout',
    '803-000-0000': 'call person request payout',
    [caseNumber]: 'request payout',
    [caseNumber.replaceAll('-', ' ').toLowerCase()]: 'request payout',
    [slip.toLowerCase()]: 'payout call',
    [`${slip.slice(0, 4)} ${slip.slice(4)}`]: 'payout call',
    '₦12,345': 'payout',
    Nobody: '',
  }
  for (const [typed, kinds] of Object.entries(written))
    expect([typed, kindsOf(await find(administrator, typed))]).toEqual([typed, kinds])
})

test('each look is recorded, with its rows and not with what was typed, also by a caller', async () => {
  const caller = await as('caller')
  await find(caller, 'amina')
  await find(caller, 'Nobody')
  const looks = sql`select subject_id, after from audit_events where actor_id = ${caller.userId} order by created_at, id`
  const look = (found: number) => ({ subject_id: 'search', after: { filters: 'search', rows: found } })
  expect(await rows(payouts.server.core.db, looks, z.unknown())).toEqual([look(1), look(0)])
})

test('what is too short, too long or missing is refused, and recorded nowhere', async () => {
  const caller = await as('caller')
  for (const typed of ['', 'a', ' a ', 'a'.repeat(101)])
    expect((await caller.call('GET', `/api/admin/search?search=${typed}`)).body).toMatchObject({
      code: 'invalid_input',
    })
  expect((await caller.call('GET', '/api/admin/search')).body).toMatchObject({ code: 'invalid_input' })
  const looks = sql`select id from audit_events where actor_id = ${caller.userId}`
  expect(await rows(payouts.server.core.db, looks, z.unknown())).toEqual([])
})

test('a caller finds who rings back, and records a call without an answer', async () => {
  const caller = await as('caller')
  const attempts = `/payouts/${payout}/call-attempts`
  const calls = async (query: string) =>
    z.array(z.looseObject({})).parse((await caller.call('GET', `/api/admin/calls${query}`)).body['items'])
  expect(await calls('?search=0803%20000%200000')).toMatchObject([{ id: payout, last_call: null }])
  expect(await calls(`?search=${slip.toLowerCase()}`)).toHaveLength(1)
  expect(await calls('?search=bala')).toEqual([])
  // Femi proposed it, Sani released it.
  await payouts.expectRefused(
    async () => payouts.act(await as('femi'), attempts, { outcome: 'not_reached' }),
    'second_administrator_needed',
  )
  await payouts.expectRefused(() => payouts.act(caller, attempts, { outcome: 'reached' }), 'invalid_input')
  expect((await payouts.act(caller, attempts, { outcome: 'not_reached' })).status).toBe(201)
  payouts.server.clock.advance(minutes(10))
  expect((await payouts.act(caller, attempts, { outcome: 'wrong_person' })).status).toBe(201)
  const last = { outcome: 'wrong_person', by: { user_id: caller.userId } }
  expect(await calls('')).toMatchObject([{ id: payout, last_call: last }])
  await payouts.act(caller, `/payouts/${payout}/confirmation`, { answer: 'all', how: 'call' })
  await payouts.expectRefused(() => payouts.act(caller, attempts, { outcome: 'not_reached' }), 'already_decided')
  await expectBooksBalance(payouts.server)
})
