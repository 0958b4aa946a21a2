/** Publishes kinds that are closed, which take no new request by any way, and the days within which a request is decided. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { AMOUNT_REQUESTED_KOBO_MAX, AMOUNT_REQUESTED_NAIRA_MAX } from '../../../contract/aid/application-fields.ts'
import { koboToNaira } from '../../../contract/platform/money.ts'
import { TYPE_CLOSED_SENTENCE } from '../../../contract/aid/offered-types.ts'
import { OUR_POLICY_VERSION } from '../../../contract/platform/our-policy-version.ts'
import { Organisation } from '../../../contract/platform/organisation.ts'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { PHONE, usePhoneServer } from '../../../test/support/phones.ts'
import { newKey } from '../../../test/support/server.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const phones = usePhoneServer({ RATE_LIMITS: 'off' })
const PATH = '/api/admin/organisation'
const Draft = z.looseObject({ draft: z.looseObject({ content: Organisation, revision: z.number() }) })
let halima: Administrator
let amina: Person
beforeEach(async () => {
  await phones.server.core.organisation.refresh()
  halima = await newAdministrator(phones.server, 'halima')
  amina = await newPerson(phones.server)
})

async function saveAid(aid: unknown) {
  const { draft } = Draft.parse((await halima.call('GET', PATH)).body)
  return halima.call('PUT', `${PATH}/draft`, { revision: draft.revision, content: { ...draft.content, aid } })
}

async function publishAid(aid: unknown) {
  const { draft } = Draft.parse((await saveAid(aid)).body)
  const answer = await halima.call('POST', `${PATH}/publish`, { revision: draft.revision, reason: 'From today.' })
  expect(answer.status).toBe(200)
}

const KANO = { state: 'Kano', lgas: [] }
const DAYS = { critical: 2, high: 5, other: 30 }
const NO_FEES = { kinds: { schoolfees: 'closed' }, days: DAYS } as const
const MOST_SENTENCE = 'The most you can ask for is ₦50,000.'
const refused = (field: string, message: string) => ({
  status: 400,
  body: { code: 'invalid_input', fields: [{ field, message }] },
})

const stored = () =>
  onlyRow(
    phones.server.core.db,
    sql`select (select count(*) from aid_applications)::int as requests, (select count(*) from profiles)::int as profiles,
               (select count(*) from outgoing_mail)::int as mails,
               (select count(*) from outgoing_text_messages)::int as texts, (select count(*) from plain_requests)::int as bundles`,
    z.record(z.string(), z.number()),
  )
const PERSON = { full_name: 'Ladi Bello', phone: '0803 111 2222', address: 'Behind the old market, Kano' }

const typeCode = async (form: string, code: string) => {
  const answer = await phones.server.app.request('/aid/plain/code', {
    method: 'POST',
    body: new URLSearchParams({ form, code }),
  })
  return { status: answer.status, text: await answer.text() }
}

const plain = async (kind: string, amount = '') => {
  const page = await (await phones.server.app.request('/aid/plain')).text()
  const token = /name="form" value="(?<token>[^"]+)"/.exec(page)?.groups?.['token'] ?? ''
  const body = new FormData()
  const fields = { form: token, name: 'Amina Yusuf', phone: '0803 123 4567', place: 'Kano', kind, amount }
  for (const [name, value] of Object.entries({ ...fields, privacy: OUR_POLICY_VERSION })) body.set(name, value)
  const answer = await phones.server.app.request('/aid/plain/request', { method: 'POST', body })
  return { page, token, status: answer.status, text: await answer.text() }
}

/** Sends it as the applicant, for someone else, and as staff. */
async function askWithScript(request: object) {
  const consent = { consent: true, privacy_version: OUR_POLICY_VERSION }
  const forOther = { ...request, person: PERSON, relation: 'neighbour', ...consent }
  const entry = { ...request, person: { is: 'new', ...PERSON }, channel: 'call', ...consent }
  return [
    await amina.ask(request),
    await amina.call('POST', '/api/applications/for-others', forOther, newKey()),
    await halima.call('POST', '/api/admin/applications', entry, newKey()),
  ]
}

test('a closed kind is refused by every way to ask, and nothing is added; what was asked before goes on', async () => {
  const key = newKey()
  const first = (await amina.ask(REQUEST, key)).body
  await publishAid(NO_FEES)
  const before = await stored()
  for (const answer of await askWithScript(REQUEST))
    expect(answer).toMatchObject(refused('application_type', TYPE_CLOSED_SENTENCE))
  const posted = await plain('schoolfees')
  expect(posted.page).not.toContain('value="schoolfees"')
  expect([posted.status, posted.text.includes(TYPE_CLOSED_SENTENCE)]).toEqual([422, true])
  expect(await stored()).toEqual(before)

  // A repeat of the request that was taken is answered as it was.
  expect((await amina.ask(REQUEST, key)).body['id']).toBe(first['id'])
  const shown = await halima.call('GET', `/api/admin/applications/${String(first['id'])}`)
  expect(shown).toMatchObject({ status: 200, body: { application_type: 'schoolfees' } })
  expect((await amina.ask({ ...REQUEST, application_type: 'food' })).status).toBe(201)
  expect((await plain('food')).status).toBe(200)
})

