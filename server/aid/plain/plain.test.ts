/** The form without script: a request waits sealed until the code by text is typed, and is sent once. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { OUR_POLICY_VERSION } from '../../../contract/platform/our-policy-version.ts'
import { photo } from '../../../test/support/documents.ts'
import { raceBehindLock, someoneWaits } from '../../../test/support/race-behind-lock.ts'
import { OTHER_PHONE, PHONE, usePhoneServer } from '../../../test/support/phones.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { stopNumber } from '../../platform/sms/stopped-numbers.ts'

const auth = usePhoneServer()
const FIELDS = {
  name: 'Amina Yusuf',
  phone: '0803 123 4567',
  place: '12 Zoo Road, Kano',
  kind: 'food',
  amount: '25,000',
  privacy: OUR_POLICY_VERSION,
  terms: OUR_POLICY_VERSION,
}
const CASE = /T-\d{5}-\d{4}-\d/
const ELSEWHERE = { origin: 'https://evil.example' }

const tokenIn = (page: string) => /name="form" value="(?<token>[^"]+)"/.exec(page)?.groups?.['token'] ?? ''
const opened = async () => tokenIn(await (await auth.server.app.request('/aid/plain')).text())

async function answerOf(response: Response | Promise<Response>) {
  const { status, headers, text } = await Promise.resolve(response).then(async (answered) => ({
    status: answered.status,
    headers: answered.headers,
    text: await answered.text(),
  }))
  return { status, headers, text, number: CASE.exec(text)?.[0] }
}

/** Posts the form. @param token of an opened page */
function post(token: string, more: Partial<typeof FIELDS> = {}, photos: readonly Buffer[] = [], headers = {}) {
  const body = new FormData()
  for (const field of Object.entries({ form: token, ...FIELDS, ...more })) body.set(...field)
  for (const each of photos) body.append('photo', new Blob([new Uint8Array(each)]), 'photo.jpg')
  return answerOf(auth.server.app.request('/aid/plain/request', { method: 'POST', body, headers }))
}

function typeCode(token: string, code: string, more: Record<string, string> = {}, headers = {}) {
  const body = new URLSearchParams({ form: token, code, ...more })
  return answerOf(auth.server.app.request('/aid/plain/code', { method: 'POST', body, headers }))
}

const counted = () =>
  onlyRow(
    auth.server.core.db,
    sql`select (select count(*) from plain_requests where sealed is not null)::int as waiting,
               (select count(*) from aid_applications)::int as requests, (select count(*) from users)::int as users,
               (select count(*) from documents)::int as documents, (select count(*) from phone_codes)::int as codes`,
    z.record(z.string(), z.number()),
  )
const NOTHING = { waiting: 0, requests: 0, users: 0, documents: 0, codes: 0 }
const WAITING = { ...NOTHING, waiting: 1, codes: 1 }
const SENT = { ...NOTHING, requests: 1, users: 1 }

/** @returns the open form, with its code */
async function held(photos: readonly Buffer[] = []) {
  const token = await opened()
  expect(await post(token, {}, photos)).toMatchObject({ status: 200, number: undefined })
  return { token, code: await auth.lastCode(PHONE) }
}

test('each page is at most 10 kB, without script, style file or picture', async () => {
  const first = await answerOf(auth.server.app.request('/aid/plain'))
  const token = tokenIn(first.text)
  const wrong = await post(token, { name: '', phone: '1', place: '', kind: '', amount: 'x' })
  const second = await post(token)
  const third = await typeCode(token, await auth.lastCode(PHONE))
  for (const { text, headers } of [first, wrong, second, third]) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_000)
    expect(text).not.toMatch(/<script|<link rel="stylesheet"|<img|<textarea/)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers.get('cache-control')).toBe(text === first.text ? 'private, no-cache' : 'no-store')
  }
  expect(first.text).toContain('passes through the computers of its maker')
  for (const policy of ['privacy', 'terms'])
    expect(first.text).toContain(`name="${policy}" value="${OUR_POLICY_VERSION}"`)
})

test('a request with photos is stored encrypted, and submitted once its code is typed', async () => {
  const { token, code } = await held([await photo(), await photo('png')])
  expect(await counted()).toEqual(WAITING)
  const { kept } = await onlyRow(
    auth.server.core.db,
    sql`select encode(sealed, 'escape') as kept from plain_requests`,
    z.object({ kept: z.string() }),
  )
  expect(kept).not.toMatch(/Amina|8031234567|JFIF/)
  const sent = await typeCode(token, `${code.slice(0, 3)} ${code.slice(3)}`)
  expect(sent).toMatchObject({ status: 200, number: expect.stringMatching(CASE) })
  expect(await counted()).toEqual({ ...SENT, documents: 2 })
  expect(
    await onlyRow(
      auth.server.core.db,
      sql`select application_type, amount_requested::text as kobo, location, channel, privacy_version is not null and terms_version is not null as informed,
            (select full_name from profiles) as name, (select phone from profiles) as phone,
            (select count(*) from documents where evidence_at is not null)::int as evidence from aid_applications`,
      z.unknown(),
    ),
  ).toEqual({
    application_type: 'food',
    kobo: '2500000',
    location: FIELDS.place,
    channel: 'self',
    informed: true,
    name: FIELDS.name,
    phone: PHONE,
    evidence: 2,
  })
})

