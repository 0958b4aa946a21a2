/** A finding of the self-checks stays until two administrators close it; any difference is assigned to one of them, and ends in an entry or for a reason. */
import { sql, type SQL } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { DIFFERENCE_KINDS } from '../../../contract/money/differences-fields.ts'
import {
  ADMINISTRATOR_PASSWORD,
  newAdministrator,
  readAudit,
  type Administrator,
} from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { codeOf } from '../../platform/db/errors.ts'

const JOBS = /^(payments|settlements|matching|bank|payouts|sandbox|books)/

const giving = useGiving()
let halima: Administrator
let musa: Administrator
beforeEach(async () => {
  halima = await newAdministrator(giving.server, 'halima')
  musa = await newAdministrator(giving.server, 'musa')
})

const Books = z.object({
  state: z.string(),
  differences: z.array(
    z.looseObject({
      id: z.string(),
      kind: z.string(),
      subject: z.string(),
      amount: z.number().nullable(),
      age_days: z.number(),
      assigned_to: z.looseObject({ user_id: z.string() }).nullable(),
    }),
  ),
})
const readBooks = async () => Books.parse((await halima.call('GET', '/api/admin/books')).body)
const health = async () => (await giving.server.call('GET', '/health/ready')).body['books']
const openCount = async () =>
  /taimako_open_differences\{with="books"\} (\d+)/.exec(
    String((await giving.server.call('GET', '/metrics')).body['text']),
  )?.[1]

async function given(amount = 1000) {
  const gift = await giving.start(amount)
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
}

/** Changes the balance of the losses with all triggers off, as only someone with the database's own password can. */
async function addToLosses(kobo: number) {
  await giving.server.core.db.execute(sql`
    do $$ begin
      set local session_replication_role = replica;
      update ledger_balances set balance = balance + ${sql.raw(String(kobo))} where account_id = 4;
    end $$`)
}

/** The minute's check finds the change, and does not find it a minute later. */
async function changedForAMinute(kobo: number) {
  await addToLosses(kobo)
  await giving.server.pass(minutes(1), JOBS)
  await addToLosses(-kobo)
  await giving.server.pass(minutes(1), JOBS)
}

async function close(id: string) {
  const proposed = await halima.call('POST', `/api/admin/books/differences/${id}/closing`, {
    ending: 'corrected',
    reason: 'A trial.',
  })
  expect(proposed.status).toBe(201)
  const path = `/api/admin/decisions/${String(proposed.body['id'])}/confirmation`
  expect((await halima.call('POST', path)).body).toMatchObject({ code: 'second_administrator_needed' })
  expect(await health()).toBe('unbalanced')
  expect((await musa.call('POST', path)).status).toBe(200)
}

test('a difference that showed for a minute stays, with its amount, until two people close it', async () => {
  await given()
  await giving.server.pass(minutes(1), JOBS)
  expect(await health()).toBe('balanced')
  await changedForAMinute(2500)
  await giving.server.pass(minutes(5), JOBS)
  const { state, differences } = await readBooks()
  expect(state).toBe('unbalanced')
  expect(differences).toMatchObject([
    {
      kind: 'books',
      subject: 'balance of loss',
      amount: -25,
      expected: '0 kobo, 0 gifts',
      found: '2500 kobo, 0 gifts',
    },
    // The same account, compared with what top-ups lost.
    { kind: 'books', subject: 'top-ups taken back that no wallet could give', amount: -25 },
  ])
  expect(await health()).toBe('unbalanced')
  expect(await openCount()).toBe('2')
  const everyone = (await giving.server.call('GET', '/api/transparency')).body
  expect(everyone).toMatchObject({ differences: 2, unexplained: 50 })
  expect(giving.server.logged()).toContain('the books do not add up')

  for (const { id } of differences) await close(id)
  expect(await health()).toBe('balanced')
  await giving.server.pass(minutes(1), JOBS)
  expect(await openCount()).toBe('0')
  expect(await readBooks()).toMatchObject({ state: 'balanced', differences: [] })
})

test('what was explained stays closed; another amount opens again', async () => {
  await given()
  await changedForAMinute(2500)
  for (const { id } of (await readBooks()).differences) await close(id)
  await changedForAMinute(2500)
  expect((await readBooks()).differences).toEqual([])
  await changedForAMinute(700)
  expect((await readBooks()).differences).toMatchObject([{ amount: -7 }, { amount: -7 }])
})

