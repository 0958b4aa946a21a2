/** Every page is accessible in both themes, and adapts to its reader: a small phone, text twice as large, colours of their own, no motion, and paper. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SECTIONS } from '../support/account-page.ts'
import { cutTexts, inkOnPaper, moving, stickingOut, unseenFocus, withoutEdge } from '../support/adapting.ts'
import { violationsInBothThemes } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

// A missing page answers 404, which the browser logs as an error.
const open = useBrowser([/status of 404/, /Page not found/])
const site = useSite()
let receipt: string
let applicant: StoredSession
let administrator: StoredSession
beforeAll(async () => {
  const given = await fetch(`${site.url}/api/donations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ amount: 2500, donation_type: 'school' }),
  })
  receipt = z.object({ receipt_code: z.string() }).parse(await given.json()).receipt_code
  const email = 'amina.with.a.long.address@northern-relief.example'
  applicant = (await askForAid(site.url, email, { name: 'Amina Abdulkadir-Suleiman', withDocuments: true })).session
  administrator = await administratorSession(site.url)
})

/** @returns a line for each fault, with the situation in which it shows */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = []
  const look = async (situation: string, ...checks: ((page: Page) => Promise<string[]>)[]) => {
    for (const check of checks) faults.push(...(await check(page)).map((fault) => `${situation}: ${fault}`))
  }
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.fonts.status === 'loaded' && !document.querySelector('[aria-busy="true"]'))
  await look('at 320 px', stickingOut, moving)

  await page.emulateMedia({ forcedColors: 'active' })
  await look('in forced colours', withoutEdge)
  for (const _ of [1, 2, 3]) {
    await page.keyboard.press('Tab')
    await look('in forced colours', unseenFocus)
  }

  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  await page.setViewportSize({ width: 718, height: 1000 })
  await look('on paper', stickingOut, inkOnPaper)

  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await look('at 1280 px', violationsInBothThemes)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await look('with large text', stickingOut, cutTexts)
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  await page.setViewportSize(PHONE.viewport)
  const settings = await page.context().newCDPSession(page)
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await look('at 320 px with large text', stickingOut)
  return faults
}

const PHONE = { viewport: { width: 320, height: 640 } }

describe('public pages', () => {
  test.each([
    '/',
    '/about',
    '/success-stories',
    '/donate',
    '/contact',
    '/faq',
    '/privacy',
    '/terms',
    '/refunds',
    '/transparency',
    '/transparency/failures',
    '/confirm',
    '/receipts',
    'the receipt',
    '/login',
    '/register',
    '/register/aid',
    '/register/account',
    '/forgot-password',
    '/reset-password',
    '/admin-auth',
    '/offline',
    '/nowhere',
  ])('%s', async (address) => {
    const page = await open(site.url + (address === 'the receipt' ? `/receipts/${receipt}` : address), PHONE)
    expect(await faultsOf(page)).toEqual([])
  })
})

describe('pages of a signed-in user', () => {
  test.each([
    '/wallet',
    '/wallet/history',
    '/beneficiary/dashboard',
    '/claim',
    '/apply-for-aid',
    ...SECTIONS.map((section) => `/account?section=${section}`),
  ])('%s', async (address) => {
    const page = await open('about:blank', PHONE)
    await storeSession(page, applicant)
    await page.goto(site.url + address)
    expect(await faultsOf(page)).toEqual([])
  })
})

describe('staff pages', () => {
  test.each(['applications', 'payouts', 'beneficiaries', 'donors', 'messages', 'audit', 'books', 'overview'])(
    '/admin/%s',
    async (place) => {
      const page = await open('about:blank', PHONE)
      await storeSession(page, administrator)
      await page.goto(`${site.url}/admin/${place}`)
      expect(await faultsOf(page)).toEqual([])
    },
  )
})
