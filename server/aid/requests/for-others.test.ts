/** Someone asks for a person who agreed: it counts as that person's, staff see who asked, and the helper sees the state alone. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { usePhoneServer } from '../../../test/support/phones.ts'
import { newKey } from '../../../test/support/server.ts'
import { HELPED_A_DAY_MAX, HELPED_UNDECIDED_MAX } from '../../../contract/aid/application-fields.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { helpedText } from './helpers.ts'

const phones = usePhoneServer({ RATE_LIMITS: 'off' })
let halima: Administrator
let bala: Person
beforeEach(async () => {
  halima = await newAdministrator(phones.server, 'halima')
  bala = await newPerson(phones.server, 'bala')
  await bala.call('PUT', '/api/profile', { full_name: 'Bala Ụmarụ', phone: '08030000009', address: 'Kano' })
})

const LADI = { full_name: 'Ladi Bello', phone: '0803 111 2222', address: 'Behind the old market, Kano' }
const BODY = { ...REQUEST, person: LADI, relation: 'neighbour', consent: true, privacy_version: '2026-11-22' }
const askFor = (more: object = {}, by: Pick<Person, 'call'> = bala, key = newKey()) =>
  by.call('POST', '/api/applications/for-others', { ...BODY, ...more }, key)
const listOf = async (by: Person) => (await by.call('GET', '/api/applications/for-others')).body['items']

const count = (tables: readonly string[]) =>
  onlyRow(
    phones.server.core.db,
    sql`select ${sql.join(
      tables.map((table) => sql`(select count(*) from ${sql.identifier(table)})::int as ${sql.identifier(table)}`),
      sql`, `,
    )}`,
    z.record(z.string(), z.number()),
  )
const state = () =>
  count(['aid_applications', 'profiles', 'application_events', 'outgoing_text_messages', 'audit_events'])

async function expectRefused(call: () => ReturnType<typeof askFor>, status: number, code: string) {
  const before = await state()
  const answer = await call()
  expect([answer.status, answer.body['code']]).toEqual([status, code])
  expect(await state()).toEqual(before)
}

const Asked = z.object({ case_number: z.string(), standing: z.object({ full_name: z.string(), status: z.string() }) })

/** @returns the id and the person of a request, which its helper never sees */
const requestOf = async (number: string) =>
  onlyRow(
    phones.server.core.db,
    sql`select id::text, user_id::text, channel, helper_relation, privacy_version, entered_by::text
          from aid_applications order by created_at desc, id desc limit 1`,
    z.object({
      id: z.string(),
      user_id: z.string(),
      channel: z.string(),
      helper_relation: z.string(),
      privacy_version: z.string(),
      entered_by: z.string(),
    }),
  ).then((found) => ({ ...found, number }))

async function sendCodeTo(userId: string) {
  const profile = sql`select id::text from profiles where user_id = ${userId}::uuid`
  const { id } = await onlyRow(phones.server.core.db, profile, z.object({ id: z.string() }))
  return halima.call('POST', `/api/admin/beneficiaries/${id}/claim-code`, {})
}

test('the request is the person’s, with who asked and their consent; the helper sees the state and nothing else', async () => {
  const answer = await askFor()
  expect(answer.status).toBe(201)
  const asked = Asked.parse(answer.body)
  expect(asked.standing).toEqual({ full_name: 'Ladi Bello', status: 'pending' })
  expect(JSON.stringify(answer.body)).not.toMatch(/school|45000|Zoo Road|0803/)
  const request = await requestOf(asked.case_number)
  expect(request).toMatchObject({
    channel: 'helper',
    helper_relation: 'neighbour',
    privacy_version: '2026-11-22',
    entered_by: bala.userId,
  })
  expect(request.user_id).not.toBe(bala.userId)
  expect(await listOf(bala)).toEqual([answer.body])
  expect((await bala.call('GET', '/api/applications')).body).toMatchObject({ items: [] })
  expect((await bala.call('GET', `/api/applications/${request.id}`)).status).toBe(404)
  const audited = sql`select actor_kind, actor_id::text from audit_events where action = 'application.entered'`
  const Audited = z.object({ actor_kind: z.string(), actor_id: z.string() })
  const byBala = { actor_kind: 'applicant', actor_id: bala.userId }
  expect(await onlyRow(phones.server.core.db, audited, Audited)).toEqual(byBala)
  const seen = await halima.call('GET', `/api/admin/applications/${request.id}`)
  expect(seen.body).toMatchObject({
    channel: 'helper',
    entered_by: { user_id: bala.userId },
    helper: { relation: 'neighbour', phone: '08030000009', people: 1 },
  })
  // Decided, then shown as such.
  const decided = { status: 'rejected', reason: 'We need a bill.' }
  expect((await halima.call('PATCH', `/api/admin/applications/${request.id}`, decided)).status).toBe(200)
  expect(await listOf(bala)).toMatchObject([{ standing: { status: 'rejected', due_at: null } }])
  expect(JSON.stringify(await listOf(bala))).not.toMatch(/bill/)
})

