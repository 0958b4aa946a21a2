/** Texts to applicants without an email address: one at each step, which does not name the kind of aid. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { ADDRESS, REQUEST } from '../../../test/support/asking.ts'
import { OTHER_PHONE, PHONE, usePhoneServer } from '../../../test/support/phones.ts'
import { newKey } from '../../../test/support/server.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { daytimeFrom, startOfDay } from '../../platform/lagos-days.ts'
import { newsText } from './request-texts.ts'
import { REQUEST_NEWS } from '../../../contract/aid/queue-fields.ts'

const phones = usePhoneServer({ RATE_LIMITS: 'off' })

const news = async () =>
  (await phones.texts()).flatMap((text) =>
    /Taimako: /.test(text) && !/code/.test(text) ? [text.split('\n').at(-2)] : [],
  )

/** Signs in with a number alone. */
async function signedIn(phone = PHONE) {
  const device = await phones.signedInByText(phone)
  const token = (await device.getSession()).data.session?.access_token
  const call = (method: string, path: string, body?: unknown) =>
    phones.server.call(method, path, body, { authorization: `Bearer ${token}`, ...newKey() })
  await call('PUT', '/api/profile', { full_name: 'Amina Yusuf', phone, address: ADDRESS })
  const ask = async () => z.uuid().parse((await call('POST', '/api/applications', REQUEST)).body['id'])
  return { device, call, ask }
}
/** @returns a call that asks for aid, and gives the id of the request */
const personByPhone = async () => (await signedIn()).ask
const askByPhone = async (phone = PHONE) => (await signedIn(phone)).ask()
async function asked() {
  const person = await signedIn()
  return { ...person, id: await person.ask() }
}

async function decide(by: Administrator, id: string) {
  const decided = await by.call('PATCH', `/api/admin/applications/${id}`, {
    status: 'rejected',
    reason: 'We need a bill.',
  })
  expect(decided.status).toBe(200)
  await phones.server.pass(hours(1), /applications.waiting-letters/)
}

/** Noon in Lagos, at whatever time the test runs. */
function atNoon() {
  const now = phones.server.clock.now()
  phones.server.clock.advance(after(startOfDay(now), hours(24 + 11)).getTime() - now.getTime())
}

