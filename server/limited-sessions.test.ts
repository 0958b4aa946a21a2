/** A code to a number that may have a new owner opens a session that sees state only, until it gives a second fact (decision 0092). */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator } from '../test/support/administering.ts'
import { REQUEST } from '../test/support/asking.ts'
import { callsOpenTo } from '../test/support/every-call.ts'
import { lastMail } from '../test/support/mails.ts'
import { PHONE, usePhoneServer } from '../test/support/phones.ts'
import { tokensOf, verifiedApp } from '../test/support/second-step.ts'
import { newKey } from '../test/support/server.ts'
import { hours, minutes } from './platform/clock.ts'
import { onlyRow } from './platform/db/db.ts'

const auth = usePhoneServer()
const AMINA = { full_name: 'Amina Yusuf', birth_year: 1985 }
const EMAIL = 'amina@mail.example'

type Device = Awaited<ReturnType<typeof auth.signedInByText>>

async function caller(device: Device) {
  const { data } = await device.getSession()
  const authorization = `Bearer ${data.session?.access_token}`
  return (method: string, path: string, body?: unknown) =>
    auth.server.call(method, path, body, { authorization, ...newKey() })
}
type Call = Awaited<ReturnType<typeof caller>>

/** As soon as a number may get another code. */
async function signIn(): Promise<Call> {
  auth.server.clock.advance(minutes(16))
  return caller(await auth.signedInByText())
}

let owner: Call
let profileId: string
/** Amina asks for aid with her number, which is then silent for half a year. */
beforeEach(async () => {
  owner = await caller(await auth.signedInByText())
  const { body } = await owner('PUT', '/api/profile', { ...AMINA, address: '12 Zoo Road, Kano' })
  profileId = z.string().parse(body['id'])
  await owner('POST', '/api/applications', REQUEST)
  await auth.server.core.db.execute(
    sql`update users set email = ${EMAIL}, email_confirmed_at = now(), email_proven_at = now(),
                    user_metadata = user_metadata || '{"full_name": "Amina Yusuf"}'`,
  )
  auth.server.clock.advance(hours(180 * 24))
})

const isLimited = async (call: Call) => (await call('GET', '/api/profile')).body['code'] === 'second_fact_needed'
const give = (call: Call, typed: object = AMINA) => call('POST', '/api/account/second-fact', typed)
/** Devices with tries of their own at the password. */
const trusted = () =>
  onlyRow(
    auth.server.core.db,
    sql`select count(*)::int as devices from known_devices where kind = 'secret'`,
    z.object({ devices: z.number() }),
  )
const held = () =>
  onlyRow(
    auth.server.core.db,
    sql`select phone_doubt, second_fact_misses as misses from users where email = ${EMAIL}`,
    z.object({ phone_doubt: z.string().nullable(), misses: z.number() }),
  )

/** How many people the desk counts whom only staff can help; the list has as many. */
async function needsStaff(): Promise<unknown> {
  const halima = await newAdministrator(auth.server)
  const { numbers } = z.looseObject({ numbers: z.number() }).parse((await halima.call('GET', '/api/admin/inbox')).body)
  expect((await halima.call('GET', '/api/admin/beneficiaries?number=needs_staff')).body).toMatchObject({
    total: numbers,
  })
  return numbers
}

describe('every route', () => {
  test('refuses it, except those that show state, give the fact or sign out', async () => {
    const device = await auth.signedInByText()
    const call = await caller(device)
    const { access } = await tokensOf(device)
    const open = await callsOpenTo(
      auth.server,
      `Bearer ${access}`,
      (status, says, isHead) => status === 403 && (isHead || says.includes('"second_fact_needed"')),
    )
    expect(open).toEqual(
      [
        'GET /api/account/standing',
        'POST /api/account/second-fact',
        '/auth/v1GET /user',
        '/auth/v1POST /factors/:factor_id/challenge',
        '/auth/v1POST /factors/:factor_id/verify',
      ].toSorted(),
    )
    // Signing out ends this session and no other of the account.
    expect((await call('POST', '/auth/v1/logout?scope=local')).status).toBe(204)
    expect((await call('GET', '/api/account/standing')).status).toBe(401)
  })

  test('tells it nothing of the person, and of a request what the public page tells', async () => {
    const before = await trusted()
    const device = await auth.signedInByText()
    expect(await trusted()).toEqual(before)
    const refreshed = await device.refreshSession()
    const call = await caller(device)
    const told = [
      refreshed.data,
      (await device.getUser()).data,
      (await device.getClaims()).data?.claims,
      (await call('GET', '/api/account/standing')).body,
    ]
    expect(JSON.stringify(told)).not.toMatch(/amina|yusuf|zoo road|school|45.?000/i)
    expect(told.at(-1)).toEqual({
      items: [
        {
          case_number: expect.stringMatching(/^T-/),
          status: 'pending',
          waiting_for_you: false,
          due_at: expect.any(String),
        },
      ],
    })
  })
})