test('a second post shows the same number: of the form, of the code, and of both at once', async () => {
  const { token, code } = await held([await photo()])
  // Pressing twice before the code keeps the code.
  expect(await post(token, {}, [await photo()])).toMatchObject({ status: 200, number: undefined })
  const [one, other] = await Promise.all([typeCode(token, code), typeCode(token, code)])
  const again = await typeCode(token, '')
  const form = await post(token, { place: 'Elsewhere' })
  const { number } = await typeCode(token, '', { again: 'yes' })
  expect(number).toMatch(CASE)
  for (const each of [again, form]) expect(each).toMatchObject({ status: 200, number })
  // At the same moment, one may be told that the code is used.
  for (const { number: shown } of [one, other]) expect([number, undefined]).toContain(shown)
  expect([one.number, other.number]).toContain(number)
  expect(await counted()).toEqual({ ...SENT, documents: 1 })
})

test('what is posted after the code was typed changes nothing, though sending was interrupted', async () => {
  const { token, code } = await held([await photo()])
  const { db } = auth.server.core
  await db.execute(sql`alter table aid_applications add constraint broken check (application_type <> 'food')`)
  const { status, text } = await typeCode(token, code)
  await db.execute(sql`alter table aid_applications drop constraint broken`)
  expect([status, text]).toEqual([503, expect.stringContaining('Try again')])
  expect(await counted()).toMatchObject({ waiting: 1, requests: 0, users: 1 })
  const { number = 'none' } = await post(token, { phone: OTHER_PHONE, place: 'Elsewhere' })
  expect([await typeCode(token, ''), number]).toMatchObject([{ number }, expect.stringMatching(CASE)])
  expect(
    await onlyRow(db, sql`select location, (select phone from users) as phone from aid_applications`, z.unknown()),
  ).toEqual({ location: FIELDS.place, phone: PHONE.slice(1) })
  expect(await counted()).toEqual({ ...SENT, documents: 1 })
})

test('a code proves no number that was posted after it', async () => {
  const { token, code } = await held()
  await post(token, { phone: OTHER_PHONE })
  expect(await typeCode(token, code)).toMatchObject({ status: 422, number: undefined })
  expect(await counted()).toMatchObject({ waiting: 1, requests: 0, users: 0 })
  expect(await typeCode(token, await auth.lastCode(OTHER_PHONE))).toMatchObject({ status: 200 })
  expect(await counted()).toMatchObject({ requests: 1, users: 1 })
})

describe('at the moment when the code is typed, another number is posted', () => {
  /** Both wait for the bundle, in this order. */
  async function race(token: string, code: string, isPostedFirst: boolean) {
    const { core, database } = auth.server
    const acts = [() => typeCode(token, code), () => post(token, { phone: OTHER_PHONE })]
    return raceBehindLock(
      database,
      (tx) => tx.execute(sql`select 1 from plain_requests for update`),
      async () => {
        const begun = []
        for (const act of isPostedFirst ? acts.toReversed() : acts) {
          begun.push(act())
          // raceBehindLock awaits the last one, then commits.
          const isLast = begun.length === acts.length
          if (database.engine === 'postgres' && !isLast) await someoneWaits(core.urgent, begun.length)
        }
        return Promise.all(begun)
      },
      2,
    )
  }

  test('after the code: it changes nothing', async () => {
    const { token, code } = await held()
    const [typed, posted] = await race(token, code, false)
    expect(typed?.number).toMatch(CASE)
    expect(posted?.number).toBe(typed?.number)
    expect(await counted()).toEqual(SENT)
  })

  test('before the code, which is for the other number', async () => {
    const { token, code } = await held()
    const [posted, typed] = await race(token, code, true)
    expect([posted?.status, typed?.status, typed?.number]).toEqual([200, 422, undefined])
    expect(await counted()).toMatchObject({ waiting: 1, requests: 0, users: 0 })
  })
})

