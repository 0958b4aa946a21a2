/** Asking for aid on a phone that other people use too: what the device keeps of an unsent request, and how to leave at once. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  choose,
  DRAFT_KEY,
  fillRequest,
  keepDraft,
  keptFiles,
  paper,
  send,
  sendButton,
  toast,
  TYPED,
  whatIsThere,
} from '../support/asking-page.ts'
import { useBrowser } from '../support/browser.ts'
import { signInByForm, signUp, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser()
const site = useSite()

const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), DRAFT_KEY)
const keptHours = async (page: Page) => {
  const { kept_until: until }: { kept_until: number } = JSON.parse((await stored(page)) ?? '')
  return Math.round((until - Date.now()) / 3_600_000)
}

describe('an unsent request', () => {
  test('is stored nowhere unless its person chooses so, and ends with the page', async () => {
    const page = await open(`${site.url}/register/aid`)
    await fillRequest(page)
    await choose(page, paper('fees.pdf'))
    expect(await page.locator('input[value=no]').isChecked()).toBe(true)
    const everything = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(everything).not.toContain('Zoo Road')
    expect(everything).not.toContain(TYPED.Email)
    expect(await keptFiles(page)).toBe(0)
    await page.goto('about:blank')
    await page.goto(`${site.url}/register/aid`)
    await page.getByLabel('First name').waitFor()
    expect(await page.getByLabel('Description').inputValue()).toBe('')
    expect(await page.getByText('You started a request').count()).toBe(0)
  })

  test('is kept for 24 hours or 7 days, and after that time neither shown nor stored', async () => {
    const page = await open(`${site.url}/register/aid`)
    await fillRequest(page)
    await choose(page, paper('fees.pdf'))
    await keepDraft(page)
    expect(await keptHours(page)).toBe(24)
    await keepDraft(page, 'For 7 days')
    expect(await keptHours(page)).toBe(168)
    await expect.poll(() => keptFiles(page)).toBe(1)
    await page.evaluate((key) => {
      const draft = JSON.parse(localStorage.getItem(key) ?? '')
      localStorage.setItem(key, JSON.stringify({ ...draft, kept_until: Date.now() - 1 }))
    }, DRAFT_KEY)
    await page.reload()
    await expect.poll(() => keptFiles(page)).toBe(0)
    expect(await page.getByLabel('Description').inputValue()).toBe('')
    expect(await stored(page)).toBeNull()
  })

  test('is deleted from the device when its person changes their mind, and stays on the page', async () => {
    const page = await open(`${site.url}/register/aid`)
    await fillRequest(page)
    await choose(page, paper('fees.pdf'))
    await keepDraft(page)
    await expect.poll(() => keptFiles(page)).toBe(1)
    await keepDraft(page, 'No')
    await expect.poll(() => keptFiles(page)).toBe(0)
    expect(await stored(page)).toBeNull()
    expect(await page.getByLabel('Description').inputValue()).toBe(TYPED.Description)
    await page.getByRole('button', { name: 'Remove fees.pdf' }).waitFor()
  })

  test('is found again by its person after signing in', async () => {
    const email = 'gani@mail.example'
    await signUp(site.url, email)
    const page = await open(`${site.url}/register/aid`)
    await keepDraft(page)
    await fillRequest(page, { Email: email })
    await page.goto(`${site.url}/login`)
    await signInByForm(page, email)
    await page.getByRole('link', { name: 'Continue registration' }).click()
    await page.getByText(`You are signed in as ${email}.`).waitFor()
    await send(page)
    await toast(page, 'Registration complete').waitFor()
    expect((await whatIsThere(site.url, email)).applications).toHaveLength(1)
  })
})

describe('leaving', () => {
  const OUTSIDE = 'https://www.google.com/'
  /** Records what is left on the screen before the other site has answered. */
  const watchScreen = (page: Page) =>
    page.evaluate(() => {
      const root = document.documentElement
      new MutationObserver(() => localStorage.setItem('seen', `${root.checkVisibility()} ${document.title}`)).observe(
        root,
        { attributes: true },
      )
    })

  test.each(['button', 'keys'] as const)('by %s clears the screen at once, and Back does not return', async (how) => {
    const page = await open(`${site.url}/about`)
    await page.goto(`${site.url}/register/aid`)
    await fillRequest(page)
    await page.route(OUTSIDE, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere' }))
    await watchScreen(page)
    const leave = async () => {
      if (how === 'button') return page.getByRole('link', { name: 'Exit this page' }).click()
      await page.keyboard.press('Escape')
      expect(await sendButton(page).isVisible()).toBe(true)
      await page.keyboard.press('Escape')
    }
    await leave()
    await page.waitForURL(OUTSIDE)
    await page.goBack()
    expect(page.url()).toBe(`${site.url}/about`)
    expect(await page.evaluate(() => localStorage.getItem('seen'))).toBe('false Loading …')
  })

  test('is possible on every page of the aid part', async () => {
    const page = await open(`${site.url}/login`)
    const exit = page.getByRole('link', { name: 'Exit this page' })
    await exit.waitFor()
    await storeSession(page, await signUp(site.url, 'leaving@mail.example'))
    for (const path of ['/apply-for-aid', '/beneficiary/dashboard']) {
      await page.goto(site.url + path)
      await exit.waitFor()
      expect(await exit.getAttribute('href')).toBe(OUTSIDE)
    }
  })
})