test('a difference is assigned to an administrator, and to no one else', async () => {
  await given()
  await changedForAMinute(2500)
  const id = (await readBooks()).differences[0]?.id ?? ''
  const assign = (to: string | null, expected: string | null, difference = id) =>
    musa.call('PATCH', `/api/admin/books/differences/${difference}`, { assigned_to: to, expected_assignee: expected })
  const { body } = await musa.call('GET', '/api/admin/books/assignees')
  expect(body).toMatchObject({ items: [{ user_id: halima.userId }, { user_id: musa.userId }] })
  expect(await assign(halima.userId, null)).toMatchObject({
    status: 200,
    body: { assigned_to: { email: halima.email } },
  })
  const amina = await newPerson(giving.server)
  expect((await assign(amina.userId, halima.userId)).status).toBe(404)
  expect((await assign(halima.userId, null, crypto.randomUUID())).status).toBe(404)
  // The second of two who assign it at once has not seen whom the first chose.
  expect((await assign(musa.userId, null)).body).toMatchObject({ code: 'draft_changed' })
  expect((await readBooks()).differences).toMatchObject([
    { id, assigned_to: { user_id: halima.userId } },
    { assigned_to: null },
  ])
  expect(await assign(null, halima.userId)).toMatchObject({ status: 200, body: { assigned_to: null } })
  const fields = { action: 'difference.assigned', actor_id: musa.userId, subject_id: id }
  expect(await readAudit(giving.server)).toMatchObject([
    { ...fields, before: { assigned_to: null }, after: { assigned_to: halima.userId } },
    { ...fields, before: { assigned_to: halima.userId }, after: { assigned_to: null } },
  ])
  const toNoOne = { assigned_to: null, expected_assignee: null }
  expect((await giving.server.call('PATCH', `/api/admin/books/differences/${id}`, toNoOne)).status).toBe(401)
})

test('whose account is closed, or who handles money no more, looks into nothing', async () => {
  await given()
  await changedForAMinute(2500)
  const bala = await newAdministrator(giving.server, 'bala', ['finance'])
  const id = (await readBooks()).differences[0]?.id ?? ''
  const assigned = async () => (await readBooks()).differences[0]?.assigned_to?.user_id
  const assign = (to: string) =>
    musa.call('PATCH', `/api/admin/books/differences/${id}`, { assigned_to: to, expected_assignee: null })
  expect((await assign(bala.userId)).status).toBe(200)
  expect(await assigned()).toBe(bala.userId)
  const password = ADMINISTRATOR_PASSWORD
  expect((await bala.call('POST', '/api/account/closure', { password })).status).toBe(200)
  expect(await assigned()).toBeUndefined()
  expect((await assign(musa.userId)).status).toBe(200)
})

const REASONS = ['duplicate', 'timing', 'corrected', 'misread', 'own_money']
const SIDES: Readonly<Record<string, string>> = {
  books: "null, null, 'this', 'that', 500",
  fee: "null, null, 'a fee', 'none', 500",
}
/** A transfer of ours, and a short fund, end in an entry: server/aid/awards/late-transfers.test.ts, short-funds.test.ts. */
const NO_ENTRY = DIFFERENCE_KINDS.filter((kind) => kind !== 'short_fund')

test.each(NO_ENTRY)(
  'a difference of kind %s that no entry ends is closed by two, for one of the reasons',
  async (kind) => {
    const { db } = giving.server.core
    const id = crypto.randomUUID()
    const sides = sql.raw(SIDES[kind] ?? '0, -500, null, null, 500')
    await db.execute(sql`
    insert into differences (id, kind, subject, ledger, provider, expected, found, amount, occurred_at, first_seen_at, last_seen_at, state)
    values (${id}, ${kind}, 'strange', ${sides}, now(), now(), now(), 'open')`)
    const propose = (body: object) => halima.call('POST', `/api/admin/books/differences/${id}/closing`, body)
    const reason = 'The other side wrote to us.'
    for (const body of [{ reason }, { reason, ending: 'close' }, { reason, ending: 'booked' }, { ending: 'timing' }])
      expect([body, await propose(body)]).toMatchObject([body, { status: 400, body: { code: 'invalid_input' } }])
    const path = (closing: unknown, act: string) => `/api/admin/decisions/${String(closing)}/${act}`
    for (const ending of REASONS) {
      const proposed = await propose({ reason, ending })
      expect(proposed).toMatchObject({ status: 201, body: { choice: ending, may_confirm: false } })
      expect((await halima.call('POST', path(proposed.body['id'], 'confirmation'))).status).toBe(403)
      expect((await musa.call('POST', path(proposed.body['id'], 'withdrawal'))).status).toBe(200)
    }
    const refused = (statement: SQL) => db.execute(statement).then(() => 'taken', codeOf)
    for (const ended of [sql`ending = null`, sql`ending = 'timing'`, sql`ending = 'booked', entry = 'gift:none'`])
      expect(
        await refused(sql`update differences set state = 'closed', ended_at = now(), ${ended} where id = ${id}`),
      ).toBe('TK001')
    // Neither while it is open, nor both.
    expect(await refused(sql`update differences set ending = 'timing' where id = ${id}`)).toBe('23514')
    expect(await refused(sql`update differences set entry = 'gift:none' where id = ${id}`)).toBe('23514')
    const { body } = await propose({ reason, ending: 'timing' })
    expect((await musa.call('POST', path(body['id'], 'confirmation'))).status).toBe(200)
    const read = () =>
      onlyRow(
        db,
        sql`select state, ending, entry from differences where id = ${id}`,
        z.object({ state: z.string(), ending: z.string().nullable(), entry: z.string().nullable() }),
      )
    expect(await read()).toEqual({ state: 'closed', ending: 'timing', entry: null })
    expect(await refused(sql`update differences set ending = 'misread' where id = ${id}`)).toBe('TK001')
    expect(await read()).toEqual({ state: 'closed', ending: 'timing', entry: null })
  },
)
