/** The demo leaves something in every queue, and its accounts can be used. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { PAYOUT_STATES } from '../../../contract/aid/payout-fields.ts'
import { newAdministrator } from '../../../test/support/administering.ts'
import { useGiving } from '../../../test/support/giving.ts'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import { awardIn } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { hours, seconds } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { fillWithDemo } from './demo.ts'

const giving = useGiving()

async function demo() {
  const { core } = giving.server
  return fillWithDemo({ ...core, env: { ...core.env, mode: 'sandbox' } })
}

async function statesOf(table: string, column = 'state') {
  const query = sql`select distinct ${sql.identifier(column)} as state from ${sql.identifier(table)} order by 1`
  return (await rows(giving.server.core.db, query, z.object({ state: z.string() }))).map(({ state }) => state)
}

async function signIn(email: string, password: string) {
  const { status, body } = await giving.server.call('POST', '/auth/v1/token?grant_type=password', { email, password })
  expect([email, status]).toEqual([email, 200])
  const authorization = `Bearer ${z.string().parse(body['access_token'])}`
  return (method: string, path: string, sent?: unknown) => giving.server.call(method, path, sent, { authorization })
}

/** Requests, awards and payments are in every state, and the printed accounts work. */
async function expectEveryState(password: string): Promise<void> {
  expect(await statesOf('aid_applications', 'status')).toEqual(['approved', 'pending', 'rejected', 'under_review'])
  expect(await statesOf('awards')).toEqual(['cancelled', 'closed', 'granted', 'proposed'])
  expect(await statesOf('disbursements')).toEqual(
    // The server that runs would end what is being sent.
    PAYOUT_STATES.filter((state) => state !== 'sending').toSorted(),
  )

  const halima = await signIn('halima@taimako.example', password)
  const { items } = z
    .object({ items: z.array(z.object({ group: z.string() })) })
    .parse((await halima('GET', '/api/admin/payouts')).body)
  expect(new Set(items.map(({ group }) => group)).size).toBeGreaterThan(5)
  expect((await halima('GET', '/api/admin/books')).body).toMatchObject({
    disputes: [{ status: 'awaiting-merchant-feedback' }],
    payments_for_review: [{ proposal: null }],
    frozen_wallets: [{ proposal: { choice: 'cover' } }],
  })

  const amina = await signIn('amina.yusuf@mail.example', password)
  const requests = z.object({ items: z.array(z.object({ id: z.string() })) })
  const [request] = requests.parse((await amina('GET', '/api/applications')).body).items
  const own = z.object({ award: z.object({ payouts: z.array(z.object({ id: z.string(), state: z.string() })) }) })
  const [payment] = own.parse((await amina('GET', `/api/applications/${request?.id}/award`)).body).award.payouts
  expect(payment?.state).toBe('sent')
  const answered = await amina('POST', `/api/payouts/${payment?.id}/confirmation`, { answer: 'all' })
  expect(answered.body).toMatchObject({ state: 'confirmed' })

  const funds = z.object({ funds: z.array(z.object({ fund: z.string(), paid_out: z.unknown() })) })
  const shown = funds.parse((await giving.server.call('GET', '/api/funds')).body).funds
  expect(shown.filter(({ paid_out: paid }) => paid !== null).map(({ fund }) => fund)).toEqual(['food'])
}

/** A bank payment to a school waits for its release, and one that failed is sent again. */
async function expectBankPayments(password: string): Promise<void> {
  const musa = await signIn('musa@taimako.example', password)
  const idOf = async (state: string) => {
    const query = sql`select id::text from disbursements where kind = 'bank' and state = ${state}`
    return (await onlyRow(giving.server.core.db, query, z.object({ id: z.string() }))).id
  }
  const found = ({ payouts }: AwardJson, id: string) => payouts.find((each) => each.id === id)
  const [waiting, failed, sent] = [await idOf('proposed'), await idOf('failed'), await idOf('sent')]
  const act = async (id: string, path: string, expected: string) => {
    const body = { expected_state: expected }
    return found(awardIn(await musa('POST', `/api/admin/payouts/${id}/${path}`, body)), id)
  }
  expect(await act(waiting, 'release', 'proposed')).toMatchObject({ payee: { account_ending: '7890' } })
  expect(await act(failed, 'retry', 'failed')).toMatchObject({ state: 'sending' })
  for (const wait of [0, 6, 11]) await giving.server.pass(seconds(wait), /^(payouts|payments|sandbox)/)
  expect(await statesOf('disbursements')).not.toContain('failed')
  const states = sql`select state from disbursements where id in (${waiting}, ${failed}, ${sent})`
  expect(await rows(giving.server.core.db, states, z.object({ state: z.string() }))).toEqual(
    Array.from({ length: 3 }, () => ({ state: 'sent' })),
  )
}

