import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, useAuthServer } from '../../../test/support/auth-server.ts'
import { hours } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const auth = useAuthServer({ TRUST_PROXY: '1' })

const device = (userAgent: string) =>
  auth.device({ userAgent, headers: { 'User-Agent': userAgent, 'X-Forwarded-For': '203.0.113.7' } })

async function signUpOn(userAgent: string): Promise<void> {
  expect((await device(userAgent).signUp(ADA)).error).toBeNull()
}

async function signInOn(userAgent: string): Promise<void> {
  expect((await device(userAgent).signInWithPassword(ADA)).error).toBeNull()
}

const mails = () =>
  rows(
    auth.server.core.db,
    sql`select recipient, subject, text, html from outgoing_mail order by created_at`,
    z.object({ recipient: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
  )

test('the owner gets one mail about a new device: when, what, where, and what to do', async () => {
  await signUpOn(PHONE)
  await signInOn(PHONE)
  expect(await mails()).toEqual([])
  await signInOn(LAPTOP)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: ADA.email, subject: 'Your account was used on a new device' })
  for (const words of [mail?.text, mail?.html]) {
    expect(words).toContain('Lagos time')
    expect(words).toContain('Firefox on Linux')
    expect(words).toContain('203.0.113.7')
    expect(words).toContain('/forgot-password')
  }
  await signInOn(LAPTOP)
  await signInOn(PHONE)
  expect(await mails()).toHaveLength(1)
})

test('two concurrent sign-ins from a new device send one mail', async () => {
  await signUpOn(PHONE)
  await Promise.all([signInOn(LAPTOP), signInOn(LAPTOP)])
  expect(await mails()).toHaveLength(1)
})

test('an updated browser is the same device', async () => {
  await signUpOn(LAPTOP)
  await signInOn(LAPTOP.replaceAll('145', '146'))
  expect(await mails()).toEqual([])
})

test('a wrong password remembers no device and sends no mail', async () => {
  await signUpOn(PHONE)
  expect((await device(LAPTOP).signInWithPassword({ ...ADA, password: 'a guess' })).error).not.toBeNull()
  expect(await mails()).toEqual([])
  // It also remembered no device.
  await signInOn(LAPTOP)
  expect(await mails()).toHaveLength(1)
})

test('text of the user agent never appears in the mail', async () => {
  await signUpOn(PHONE)
  await signInOn('Your account is at risk. Call <b>0800</b> https://evil.example')
  const [mail] = await mails()
  expect(mail?.text).toContain('Device: unknown')
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/0800|evil/)
})

test('a device is forgotten a year after its last sign-in', async () => {
  await signUpOn(PHONE)
  await signInOn(LAPTOP)
  auth.server.clock.advance(hours(364 * 24))
  await signInOn(PHONE)
  auth.server.clock.advance(hours(2 * 24))
  expect(await auth.server.runJobs(/^auth\./)).toContain('auth.devices')
  await auth.server.core.db.execute(sql`delete from outgoing_mail`)
  await signInOn(PHONE)
  expect(await mails()).toEqual([])
  await signInOn(LAPTOP)
  expect(await mails()).toHaveLength(1)
})
