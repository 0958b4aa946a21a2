/** Publishes kinds that are closed, which take no new request by any way, and the days within which a request is decided. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
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

async function publishAid(aid: Organisation['aid']) {
  const { draft } = Draft.parse((await saveAid(aid)).body)
  const answer = await halima.call('POST', `${PATH}/publish`, { revision: draft.revision, reason: 'From today.' })
  expect(answer.status).toBe(200)
}

const DAYS = { critical: 2, high: 5, other: 30 }
const NO_FEES = { kinds: { schoolfees: 'closed' }, days: DAYS } as const
const WITH_FIELD = { code: 'invalid_input', fields: [{ field: 'application_type', message: TYPE_CLOSED_SENTENCE }] }

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

const plain = async (kind: string) => {
  const page = await (await phones.server.app.request('/aid/plain')).text()
  const token = /name="form" value="(?<token>[^"]+)"/.exec(page)?.groups?.['token'] ?? ''
  const body = new FormData()
  const fields = { form: token, name: 'Amina Yusuf', phone: '0803 123 4567', place: 'Kano', kind, amount: '' }
  for (const [name, value] of Object.entries({ ...fields, privacy: OUR_POLICY_VERSION })) body.set(name, value)
  const answer = await phones.server.app.request('/aid/plain/request', { method: 'POST', body })
  return { page, token, status: answer.status, text: await answer.text() }
}

test('a closed kind is refused by every way to ask, and nothing is added; what was asked before goes on', async () => {
  const key = newKey()
  const first = (await amina.ask(REQUEST, key)).body
  await publishAid(NO_FEES)
  const before = await stored()
  expect(await amina.ask()).toMatchObject({ status: 400, body: WITH_FIELD })
  const other = { relation: 'neighbour', consent: true, privacy_version: OUR_POLICY_VERSION }
  const forOther = { ...REQUEST, person: PERSON, ...other }
  expect(await amina.call('POST', '/api/applications/for-others', forOther, newKey())).toMatchObject({
    status: 400,
    body: WITH_FIELD,
  })
  const entry = {
    ...REQUEST,
    person: { is: 'new', ...PERSON },
    channel: 'call',
    consent: true,
    privacy_version: OUR_POLICY_VERSION,
  }
  expect(await halima.call('POST', '/api/admin/applications', entry, newKey())).toMatchObject({
    status: 400,
    body: WITH_FIELD,
  })
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

test('what no one could ask for or keep to is refused: all kinds closed, a kind that is not one of ours, no whole number of days', async () => {
  const all = ['schoolfees', 'medical_fee', 'shelter', 'food', 'financial_aid', 'other']
  for (const [aid, field] of [
    [{ kinds: Object.fromEntries(all.map((kind) => [kind, 'closed'])), days: DAYS }, 'content.aid.kinds.other'],
    [{ kinds: { rent: 'closed' }, days: DAYS }, 'content.aid.kinds.rent'],
    [{ kinds: {}, days: { ...DAYS, high: 0 } }, 'content.aid.days.high'],
    [{ kinds: {}, days: { ...DAYS, other: 91 } }, 'content.aid.days.other'],
    [{ kinds: {}, days: { ...DAYS, critical: null } }, 'content.aid.days.critical'],
  ] as const) {
    const answer = await saveAid(aid)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: [{ field }] } })
  }
  expect(Draft.parse((await halima.call('GET', PATH)).body).draft.revision).toBe(0)
})