describe('name and year', () => {
  test('open the session, mail the person, and end other sessions that saw state only', async () => {
    const [stranger, amina] = [await signIn(), await signIn()]
    // A second code within the doubt shows no more than the first.
    expect([await isLimited(stranger), await isLimited(amina)]).toEqual([true, true])
    expect((await give(amina, { full_name: 'YUSUF, amina', birth_year: 1985 })).body).toEqual({ accepted: true })
    expect((await amina('GET', '/api/profile')).body).toMatchObject(AMINA)
    expect((await stranger('GET', '/api/account/standing')).status).toBe(401)
    expect(await held()).toEqual({ phone_doubt: null, misses: 0 })
    expect(await lastMail(auth.server)).toMatchObject({
      recipient: EMAIL,
      subject: 'Your telephone number opens your whole account again',
    })
    expect(await isLimited(await signIn())).toBe(false)
  })

  test('are refused alike when wrong, missing, listed, or tried five times from any session', async () => {
    const first = await signIn()
    const wrong = [
      { ...AMINA, birth_year: 1986 },
      { ...AMINA, full_name: 'Hauwa Yusuf' },
      { ...AMINA, full_name: 'Hauwa Amina Zainab Yusuf Musa' },
    ]
    expect(await needsStaff()).toBe(0)
    const answers = [await give(first, wrong[0]), await give(first, wrong[1]), await give(first, wrong[2])]
    const second = await signIn()
    answers.push(await give(second, wrong[0]), await give(second, wrong[0]), await give(second), await give(first))
    for (const { status, body } of answers) {
      const { request_id: _, ...said } = body
      expect([status, said]).toEqual([403, expect.objectContaining({ code: 'second_fact_not_accepted' })])
    }
    expect(await isLimited(second)).toBe(true)
    expect(await held()).toEqual({ phone_doubt: 'silent', misses: 5 })
    expect(await needsStaff()).toBe(1)
  })

  test('do not help where the profile has no year', async () => {
    await auth.server.core.db.execute(sql`update profiles set birth_year = null`)
    const call = await signIn()
    expect(await needsStaff()).toBe(1)
    expect((await give(call, { ...AMINA, birth_year: 0 })).body).toMatchObject({ code: 'second_fact_not_accepted' })
    expect(await isLimited(call)).toBe(true)
  })
})

test('a password or the second step of the account opens a full session, and leaves the number in doubt', async () => {
  await signIn()
  const hash = await auth.signedUp().then(() => sql`(select password_hash from users where email = 'ada@mail.example')`)
  await auth.server.core.db.execute(sql`update users set password_hash = ${hash} where email = ${EMAIL}`)
  const byPassword = async () => {
    const device = auth.device()
    expect((await device.signInWithPassword({ phone: PHONE, password: 'correct horse' })).error).toBeNull()
    return device
  }
  expect(await isLimited(await caller(await byPassword()))).toBe(false)
  expect(await held()).toMatchObject({ phone_doubt: 'silent' })
  expect(await isLimited(await signIn())).toBe(true)
  const app = await verifiedApp(auth, await byPassword())
  auth.server.clock.advance(minutes(16))
  const byText = await auth.signedInByText()
  expect((await (await caller(byText))('GET', '/api/account/standing')).body).toMatchObject({ code: 'mfa_required' })
  const { error } = await byText.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() })
  expect(error).toBeNull()
  expect(await isLimited(await caller(byText))).toBe(false)
})

describe('staff', () => {
  const about = (act: string) => `/api/admin/beneficiaries/${profileId}/${act}`

  test('report a number: its sessions end, the next sees state only, and payments wait', async () => {
    const halima = await newAdministrator(auth.server)
    const amina = await signIn()
    await give(amina)
    expect((await halima.call('POST', about('number-report'), { report: 'swapped' })).body).toEqual({
      number_doubt: 'swapped',
    })
    expect((await amina('GET', '/api/profile')).status).toBe(401)
    expect(await isLimited(await signIn())).toBe(true)
    expect((await halima.call('GET', `/api/admin/beneficiaries/${profileId}`)).body).toMatchObject({
      signs_in_by_text: true,
      number_doubt: 'swapped',
    })
    const listed = { items: [{ id: profileId, number_doubt: 'swapped' }], total: 1 }
    expect((await halima.call('GET', '/api/admin/beneficiaries?number=in_doubt')).body).toMatchObject(listed)
    expect((await halima.call('POST', about('number-report'), { report: 'swapped' })).body).toMatchObject({
      code: 'nothing_to_change',
    })
  })

  test('lift the doubt: who saw state only signs in again, and then sees everything', async () => {
    const halima = await newAdministrator(auth.server)
    const amina = await signIn()
    expect((await halima.call('POST', about('number-trust'), { ground: 'knew_request' })).status).toBe(200)
    expect((await amina('GET', '/api/account/standing')).status).toBe(401)
    expect(await isLimited(await signIn())).toBe(false)
    const { body } = await halima.call('GET', '/api/admin/audit-events?action=beneficiary.number_trusted')
    expect(body).toMatchObject({
      items: [
        {
          subject_id: profileId,
          before: { number_doubt: 'silent' },
          after: { number_doubt: null, ground: 'knew_request' },
        },
      ],
    })
    expect((await halima.call('POST', about('number-trust'), { ground: 'seen' })).body).toMatchObject({
      code: 'nothing_to_change',
    })
  })

  test('do neither about someone to whom they are tied', async () => {
    const halima = await newAdministrator(auth.server)
    await signIn()
    const { id } = await onlyRow(
      auth.server.core.db,
      sql`select id from profiles where user_id = ${halima.userId}`,
      z.object({ id: z.string() }),
    )
    await halima.call('POST', `/api/admin/beneficiaries/${id}/links`, { other: profileId, link: 'same_household' })
    const bello = await newAdministrator(auth.server, 'bello')
    await bello.call('POST', `/api/admin/beneficiaries/${profileId}/links`, { other: id, link: 'same_household' })
    for (const [act, body] of [
      ['number-trust', { ground: 'seen' }],
      ['number-report', { report: 'reissued' }],
    ] as const)
      expect((await halima.call('POST', about(act), body)).body).toMatchObject({ code: 'own_request' })
    expect(await held()).toMatchObject({ phone_doubt: 'silent' })
  })
})

test('a code within 180 days of the one before opens a full session', async () => {
  auth.server.clock.advance(-minutes(5))
  expect(await isLimited(await caller(await auth.signedInByText()))).toBe(false)
})
