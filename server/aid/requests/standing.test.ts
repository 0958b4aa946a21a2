/** Public status lookup: the status alone, and the same refusal for every wrong pair of numbers. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { URGENCIES } from '../../../contract/aid/application-fields.ts'
import { rateLimits } from '../../../contract/platform/rate-limits.ts'
import { newAdministrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, REQUEST, type Person } from '../../../test/support/asking.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const PHONE = '08030000000'
let server: TestServer
let amina: Person
useServer(async (emptied) => {
  server = emptied
  amina = await newPerson(server)
})

const Sent = z.object({ id: z.string(), case_number: z.string(), due_at: z.string() })
const send = async (more: object = {}) => Sent.parse((await amina.ask({ ...REQUEST, ...more })).body)
const ask = (number: string, phone = PHONE) =>
  server.call('POST', '/api/applications/standing', { case_number: number, phone })
const REFUSED = {
  status: 404,
  body: { code: 'not_found', detail: 'No request has this number and this telephone number.' },
}

test('tells the state and by when we decide, whatever way the numbers are typed, and nothing else', async () => {
  const { id, case_number: number, due_at: due } = await send()
  for (const typed of [number, number.toLowerCase().replaceAll('-', ' '), ` ${number.slice(2)} `])
    for (const phone of [PHONE, '+234 803 000 0000', '0803-000-0000', '803 000 0000']) {
      const { status, body, headers } = await ask(typed, phone)
      expect([status, body]).toEqual([200, { status: 'pending', waiting_for_you: false, due_at: due }])
      expect(headers.get('cache-control')).toBe('no-store')
    }
  const halima = await newAdministrator(server)
  const act = (path: string, method: string, body: object) =>
    halima.call(method, `/api/admin/applications/${id}${path}`, body)
  await act('/paper-requests', 'POST', { text: 'The bill, please.' })
  expect((await ask(number)).body).toEqual({ status: 'under_review', waiting_for_you: true, due_at: null })
  await act('', 'PATCH', { status: 'rejected', reason: 'No bill came.' })
  expect((await ask(number)).body).toEqual({ status: 'rejected', waiting_for_you: false, due_at: null })
})

test('an unknown number, another telephone, what is no number, a closed account and an earlier number are refused alike', async () => {
  const { id, case_number: number } = await send()
  const bello = await newPerson(server, 'bello')
  await bello.call('PUT', '/api/profile', { full_name: 'Bello', phone: '', address: 'Kano' })
  const { body: without } = await bello.ask()
  const refusals: [number: string, phone: string][] = [
    ['T-99999-0381-4', PHONE],
    [number, '08030000001'],
    [number, ''],
    [number, 'none'],
    [number.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)), PHONE],
    ['', PHONE],
    ["' or 1=1 --", PHONE],
    [String(without['case_number']), ''],
    [String(without['case_number']), PHONE],
  ]
  for (const [typed, phone] of refusals) expect([typed, await ask(typed, phone)]).toMatchObject([typed, REFUSED])
  await server.core.db.execute(sql`update aid_applications set number = 10452 where id = ${id}`)
  expect(await ask('T-10452-7')).toMatchObject(REFUSED)
  const { case_number: other } = await send({ description: 'Rice.' })
  expect((await ask(other)).status).toBe(200)
  expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  expect(await ask(other)).toMatchObject(REFUSED)
  expect(server.logged()).not.toMatch(new RegExp(`0803|${number}|Amina`))
})

test('tells it also for the number that the person has proven since', async () => {
  const { case_number: number } = await send()
  expect(await ask(number, '08055555555')).toMatchObject(REFUSED)
  await server.core.db.execute(
    sql`update users set phone = '2348055555555', phone_confirmed_at = now() where id = ${amina.userId}`,
  )
  for (const phone of ['08055555555', PHONE]) expect((await ask(number, phone)).status).toBe(200)
})

test.each([
  ['a case number', (number: string, place: number) => [number, `0803111${1000 + place}`]],
  ['a telephone number', (_: string, place: number) => [`T-${10_000 + place}-0000-0`, PHONE]],
])(
  'too many wrong tries with %s are refused like a wrong one, for an hour; right ones count nothing',
  async (_, wrong) => {
    const { case_number: number } = await send()
    const { requests } = rateLimits.wrong_case_numbers_anywhere
    for (let place = 0; place <= requests; place += 1) expect((await ask(number)).status).toBe(200)
    for (let place = 0; place < requests; place += 1) {
      const [typed = '', phone = ''] = wrong(number, place)
      expect(await ask(typed, phone)).toMatchObject(REFUSED)
    }
    expect(await ask(number)).toMatchObject(REFUSED)
    server.clock.advance(hours(1))
    expect((await ask(number)).status).toBe(200)
  },
)

test('a network past its limit is refused alike, and then uses up nothing of anyone else', async () => {
  const { case_number: number } = await send()
  const kept = () =>
    onlyRow(
      server.core.db,
      sql`select json_agg(requests order by client)::text as counts from rate_limits where name = 'wrong_case_numbers_anywhere'`,
      z.object({ counts: z.string() }),
    )
  for (let place = 0; place < rateLimits.wrong_case_numbers.requests; place += 1)
    await ask(`T-${10_000 + place}-0000-0`, `0803222${1000 + place}`)
  const before = await kept()
  for (const [typed, phone] of [
    [number, PHONE],
    [number, '08030000001'],
    ['T-99999-0381-4', PHONE],
  ] as const)
    expect(await ask(typed, phone)).toMatchObject(REFUSED)
  expect(await kept()).toEqual(before)
})

test('the days within which we decide are those of the organisation, as published or ours', async () => {
  const { critical, high, other } = server.core.organisation.shown.aid.days
  const days = { critical, high, medium: other, low: other }
  for (const urgency of URGENCIES) {
    const found = await onlyRow(
      server.core.db,
      sql`select extract(day from due_after(${urgency}, 'epoch') - 'epoch'::timestamptz)::int as days`,
      z.object({ days: z.number() }),
    )
    expect([urgency, found.days]).toEqual([urgency, days[urgency]])
  }
})
