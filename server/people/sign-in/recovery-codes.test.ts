import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { tokensOf, verifiedApp } from '../../../test/support/second-step.ts'
import { minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const auth = useAuthServer()
type Device = Awaited<ReturnType<typeof auth.signedUp>>

let phone: Device
let factorId: string
beforeEach(async () => {
  phone = await auth.signedUp()
  factorId = (await verifiedApp(auth, phone)).factorId
})

async function signedIn(person = ADA): Promise<Device> {
  const device = auth.device()
  expect((await device.signInWithPassword(person)).error).toBeNull()
  return device
}

async function call(device: Device, method: string, path: string, body?: unknown) {
  const { access } = await tokensOf(device)
  return auth.server.call(method, `/api/account/${path}`, body, { authorization: `Bearer ${access}` })
}

async function makeCodes(device: Device): Promise<string[]> {
  const answer = await call(device, 'POST', 'recovery-codes')
  expect(answer.status).toBe(201)
  return z.array(z.string()).parse(answer.body['codes'])
}

const use = (device: Device, code = '') => call(device, 'POST', 'second-step-recovery', { code })
const left = async (device: Device) => (await call(device, 'GET', 'recovery-codes')).body['left']

const storedHashes = async () =>
  (
    await rows(
      auth.server.core.db,
      sql`select encode(code_hash, 'escape') as hash from recovery_codes`,
      z.object({ hash: z.string() }),
    )
  ).map(({ hash }) => hash)

const subjects = async () =>
  (
    await rows(
      auth.server.core.db,
      sql`select subject from outgoing_mail where subject ilike '%recovery code%' order by created_at, subject`,
      z.object({ subject: z.string() }),
    )
  ).map(({ subject }) => subject)

const refused = { status: 403, body: { code: 'code_not_accepted' } }

test('ten different codes are made, and only their hashes are stored', async () => {
  const codes = await makeCodes(phone)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
  const hashes = await storedHashes()
  expect(hashes.length).toBe(10)
  for (const code of codes) expect(hashes.join()).not.toContain(code.replace('-', ''))
  expect(await left(phone)).toBe(10)
  expect(await subjects()).toEqual(['Recovery codes were made for your account'])
})

test('a code raises the session once, however it is written, and the owner is told', async () => {
  const [code = ''] = await makeCodes(phone)
  const laptop = await signedIn()
  const other = await signedIn()
  const before = await tokensOf(laptop)
  expect(before.claims.aal).toBe('aal1')
  const { status, body } = await use(laptop, ` ${code.toUpperCase().replace('-', ' – ').replaceAll('0', 'O')} `)
  expect(status).toBe(200)
  const tokens = z.object({ access_token: z.string(), refresh_token: z.string() }).parse(body)
  expect((await laptop.setSession(tokens)).error).toBeNull()
  const { claims } = await tokensOf(laptop)
  expect([claims.aal, claims.session_id, claims.amr.map(({ method }) => method)]).toEqual([
    'aal2',
    before.claims.session_id,
    ['mfa/recovery_code', 'password'],
  ])
  expect(await left(laptop)).toBe(9)
  expect(await subjects()).toContain('A recovery code was used, 9 left')
  // As with a verified factor: other sessions without the second step end, and tokens from before it are not renewed.
  expect((await use(other, code)).status).toBe(401)
  expect((await auth.device().refreshSession({ refresh_token: before.refresh })).error).not.toBeNull()
  expect(await use(await signedIn(), code)).toMatchObject(refused)
  expect(await left(laptop)).toBe(9)
})

test('used twice at the same moment, a code works once', async () => {
  const [code = ''] = await makeCodes(phone)
  const laptop = await signedIn()
  const answers = await Promise.all([use(laptop, code), use(laptop, code), use(phone, code)])
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  expect((await storedHashes()).length).toBe(9)
})

test('a wrong code is refused and changes nothing; after ten, a right one too for an hour', async () => {
  const [code = ''] = await makeCodes(phone)
  const laptop = await signedIn()
  for (let miss = 0; miss < 10; miss++) expect(await use(laptop, 'zzzzz-zzzzz')).toMatchObject(refused)
  expect((await use(laptop, code)).status).toBe(429)
  expect((await call(laptop, 'GET', 'sessions')).body['code']).toBe('mfa_required')
  expect((await storedHashes()).length).toBe(10)
  auth.server.clock.advance(minutes(61))
  expect((await use(await signedIn(), code)).status).toBe(200)
})

test('codes of another account and codes that were replaced are refused', async () => {
  const [replaced = ''] = await makeCodes(phone)
  const bello = await auth.signedUp(BELLO)
  await verifiedApp(auth, bello)
  const [foreign = ''] = await makeCodes(bello)
  await makeCodes(phone)
  const laptop = await signedIn()
  expect(await use(laptop, foreign)).toMatchObject(refused)
  expect(await use(laptop, replaced)).toMatchObject(refused)
  expect((await storedHashes()).length).toBe(20)
})

test('making codes needs a recent sign-in and a verified second step', async () => {
  auth.server.clock.advance(minutes(11))
  const late = await call(phone, 'POST', 'recovery-codes')
  expect(late).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } })
  const without = await call(await auth.signedUp(BELLO), 'POST', 'recovery-codes')
  expect(without).toMatchObject({ status: 409, body: { code: 'second_step_needed' } })
  const before = await call(await signedIn(), 'POST', 'recovery-codes')
  expect(before).toMatchObject({ status: 403, body: { code: 'mfa_required' } })
  expect(await storedHashes()).toEqual([])
})

test('a person who lost the second step removes it with a code; the other codes and what they raised end with it', async () => {
  const [code = '', other = ''] = await makeCodes(phone)
  const tablet = await signedIn()
  expect((await use(tablet, other)).status).toBe(200)
  const laptop = await signedIn()
  const { body } = await use(laptop, code)
  await laptop.setSession(z.object({ access_token: z.string(), refresh_token: z.string() }).parse(body))
  const spare = await verifiedApp(auth, laptop, 'Spare')
  expect((await laptop.mfa.unenroll({ factorId: spare.factorId })).error).toBeNull()
  expect((await storedHashes()).length).toBe(8)
  expect((await phone.mfa.unenroll({ factorId })).error).toBeNull()
  expect(await storedHashes()).toEqual([])
  const levels = sql`select distinct aal, amr::text like '%mfa%' as confirmed from sessions`
  expect(await rows(auth.server.core.db, levels, z.object({ aal: z.string(), confirmed: z.boolean() }))).toEqual([
    { aal: 'aal1', confirmed: false },
  ])
})

test('the codes end when the account is closed', async () => {
  await makeCodes(phone)
  expect((await call(phone, 'POST', 'closure', { password: ADA.password })).status).toBe(200)
  expect(await storedHashes()).toEqual([])
})