test('the same key asks once, and other content under it is refused', async () => {
  const key = newKey()
  const [first, second] = [await askFor({}, bala, key), await askFor({}, bala, key)]
  expect(second.body).toEqual(first.body)
  expect(await count(['aid_applications'])).toEqual({ aid_applications: 1 })
  await expectRefused(() => askFor({ relation: 'teacher' }, bala, key), 409, 'idempotency_key_reused')
})

test.each([
  ['without consent', { consent: false }],
  ['without a relation', { relation: undefined }],
  ['with one of our own making', { relation: 'friend' }],
  ['without a telephone', { person: { ...LADI, phone: '' } }],
  ['without a name', { person: { ...LADI, full_name: ' ' } }],
  ['for someone who is known', { person: { is: 'known', id: crypto.randomUUID() } }],
  ['beyond a limit', { beyond_reason: 'Please.' }],
])('%s it is refused', async (_, more) => {
  await expectRefused(() => askFor(more), 400, 'invalid_input')
})

test('staff enter requests at their desk, and no one asks without an account', async () => {
  await expectRefused(() => askFor({}, halima), 403, 'own_request')
  const anyone = { call: phones.server.call.bind(phones.server) }
  await expectRefused(() => askFor({}, anyone), 401, 'unauthorized')
})

test('a known number changes nothing of its owner, and reviewers see both', async () => {
  const ladi = await newPerson(phones.server, 'ladi')
  await ladi.call('PUT', '/api/profile', { ...LADI, full_name: 'Ladi Musa' })
  const asked = Asked.parse((await askFor()).body)
  const { id, user_id: userId } = await requestOf(asked.case_number)
  expect(userId).not.toBe(ladi.userId)
  expect((await ladi.call('GET', '/api/profile')).body).toMatchObject({ full_name: 'Ladi Musa' })
  expect((await ladi.call('GET', '/api/applications')).body).toMatchObject({ items: [] })
  const { body } = await halima.call('GET', `/api/admin/applications/${id}`)
  expect(body['possible_duplicates']).toMatchObject([{ user_id: ladi.userId }])
})

test(`at most ${HELPED_A_DAY_MAX} people a day, and ${HELPED_UNDECIDED_MAX} who wait`, async () => {
  for (let asked = 1; asked <= HELPED_UNDECIDED_MAX; asked += 1) {
    expect((await askFor()).status).toBe(201)
    if (asked % HELPED_A_DAY_MAX > 0) continue
    await expectRefused(() => askFor(), 409, 'too_many_open_requests')
    await phones.server.core.db.execute(sql`update aid_applications set created_at = created_at - interval '1 day'`)
  }
  await expectRefused(() => askFor(), 409, 'too_many_open_requests')
  const many = await Promise.all([askFor(), askFor()])
  expect(many.map(({ status }) => status)).toEqual([409, 409])
})