test('a known number asks for its own account, whose profile stays', async () => {
  const device = await auth.signedInByText()
  await auth.server.core.db.execute(sql`update profiles set full_name = 'Bala Musa', address = '1 Old Road'`)
  auth.server.clock.advance(minutes(2))
  const { token, code } = await held()
  expect(await typeCode(token, code)).toMatchObject({ status: 200 })
  const { data } = await device.getUser()
  expect(
    await onlyRow(
      auth.server.core.db,
      sql`select user_id, description like '%typed there: Amina Yusuf.' as named, (select full_name from profiles) as name,
            (select address from profiles) as address from aid_applications`,
      z.unknown(),
    ),
  ).toEqual({ user_id: data.user?.id, named: true, name: 'Bala Musa', address: '1 Old Road' })
})

test('known, unknown, stopped and capped numbers get the same page', async () => {
  const { core } = auth.server
  await auth.signedInByText(PHONE)
  await stopNumber(core, '2348051234567')
  const pages = []
  for (const phone of [PHONE, OTHER_PHONE, '08051234567', PHONE]) {
    const token = await opened()
    const { status, text } = await post(token, { phone })
    pages.push([status, text.replaceAll(token, '')])
  }
  expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1)
  expect(await auth.texts()).toHaveLength(2)
})

describe('refuses the form, and changes nothing', () => {
  const large = async () => Buffer.concat([await photo(), Buffer.alloc(3 * 1024 * 1024)])
  test.each<[string, number, string, () => ReturnType<typeof post>]>([
    ['without its field', 403, 'did not come from our page', () => post('')],
    [
      'with a field of its own',
      403,
      'did not come from our page',
      async () => post((await opened()).replace(/^./, (first) => (first === 'x' ? 'y' : 'x'))),
    ],
    ['of another site', 403, 'did not come from our page', async () => post(await opened(), {}, [], ELSEWHERE)],
    [
      'a day later',
      403,
      'older than a day',
      async () => {
        const token = await opened()
        auth.server.clock.advance(hours(24))
        return post(token)
      },
    ],
    [
      'with a foreign number',
      422,
      'Nigerian mobile number',
      async () => post(await opened(), { phone: '+44 20 7946 0000' }),
    ],
    ['without a name', 422, 'Enter your name', async () => post(await opened(), { name: ' ' })],
    ['without a place', 422, 'Enter where you live', async () => post(await opened(), { place: '' })],
    ['with an unknown kind', 422, 'Choose what you need', async () => post(await opened(), { kind: 'gold' })],
    ['with words for an amount', 422, 'in digits', async () => post(await opened(), { amount: 'much' })],
    ['with too large an amount', 422, 'at most', async () => post(await opened(), { amount: '100000001' })],
    ['with a file that is no photo', 422, 'Photo 1 is not', async () => post(await opened(), {}, [Buffer.from('MZ')])],
    ['with photos beyond 3 MB', 413, 'more than 3 MB', async () => post(await opened(), {}, [await large()])],
    [
      'that is not a form',
      400,
      'did not arrive whole',
      () => answerOf(auth.server.app.request('/aid/plain/request', { method: 'POST', body: 'name=x' })),
    ],
    [
      'that was cut off',
      400,
      'did not arrive whole',
      () =>
        answerOf(
          auth.server.app.request('/aid/plain/request', {
            method: 'POST',
            headers: { 'content-type': 'multipart/form-data; boundary=b' },
            body: '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nAm',
          }),
        ),
    ],
  ])('%s', async (_what, status, sentence, refused) => {
    const answer = await refused()
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(sentence)])
    // The page to go on with.
    expect(tokenIn(answer.text)).not.toBe('')
    await auth.server.idle()
    expect(await counted()).toEqual(NOTHING)
  })

  test('what was typed is shown again, as text', async () => {
    const { text } = await post(await opened(), { name: '"><script>alert(1)</script>', phone: '1' })
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(text).toContain(`value="${FIELDS.place}"`)
  })
})