describe('a person with a number alone', () => {
  test('is told that the request came and how it was decided, and staff see that a text went out', async () => {
    atNoon()
    const halima = await newAdministrator(phones.server, 'halima')
    const id = await askByPhone()
    expect(await news()).toEqual([expect.stringMatching(/^Taimako: we have your request\..* See .*\/login$/)])
    await decide(halima, id)
    expect((await news()).at(-1)).toMatch(/we decided on your request/)
    // The port of the server may have any digits.
    expect((await news()).join(' ').replaceAll(/127\.0\.0\.1:\d+/g, '')).not.toMatch(/bill|school|fees|45/i)
    const again = await signInAdministrator(phones.server, 'halima')
    const { body } = await again.call('GET', `/api/admin/applications/${id}`)
    expect(JSON.stringify(body)).toContain('"letter":"sent"')
  })

  test('is not told at night, and not at all where the address is proven', async () => {
    atNoon()
    phones.server.clock.advance(hours(14))
    const asks = await personByPhone()
    const ask = async () => (await asks(), (await news()).length)
    expect(await ask()).toBe(0)
    const { db } = phones.server.core
    await db.execute(sql`update outgoing_text_messages set next_try_at = created_at where text_sealed is not null`)
    expect(await news()).toHaveLength(1)
    phones.server.clock.advance(hours(10))
    const again = await personByPhone()
    const askAgain = async () => (await again(), (await news()).length)
    await db.execute(sql`update users set email = 'amina@mail.example', email_proven_at = now()`)
    expect(await askAgain()).toBe(1)
    await db.execute(sql`update users set email_proven_at = null`)
    expect(await askAgain()).toBe(2)
  })

  test('chooses texts beside mail, which stop while the number is in doubt', async () => {
    atNoon()
    const device = await phones.signedInByText()
    const authorization = `Bearer ${(await device.getSession()).data.session?.access_token}`
    const call = (method: string, path: string, body?: unknown) =>
      phones.server.call(method, path, body, { authorization, ...newKey() })
    await call('PUT', '/api/profile', { full_name: 'Amina Yusuf', phone: PHONE, address: ADDRESS })
    const ask = async () => (await call('POST', '/api/applications', REQUEST), (await news()).length)
    const choice = async () => (await call('GET', '/api/account/step-texts')).body
    const { db } = phones.server.core
    expect(await choice()).toEqual({ phone_ending: PHONE.slice(-4), may_choose: false, wanted: true })
    await db.execute(sql`update users set email = 'amina@mail.example', email_proven_at = now()`)
    expect(await ask()).toBe(0)
    expect((await call('PUT', '/api/account/step-texts', { wanted: true })).body).toMatchObject({ wanted: true })
    expect(await ask()).toBe(1)
    await db.execute(sql`update users set phone_doubt = 'swapped'`)
    expect(await ask()).toBe(1)
    await db.execute(sql`update users set phone_doubt = null`)
    await call('PUT', '/api/account/step-texts', { wanted: false })
    expect(await ask()).toBe(1)
    const ada = await phones.signedUp()
    const hers = `Bearer ${(await ada.getSession()).data.session?.access_token}`
    const refused = await phones.server.call(
      'PUT',
      '/api/account/step-texts',
      { wanted: true },
      { authorization: hers },
    )
    expect(refused.body).toMatchObject({ code: 'not_reachable' })
  })

  test('is told of another way to be paid, and another bank account, which someone else may have named on their phone', async () => {
    atNoon()
    const { id, call } = await asked()
    const name = (account_number: string) => {
      const account = { bank_code: '058', account_number, account_name: 'YUSUF AMINA HAUWA' }
      return call('POST', `/api/applications/${id}/payee`, account)
    }
    expect((await call('POST', `/api/applications/${id}/payee/cash`, {})).status).toBe(200)
    expect(await news()).toHaveLength(1)
    expect((await name('0123456785')).status).toBe(200)
    expect((await news()).at(-1)).toMatch(/^Taimako: another way .* If it was not you, call \+?[\d ]+\.$/)
    expect((await name('0123456795')).status).toBe(200)
    expect((await news()).at(-1)).toMatch(/^Taimako: another bank account .* If it was not you, call \+?[\d ]+\.$/)
    expect((await news()).join(' ')).not.toMatch(/YUSUF|6795|058/)
  })

  test('gets six texts a day at most', async () => {
    atNoon()
    const again = await personByPhone()
    const askAgain = async () => (await again(), (await news()).length)
    const { db } = phones.server.core
    expect(await askAgain()).toBe(1)
    await db.execute(sql`insert into outgoing_text_messages (id, recipient, created_at, expires_at, sent_at)
      select gen_random_uuid(), recipient, created_at, expires_at, sent_at from outgoing_text_messages, generate_series(1, 5)
       where not signs_in and sent_at = (select max(sent_at) from outgoing_text_messages where not signs_in)`)
    expect(await askAgain()).toBe(1)
  })
})

test('each text fits into one message of plain letters, also with the longest name, and says no amount', () => {
  const env = { ...phones.server.core.env, publicUrl: 'https://aid.northern-relief.example' }
  const shown = { ...phones.server.core.organisation.shown, short_name: 'Nakowa Help.' }
  for (const each of REQUEST_NEWS) {
    const text = newsText({ env, organisation: { ...phones.server.core.organisation, shown } }, each) ?? ''
    expect([each, text.length <= 160, /^[A-Za-z0-9 .,:/?-]*$/.test(text)]).toEqual([each, true, true])
  }
  const off = { ...env, accounts: { ...env.accounts, sms: { ...env.accounts.sms, addresses: false } } }
  expect(newsText({ ...phones.server.core, env: off }, 'received')).toMatch(/ Call \+?[\d ]+$/)
})

test.each([
  ['2026-11-27T06:59:00Z', '2026-11-27T07:00:00.000Z'],
  ['2026-11-27T07:00:00Z', '2026-11-27T07:00:00.000Z'],
  ['2026-11-27T18:29:00Z', '2026-11-27T18:29:00.000Z'],
  ['2026-11-27T18:30:00Z', '2026-11-28T07:00:00.000Z'],
  ['2026-11-27T23:30:00Z', '2026-11-28T07:00:00.000Z'],
])('what is told at %s goes out at %s', (now, then) => {
  expect(daytimeFrom(new Date(now)).toISOString()).toBe(then)
})