test('two at once are not both the last one allowed', async () => {
  for (let asked = 1; asked < HELPED_A_DAY_MAX; asked += 1) expect((await askFor()).status).toBe(201)
  const both = await Promise.all([askFor(), askFor()])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('the person hears who asked, in one message that says nothing of the aid, once a day', async () => {
  const asked = Asked.parse((await askFor()).body)
  await askFor({ person: { ...LADI, full_name: 'Ladi B' } })
  // At night texts wait for the morning, at most twelve hours and a half.
  phones.server.clock.advance(hours(13))
  const texts = (await phones.texts()).filter((text) => text.includes('asked us to help you'))
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain(`Bala Umaru asked us to help you. Your number is ${asked.case_number}.`)
  const longest = helpedText(phones.server.core, 'Oluwaseun Abdulrahman-Ogunleye', {
    number: 99_999_999_999n,
    language: null,
  })
  expect(longest.length).toBeLessThanOrEqual(160)
  expect(longest).toMatch(/^[\w .,:;?'+-]+$/)
})

test('a text names the helper whole, without marks and hooks', () => {
  const named = (name: string) => helpedText(phones.server.core, name, { number: 1n, language: null })
  expect(named('Ɗanladi Ƙofar-Sa’ad')).toContain(": Danladi Kofar-Sa'ad asked")
  expect(named('Ṣọlá Adéọlá')).toContain(': Sola Adeola asked')
})

test('the person hears who asked also where they had another text that day', async () => {
  const device = await phones.signedInByText('+2348031112222')
  const authorization = `Bearer ${(await device.getSession()).data.session?.access_token}`
  const own = await phones.server.call('POST', '/api/applications', REQUEST, { authorization, ...newKey() })
  expect(own.status).toBe(201)
  await askFor()
  await askFor({ person: { ...LADI, full_name: 'Another person' } })
  phones.server.clock.advance(hours(13))
  const told = (await phones.texts()).filter((text) => text.startsWith('To: +2348031112222'))
  expect(told.filter((text) => text.includes('we have your request'))).toHaveLength(1)
  expect(told.filter((text) => text.includes('asked us to help you'))).toHaveLength(1)
})

test('the helper cannot take over; the person can, and is then out of the helper’s sight', async () => {
  const asked = Asked.parse((await askFor()).body)
  const { user_id: userId } = await requestOf(asked.case_number)
  expect((await sendCodeTo(userId)).status).toBe(200)
  const code = z
    .string()
    .parse((await phones.texts()).map((text) => /(\d{6,8}) .*\/claim/.exec(text)?.[1]).findLast(Boolean))
  const claim = { case_number: asked.case_number, code }
  const byHelper = await bala.call('POST', '/api/account/claims', claim)
  expect([byHelper.status, byHelper.body['code']]).toEqual([409, 'claim_refused'])
  const ladi = await newPerson(phones.server, 'ladi')
  expect(await ladi.call('POST', '/api/account/claims', claim)).toMatchObject({ status: 200, body: { requests: 1 } })
  expect(await listOf(bala)).toMatchObject([{ case_number: asked.case_number, standing: null }])
})

test('where both share a number, no one but staff has a code sent to it', async () => {
  const asked = Asked.parse((await askFor({ person: { ...LADI, phone: '+234 803 000 0009' } })).body)
  const other = await newPerson(phones.server, 'other')
  const ask = { case_number: asked.case_number }
  expect((await other.call('POST', '/api/account/claims/code', ask)).status).toBe(200)
  expect((await phones.texts()).filter((text) => text.includes('/claim'))).toEqual([])
  const { user_id: userId } = await requestOf(asked.case_number)
  expect((await sendCodeTo(userId)).status).toBe(200)
  expect((await phones.texts()).filter((text) => text.includes('/claim'))).toHaveLength(1)
})

test('as staff later, a helper acts on no request they asked for; the data export says that they asked', async () => {
  const asked = Asked.parse((await askFor()).body)
  const { id } = await requestOf(asked.case_number)
  const own = await bala.call('GET', '/api/account/data')
  expect(own.body['requests_for_others']).toEqual([
    { case_number: asked.case_number, relation: 'neighbour', created_at: expect.any(String) },
  ])
  const tied = await rows(
    phones.server.core.db,
    sql`select tie from tied_requests(${bala.userId}::uuid) where application_id = ${id}::uuid`,
    z.object({ tie: z.string() }),
  )
  expect(tied).toEqual([{ tie: 'entered' }])
})
