/** Opens and uses the account page as a newly registered person. */
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import type { OpenPage } from './browser.ts'
import { PASSWORD, signUp, storeSession, type StoredSession } from './signing-in.ts'

export const SECTIONS = ['profile', 'password', 'two-step', 'linked', 'sessions', 'openings', 'data'] as const
type Section = (typeof SECTIONS)[number]

export function sectionAddress(url: string, section: Section): string {
  return `${url}/account?section=${section}`
}

/** Registers this address, and opens a section of the account page. */
export async function openAccount(
  open: OpenPage,
  url: string,
  email: string,
  section: Section,
): Promise<{ page: Page; session: StoredSession }> {
  const session = await signUp(url, email)
  const page = await open('about:blank')
  await storeSession(page, session)
  await page.goto(sectionAddress(url, section))
  return { page, session }
}

export const toast = (page: Page, title: string) =>
  page.locator('[popover].toast').filter({ has: page.getByText(title, { exact: true }) })

/** A button in the page's main part, not in the header or footer. */
export const pageButton = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

/** Reads the key from the page. @returns the authenticator app that has it */
export async function appOf(page: Page): Promise<(secondsFromNow?: number) => string> {
  const secret = (await page.locator('p[translate=no]').innerText()).replaceAll(/\s/g, '')
  const totp = new TOTP({ secret })
  return (secondsFromNow = 0) => totp.generate({ timestamp: Date.now() + secondsFromNow * 1000 })
}

/** Signs in with a password, without a page. */
export function signInElsewhere(url: string, email: string, password = PASSWORD): Promise<Response> {
  return fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
}