describe('a text that waits for the morning', () => {
  const lateEvening = () => {
    atNoon()
    phones.server.clock.advance(hours(11))
  }
  const morning = async () => {
    phones.server.clock.advance(hours(12))
    return news()
  }

  test('is sent, about a request that was sent at night', async () => {
    lateEvening()
    await askByPhone()
    expect(await news()).toEqual([])
    expect(await morning()).toEqual([expect.stringMatching(/we have your request/)])
  })

  test('is not, once the request is withdrawn', async () => {
    lateEvening()
    const { id, call } = await asked()
    expect((await call('POST', `/api/applications/${id}/withdrawal`)).status).toBe(200)
    expect(await morning()).toEqual([])
  })

  test('is not, once the papers that it asks for came', async () => {
    lateEvening()
    const halima = await newAdministrator(phones.server, 'halima')
    const { id, call } = await asked()
    const askPapers = halima.call('POST', `/api/admin/applications/${id}/paper-requests`, { text: 'The bill.' })
    expect((await askPapers).status).toBe(201)
    await phones.server.pass(minutes(2), /waiting-letters/)
    const { body } = await call('GET', `/api/applications/${id}`)
    const { waiting_for: waiting } = z.looseObject({ waiting_for: z.object({ id: z.string() }) }).parse(body)
    const answer = { paper_request_id: waiting.id, documents: [], message: 'Here it is.' }
    expect((await call('POST', `/api/applications/${id}/papers`, answer)).status).toBe(201)
    expect(await morning()).toEqual([expect.stringMatching(/we have your request/)])
    // Staff do not call about it, as they would about a text that failed.
    await phones.server.runJobs(/owed-calls/)
    expect(await phones.server.core.db.$count(sql`owed_calls`)).toBe(0)
  })

  test('is not, once the request that waits for papers is decided', async () => {
    lateEvening()
    const halima = await newAdministrator(phones.server, 'halima')
    const { id } = await asked()
    const request = `/api/admin/applications/${id}`
    expect((await halima.call('POST', `${request}/paper-requests`, { text: 'The bill.' })).status).toBe(201)
    await phones.server.pass(minutes(2), /waiting-letters/)
    expect((await halima.call('PATCH', request, { status: 'approved' })).status).toBe(200)
    await phones.server.pass(minutes(2), /waiting-letters/)
    expect(await morning()).toEqual([
      expect.stringMatching(/we have your request/),
      expect.stringMatching(/was approved/),
    ])
  })

  test('is not, once the account is closed', async () => {
    lateEvening()
    const { call } = await asked()
    expect((await call('POST', '/api/account/closure', {})).status).toBe(200)
    expect(await morning()).toEqual([])
  })

  test('is not, once the number left the account', async () => {
    lateEvening()
    const { device } = await asked()
    await device.updateUser({ phone: OTHER_PHONE })
    const token = await phones.lastCode(OTHER_PHONE)
    expect((await device.verifyOtp({ phone: OTHER_PHONE, token, type: 'phone_change' })).error).toBeNull()
    expect((await morning()).filter((text) => text?.includes('request'))).toEqual([])
  })

  test('is sent to others about theirs', async () => {
    lateEvening()
    const { device } = await asked()
    await askByPhone(OTHER_PHONE)
    const taker = await phones.signedUp()
    phones.server.clock.advance(minutes(2))
    await taker.updateUser({ phone: PHONE })
    const token = await phones.lastCode(PHONE)
    expect((await taker.verifyOtp({ phone: PHONE, token, type: 'phone_change' })).error).toBeNull()
    expect((await device.getUser()).error?.name).toBe('AuthSessionMissingError')
    phones.server.clock.advance(hours(12))
    const about = (await phones.texts()).filter((text) => text.includes('we have your request'))
    expect(about).toEqual([expect.stringContaining(`To: ${OTHER_PHONE}`)])
  })
})

test('an account with a number alone can be written to by text message', async () => {
  atNoon()
  const halima = await newAdministrator(phones.server, 'halima')
  const id = await askByPhone()
  const { body } = await halima.call('GET', `/api/admin/applications/${id}`)
  expect(JSON.stringify(body)).toMatch(/"channels":\["sms","both"\]/)
  const sent = await halima.call(
    'POST',
    `/api/admin/applications/${id}/messages`,
    { text: 'Which school?', channel: 'sms' },
    newKey(),
  )
  expect(sent.status).toBe(201)
  await phones.server.pass(minutes(2), /^contact\.waiting/)
  expect((await phones.texts()).at(-1)).toMatch(/T-[\d-]+: we wrote to you\./)
})