/** Every queue, the calls and the team have something in them for each who works with them. */
async function expectWorkForEach(password: string): Promise<void> {
  const read = async (name: string, path: string) => {
    const call = await signIn(`${name}@taimako.example`, password)
    return (await call('GET', path)).body
  }
  const counts = z.record(z.string(), z.number())
  for (const name of ['halima', 'rashida']) {
    const found = counts.parse((await read(name, '/api/admin/queue'))['counts'])
    expect(Object.entries(found).filter(([, total]) => total === 0)).toEqual([])
  }
  for (const name of ['halima', 'musa', 'sarah', 'femi'])
    expect([name, (await read(name, '/api/admin/calls'))['items']]).not.toEqual([name, []])
  expect(await read('halima', '/api/admin/decisions?group=waiting&kind=role_change')).toMatchObject({
    items: [{ may_confirm: true }],
  })
  expect(await read('halima', '/api/admin/invitations')).toMatchObject({
    items: [{ state: 'proposed', proposal: { may_confirm: true } }, { state: 'sent' }],
  })
  const team = z.object({
    items: z.array(z.looseObject({ full_name: z.string(), open_requests: z.number(), has_second_step: z.boolean() })),
  })
  const members = team.parse(await read('halima', '/api/admin/team')).items
  expect(members.filter((each) => each.open_requests > 0).map((each) => each.full_name)).toEqual([
    'Bilkisu Tanko',
    'Halima Musa',
    'Rashida Bello',
  ])
  expect(members.filter((each) => each.has_second_step).map((each) => each.full_name)).toEqual(['Bilkisu Tanko'])
  const code = sql`select reason_code as state from aid_applications where status = 'rejected'`
  expect(await rows(giving.server.core.db, code, z.object({ state: z.string() }))).toEqual([{ state: 'not_covered' }])
  const again = sql`select count(*)::text as state from request_acts where act = 'not_reached' and until is not null`
  expect(await rows(giving.server.core.db, again, z.object({ state: z.string() }))).toEqual([{ state: '1' }])
}

/** Nothing goes out to the people of weeks ago, and a second demo is refused. */
async function expectOldMailStays(): Promise<void> {
  const waiting = sql`select recipient as state from outgoing_mail where recipient <> '' and next_try_at is not null
                      union select recipient from outgoing_text_messages where next_try_at is not null`
  const found = await rows(giving.server.core.db, waiting, z.object({ state: z.string() }))
  expect(found).toEqual([{ state: 'amina.yusuf@mail.example' }])
  await expect(demo()).rejects.toThrow('There are gifts or requests here already.')
}

const MATCHING = /^(payments|settlements|matching|bank|payouts|sandbox)/

/** The gifts are in the sandbox too, as if they had been paid there, and all but the latest are settled. */
async function expectMatch(): Promise<void> {
  await giving.server.runJobs(MATCHING)
  await giving.server.pass(hours(1), MATCHING)
  const zainab = await newAdministrator(giving.server, 'zainab')
  expect((await zainab.call('POST', '/api/admin/books/matches')).status).toBe(201)
  await giving.server.pass(seconds(5), MATCHING)
  expect((await zainab.call('GET', '/api/admin/books/match')).body).toMatchObject({
    state: 'complete',
    differences: [],
  })
  expect(await giving.balance('bank')).toBeLessThan(0n)
}

// One test: to fill the database takes longer than all that is read in it.
test('the demo leaves something in every state and every queue, and its accounts and payments work, and its provider agrees', async () => {
  const password = /: (\S+)$/.exec(await demo())?.[1] ?? ''
  await expectWorkForEach(password)
  await expectOldMailStays()
  await expectEveryState(password)
  await expectBankPayments(password)
  await expectMatch()
  await expectBooksBalance(giving.server)
}, 240_000)