describe('refuses the code, and sends nothing', () => {
  test.each<[string, number, (form: Awaited<ReturnType<typeof held>>) => ReturnType<typeof post>]>([
    ['that is wrong', 422, ({ token, code }) => typeCode(token, code === '000000' ? '111111' : '000000')],
    ['that is empty', 422, ({ token }) => typeCode(token, '')],
    ['after ten minutes', 422, ({ token, code }) => (auth.server.clock.advance(minutes(10)), typeCode(token, code))],
    ['after an hour', 410, ({ token, code }) => (auth.server.clock.advance(minutes(60)), typeCode(token, code))],
    ['of another form', 410, async ({ code }) => typeCode(await opened(), code)],
    ['without a form', 403, ({ code }) => typeCode('', code)],
    ['from another site', 403, ({ token, code }) => typeCode(token, code, {}, ELSEWHERE)],
  ])('%s', async (_what, status, refused) => {
    expect(await refused(await held())).toMatchObject({ status, number: undefined })
    expect(await counted()).toMatchObject({ requests: 0, users: 0, documents: 0 })
  })

  test('of an account that is banned, that an earlier owner of the number has, or that has a second step', async () => {
    const { db } = auth.server.core
    const device = await auth.signedInByText()
    await db.execute(sql`update users set banned_until = '2100-01-01'`)
    auth.server.clock.advance(minutes(2))
    const first = await held()
    expect(await typeCode(first.token, first.code)).toMatchObject({ status: 403, number: undefined })
    await db.execute(sql`update users set banned_until = null`)
    await db.execute(sql`update identities set last_sign_in_at = last_sign_in_at - interval '181 days'`)
    auth.server.clock.advance(minutes(6))
    const silent = await held([await photo()])
    // Posted again, it is sent no more than the first time.
    for (const _ of [1, 2])
      expect(await typeCode(silent.token, silent.code)).toMatchObject({
        status: 403,
        text: expect.stringContaining('may have a new owner'),
      })
    expect(await rows(db, sql`select address from profiles`, z.unknown())).toEqual([{ address: '' }])
    await db.execute(sql`update users set phone_doubt = null`)
    expect((await device.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
    await db.execute(sql`update factors set status = 'verified'`)
    auth.server.clock.advance(minutes(16))
    const second = await held()
    const { status, text } = await typeCode(second.token, second.code)
    expect([status, text]).toEqual([403, expect.stringContaining('second step')])
    expect(await counted()).toMatchObject({ requests: 0, documents: 0 })
  })
})

test('limits of a request are those of the form with a sign-in', async () => {
  await auth.signedInByText()
  const { db } = auth.server.core
  await db.execute(sql`insert into aid_applications (id, user_id, beneficiary_id, application_type, description, location, channel,
      idempotency_key_hash, request_hash, created_at)
    select gen_random_uuid(), user_id, id, 'food', 'x', 'x', 'self', sha256(n::text::bytea), sha256('x'), now()
      from profiles, generate_series(1, 12) n`)
  auth.server.clock.advance(minutes(2))
  const { token, code } = await held([await photo()])
  expect(await typeCode(token, code)).toMatchObject({ status: 403, number: undefined })
  expect(await counted()).toMatchObject({ requests: 12, documents: 0, waiting: 1 })
})

test('a photo that is refused does not keep the request from being sent', async () => {
  const { token, code } = await held([(await photo()).subarray(0, 200), await photo()])
  const { status, text, number } = await typeCode(token, code)
  expect([status, number]).toEqual([200, expect.stringMatching(CASE)])
  expect(text).toContain('Photo 1: ')
  expect(await counted()).toEqual({ ...SENT, documents: 1 })
})

test('a network may post 120 times an hour, and keeps the page for the code of a form', async () => {
  const { token, code } = await held()
  for (let posts = 0; posts < 119; posts += 1) await typeCode('', '')
  expect((await typeCode(token, code)).text).toMatch(new RegExp(`value="${token}"[^]*name="code"`))
  const { status, headers, text } = await post(await opened(), {}, [Buffer.alloc(200_000, 'x')])
  expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  for (const said of ['requests came from your network', FIELDS.place, 'choose them again'])
    expect(text).toContain(said)
  expect(await counted()).toEqual(WAITING)
})

test('one network fills no more than its part, and nothing once the forms are sent', async () => {
  const { db } = auth.server.core
  await held()
  await db.execute(sql`update plain_requests set bytes = ${30 * 1024 * 1024}`)
  expect(await post(await opened())).toMatchObject({ status: 503, number: undefined })
  expect(await counted()).toEqual(WAITING)
  await db.execute(sql`update plain_requests set network = sha256('other')`)
  auth.server.clock.advance(seconds(61))
  expect(await post(await opened())).toMatchObject({ status: 200 })
  await db.execute(sql`update plain_requests set bytes = ${60 * 1024 * 1024}, network = sha256('other')`)
  expect(await post(await opened())).toMatchObject({ status: 503 })
  auth.server.clock.advance(minutes(60))
  expect(await post(await opened())).toMatchObject({ status: 200 })
})

test('a job deletes what was typed after an hour, and the number of a sent form after a day', async () => {
  await held()
  await auth.server.pass(minutes(60), /^plain-requests/)
  const rows = () =>
    onlyRow(auth.server.core.db, sql`select count(*)::int as rows from plain_requests`, z.object({ rows: z.number() }))
  expect(await rows()).toEqual({ rows: 0 })
  const { token, code } = await held()
  await typeCode(token, code)
  await auth.server.pass(hours(24) - minutes(1), /^plain-requests/)
  expect(await rows()).toEqual({ rows: 1 })
  await auth.server.pass(minutes(1), /^plain-requests/)
  expect(await rows()).toEqual({ rows: 0 })
})
