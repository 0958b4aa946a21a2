/** What a person does to have an account and to sign in, by the words that they see; and what lies in the outbox meanwhile. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { submitButton } from './submit-button.ts'

export const PASSWORD = 'rain on the tin roof'
/** Where the pages keep the session. */
export const STORAGE_KEY = 'taimako-session'

const SessionAnswer = z.looseObject({ access_token: z.string(), refresh_token: z.string() })
export type StoredSession = z.output<typeof SessionAnswer>

/** Makes an account without a page. @returns its session, as the protocol answers it */
export async function signUp(url: string, email: string, password = PASSWORD): Promise<StoredSession> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, data: { full_name: 'Amina Yusuf', role: 'beneficiary' } }),
  })
  return SessionAnswer.parse(await response.json())
}

const Enrolled = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) })
const WithId = z.object({ id: z.string() })

/** Gives an account an authenticator app, without a page. @returns what makes its codes */
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
  const challenge = WithId.parse(await post(`/factors/${id}/challenge`, {}))
  // A step before: each step's code counts once, and the page needs the present one.
  const code = codes.generate({ timestamp: Date.now() - 30_000 })
  SessionAnswer.parse(await post(`/factors/${id}/verify`, { challenge_id: challenge.id, code }))
  return codes
}

/** Signs in on the page that is open, by the form. */
export async function signInByForm(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submitButton(page).filter({ hasText: 'Sign In' }).click()
}

/** Lets the pages of this context begin signed in: the session is stored before any of their scripts runs. */
export async function storeSession(page: Page, session: object): Promise<void> {
  await page.context().addInitScript(
    ([key, text]) => {
      // Once: what the page removes stays removed.
      if (sessionStorage.getItem('stored') !== null) return
      sessionStorage.setItem('stored', '1')
      localStorage.setItem(key, text)
    },
    [STORAGE_KEY, JSON.stringify(session)] as const,
  )
}

/** The text of the newest mail to an address, once there is one that `fits`; the outbox is emptied by a job. */
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

/** Undoes what mail does to long lines and to signs beyond ASCII. */
export function readableMail(mail: string): string {
  return mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