test('a kind of its own can be asked for by every way', async () => {
  const burial = { key: 'burial', title: 'Burial <&>', purpose: 'Pays for a burial.', icon: 'people', fund: 'general' }
  await publishAid({ kinds: {}, own_kinds: [burial], days: DAYS })
  const asking = { ...REQUEST, application_type: 'burial' }
  for (const answer of await askWithScript(asking)) expect(answer.status).toBe(201)
  const { page, token } = await plain('burial')
  expect(page).toMatch(/<option value="burial" +>Burial &lt;&amp;&gt;<\/option>/)
  expect((await typeCode(token, await phones.lastCode(PHONE))).status).toBe(200)
  const kinds = await rows(
    phones.server.core.db,
    sql`select application_type as kind, count(*)::int as requests from aid_applications group by 1`,
    z.object({ kind: z.string(), requests: z.number() }),
  )
  expect(kinds).toEqual([{ kind: 'burial', requests: 4 }])
})

test('more than the organisation lets one ask for is refused by every way, and nothing is added; exactly that much is taken', async () => {
  // Without a limit of the organisation, sentence and rule say the same.
  expect(koboToNaira(AMOUNT_REQUESTED_KOBO_MAX)).toBe(AMOUNT_REQUESTED_NAIRA_MAX)
  const earlier = { ...REQUEST, amount_requested: 80_000 }
  const { id } = (await amina.ask(earlier)).body
  await publishAid({ kinds: {}, days: DAYS, amount_max: 50_000 })
  const before = await stored()
  for (const answer of await askWithScript({ ...REQUEST, amount_requested: 50_000.01 }))
    expect(answer).toMatchObject(refused('amount_requested', MOST_SENTENCE))
  const posted = await plain('food', '50,001')
  expect([posted.status, posted.text.split(MOST_SENTENCE).length]).toEqual([422, 3])
  expect(await stored()).toEqual(before)
  const correct = (amount_requested: number, expected_corrections: number) => {
    const body = { description: 'Fees and books.', amount_requested, location: 'Kano', expected_corrections }
    return amina.call('POST', `/api/applications/${String(id)}/correction`, body)
  }
  expect(await correct(90_000, 0)).toMatchObject(refused('amount_requested', MOST_SENTENCE))
  // A request from before keeps its amount.
  expect((await correct(80_000, 0)).status).toBe(200)
  expect((await amina.ask({ ...REQUEST, amount_requested: 50_000 })).status).toBe(201)
  expect((await plain('food', '50k')).status).toBe(200)
})

test('areas are named where people say where they live, and refuse no one: a place is free text', async () => {
  const areas = [
    { state: 'Kano', lgas: ['Dala', 'Fagge'] },
    { state: 'FCT', lgas: [] },
  ]
  await publishAid({ kinds: {}, days: DAYS, areas, needed: { language: 'ha', lines: ['Takardar makaranta.'] } })
  expect((await plain('food')).page).toContain('We help people in Kano (Dala, Fagge), FCT.')
  expect((await amina.ask({ ...REQUEST, location: 'Sokoto' })).status).toBe(201)
})

test('a form without script whose kind is closed before its code is typed is refused in words, and sends nothing', async () => {
  const { token } = await plain('schoolfees')
  await publishAid(NO_FEES)
  const { status, text } = await typeCode(token, await phones.lastCode(PHONE))
  expect([status, text.includes(TYPE_CLOSED_SENTENCE)]).toEqual([403, true])
  expect((await stored())['requests']).toBe(0)
})

test('a request is due by the days in force when it was sent', async () => {
  const days = async () =>
    (
      await rows(
        phones.server.core.db,
        sql`select extract(day from due_at - created_at)::int as days from aid_applications order by created_at, id`,
        z.object({ days: z.number() }),
      )
    ).map((row) => row.days)
  await amina.askLater()
  await publishAid({ kinds: {}, days: DAYS })
  for (const urgency of ['critical', 'high', 'low']) await amina.askLater({ urgency })
  expect(await days()).toEqual([7, 2, 5, 30])
})

test('what no one could ask for or keep to is refused: all kinds closed, a kind that is not one of ours, no whole number of days, no such state, no amount', async () => {
  const all = ['schoolfees', 'medical_fee', 'shelter', 'food', 'financial_aid', 'other']
  for (const [aid, field] of [
    [{ kinds: Object.fromEntries(all.map((kind) => [kind, 'closed'])), days: DAYS }, 'content.aid.kinds.other'],
    [{ kinds: { rent: 'closed' }, days: DAYS }, 'content.aid.kinds.rent'],
    [{ kinds: {}, days: { ...DAYS, high: 0 } }, 'content.aid.days.high'],
    [{ kinds: {}, days: { ...DAYS, other: 91 } }, 'content.aid.days.other'],
    [{ kinds: {}, days: { ...DAYS, critical: null } }, 'content.aid.days.critical'],
    [{ kinds: {}, days: DAYS, areas: [{ state: 'Kanoo', lgas: [] }] }, 'content.aid.areas.0.state'],
    [{ kinds: {}, days: DAYS, areas: [KANO, KANO] }, 'content.aid.areas'],
    [{ kinds: {}, days: DAYS, areas: [{ state: 'Kano', lgas: ['<b>'] }] }, 'content.aid.areas.0.lgas.0'],
    [{ kinds: {}, days: DAYS, needed: { language: 'en', lines: [] } }, 'content.aid.needed.lines'],
    [{ kinds: {}, days: DAYS, amount_max: 0 }, 'content.aid.amount_max'],
    [{ kinds: {}, days: DAYS, amount_max: 100_000_001 }, 'content.aid.amount_max'],
  ] as const) {
    const answer = await saveAid(aid)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: [{ field }] } })
  }
  expect(Draft.parse((await halima.call('GET', PATH)).body).draft).toMatchObject({ changed_at: null })
})
