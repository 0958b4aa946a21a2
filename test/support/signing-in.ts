/** Signs up and signs in, with and without pages, and reads mails from the outbox folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { submitButton } from './submit-button.ts'

export const PASSWORD = 'rain on the tin roof'
/** The key under which the pages store the session. */
export const STORAGE_KEY = 'taimako-session'

const SessionAnswer = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.looseObject({ id: z.string() }),
})
export type StoredSession = z.output<typeof SessionAnswer>

/** Creates an account without a page, or signs in to the one that the first attempt of this test created. @returns its session, in the protocol's form */
export async function signUp(
  url: string,
  email: string,
  password = PASSWORD,
  fullName = 'Amina Yusuf',
): Promise<StoredSession> {
  const data = { full_name: fullName, role: 'beneficiary' }
  const created = SessionAnswer.safeParse(await post(`${url}/auth/v1/signup`, { email, password, data }))
  if (created.success) return created.data
  return signIn(url, { email, password })
}

/** Signs in with a password, without a page. @returns the session, in the protocol's form */
export async function signIn(url: string, person: { email: string; password: string }): Promise<StoredSession> {
  return SessionAnswer.parse(await post(`${url}/auth/v1/token?grant_type=password`, person))
}

async function post(address: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

const Enrolled = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) })
const WithId = z.object({ id: z.string() })

/** Adds an authenticator app to an account, without a page. @returns the generator of its codes */
export async function enrolApp(url: string, accessToken: string): Promise<TOTP> {
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${url}/auth/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const { id, totp } = Enrolled.parse(await post('/factors', { factor_type: 'totp', friendly_name: 'Phone' }))
  const codes = new TOTP({ secret: totp.secret })
  const period = () => Math.floor(Date.now() / 30_000)
  for (;;) {
    const challenge = WithId.parse(await post(`/factors/${id}/challenge`, {}))
    const begun = period()
    // The previous code: each code is valid once, and the page needs the current one.
    const code = codes.generate({ timestamp: Date.now() - 30_000 })
    const verified = SessionAnswer.safeParse(await post(`/factors/${id}/verify`, { challenge_id: challenge.id, code }))
    if (verified.success) return codes
    // A period that ended meanwhile made the code too old.
    if (period() === begun) throw verified.error
  }
}

/** Proves the address of an account with the mailed code, without a page. */
export async function proveAddress(
  { url, dataDir }: { url: string; dataDir: string },
  email: string,
  accessToken: string,
): Promise<void> {
  const post = (path: string, body?: object) =>
    fetch(`${url}/api/account/address-proof${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
      ...(body && { body: JSON.stringify(body) }),
    })
  await post('')
  const mail = await mailTo(dataDir, email, /Subject: Confirm your email address/)
  const { ok, status } = await post('/confirmation', { code: /^\d{6}\b/m.exec(mail)?.[0] ?? '' })
  if (!ok) throw new Error(`proveAddress: ${status}`)
}

/** Signs in with the form of the open page. */
export async function signInByForm(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submitButton(page).filter({ hasText: 'Sign In' }).click()
}

/** Signs in the pages of this context: the session is stored before any of their scripts runs. */
export async function storeSession(page: Page, session: object): Promise<void> {
  await page.context().addInitScript(
    ([key, text]) => {
      // Only once, so that a sign-out of the page stays in effect.
      if (sessionStorage.getItem('stored') !== null) return
      sessionStorage.setItem('stored', '1')
      localStorage.setItem(key, text)
    },
    [STORAGE_KEY, JSON.stringify(session)] as const,
  )
}

/** Opens a mailed link and presses the button of its page. */
export async function pressMailedLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.locator('main form button[type=submit]').click()
}

/** Waits for a mail to this address that matches `fits`. @returns the text of the newest one */
export async function mailTo(dataDir: string, email: string, fits: RegExp): Promise<string> {
  const outbox = join(dataDir, 'outbox')
  for (let tries = 0; ; tries++) {
    const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
    const mails = names.sort().map((name) => readableMail(readFileSync(join(outbox, name), 'utf8')))
    const found = mails.findLast((mail) => mail.includes(email) && fits.test(mail))
    if (found !== undefined) return found
    if (tries > 150) throw new Error(`no mail to ${email} in ${names.join(', ')}`)
    await pause(200)
  }
}

/** Decodes quoted-printable text. */
export function readableMail(mail: string): string {
  return mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
