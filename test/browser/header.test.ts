/** The header of a signed-in person: shown immediately without layout shifts, and signing out. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { isNightly } from '../support/nightly.ts'
import { useSite } from '../support/site.ts'
import { signUp, STORAGE_KEY, storeSession, type StoredSession } from '../support/signing-in.ts'
import { fetchFont, shiftsOf, watchShifts } from '../support/shifts.ts'
import { signOut } from '#words/people/sign-out.ts'

// Some pages answer 404, and one test causes a refusal, which the browser logs as errors.
const open = useBrowser([/status of (404|403|429)/, /Page not found/, /ERR_FAILED/])
const EMAIL = 'amina.yusuf.of.the.long.address.in.gusau@a-long-host-name.example'

const site = useSite()
let session: StoredSession
beforeAll(async () => {
  session = await signUp(site.url, EMAIL)
})

const header = (page: Page) => page.getByRole('banner')
const signedIn = (page: Page) => header(page).getByRole('button', { name: 'Sign Out' })
const signedOut = (page: Page) => header(page).getByRole('link', { name: 'Sign In' })
const openMenu = async (page: Page) => page.locator('.menu summary').click()

/** Opens a blank page, with the session of this file if wanted. */
async function prepare(isIn: boolean, width: number, options: Parameters<typeof open>[1] = {}): Promise<Page> {
  const page = await open('about:blank', { viewport: { width, height: 800 }, ...options })
  if (isIn) await storeSession(page, session)
  return page
}

describe('the first paint is right before any script of the page has run', () => {
  test.each([
    [true, 1440],
    [false, 1440],
    [true, 360],
    [false, 360],
  ])('with a stored session: %s, at %d px', async (isIn, width) => {
    const page = await prepare(isIn, width)
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(site.url)
    if (width < 1024) await openMenu(page)
    expect(await signedIn(page).isVisible()).toBe(isIn)
    expect(await header(page).getByRole('link', { name: 'Wallet' }).isVisible()).toBe(isIn)
    expect(await signedOut(page).isVisible()).toBe(!isIn)
  })
})

test.each([
  [true, 360, 'light'],
  [false, 1440, 'dark'],
  ...(isNightly
    ? ([
        [true, 768, 'dark'],
        [true, 1024, 'light'],
        [true, 1440, 'dark'],
        [false, 360, 'dark'],
        [false, 1440, 'light'],
      ] as const)
    : []),
] as const)('nothing moves when the session is known: stored %s, %d px, %s', async (isIn, width, theme) => {
  const page = await prepare(isIn, width, { colorScheme: theme, fresh: true })
  await fetchFont(page)
  await watchShifts(page)
  await page.goto(site.url, { waitUntil: 'networkidle' })
  const { score, moved } = await shiftsOf(page)
  expect(score < 0.001 ? [] : moved).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  if (width < 1024) await openMenu(page)
  await (isIn ? signedIn(page) : signedOut(page)).waitFor()
  expect(await (isIn ? signedOut(page) : signedIn(page)).count()).toBe(0)
  expect(await violations(page)).toEqual([])
})

test.each([320, 360])('it is one row at %d px while its font is on its way', async (width) => {
  const page = await prepare(false, width)
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto(`${site.url}/faq`)
  const bottomOf = async (part: string) => {
    const box = await header(page).locator(part).first().boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0))
  }
  expect(await bottomOf('.menu summary')).toBe(await bottomOf('.brand'))
  expect(await bottomOf('.header-donate')).toBe(await bottomOf('.brand'))
})

test('a signed-in person is greeted by email address on one line, and led to their requests and account', async () => {
  for (const width of [1024, 1440, 360]) {
    const page = await prepare(true, width)
    await page.goto(site.url)
    if (width < 1024) await openMenu(page)
    const line = header(page).getByRole('link', { name: `Welcome, ${EMAIL}` })
    await line.waitFor()
    expect(await line.getAttribute('title')).toBe(`Welcome, ${EMAIL}`)
    // React may be hydrating this line.
    await vi.waitFor(
      async () => {
        const box = await line.boundingBox()
        expect(box?.height).toBeLessThanOrEqual(48)
        expect(box?.width).toBeGreaterThan(100)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        // Large screens have room for all of it.
        const text = line.locator('span')
        const isCut = await text.evaluate((element) => element.scrollWidth > element.clientWidth)
        expect([width, isCut]).toEqual([width, width < 1024])
      },
      { timeout: 60_000 },
    )
    const leadsTo = (name: string) => header(page).getByRole('link', { name, exact: true }).filter({ visible: true })
    expect(await leadsTo('My requests').getAttribute('href')).toBe('/beneficiary/dashboard')
    expect(await leadsTo('Account').getAttribute('href')).toBe('/account')
    expect(await header(page).getByRole('link', { name: 'Wallet' }).getAttribute('href')).toBe('/wallet')
  }
})

describe('Sign Out', () => {
  test.each(['without a connection', 'with a refusal'])(
    'ends on this device at once, %s too, says that it failed and why, and leads away from what is private',
    async (how) => {
      const email = `leaves-${how.replaceAll(' ', '-')}@mail.example`
      const page = await open('about:blank', { viewport: { width: 1280, height: 800 } })
      await storeSession(page, await signUp(site.url, email))
      await page.goto(`${site.url}/account`)
      await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Amina Yusuf')
      await page.evaluate(() => sessionStorage.setItem('taimako-request', '{"texts":{"description":"A deposit."}}'))
      // Its code is there before it is needed.
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/leave-session')),
      )
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const error = { code: 'over_request_rate_limit', message: 'Request rate limit reached' }
      await page.route('**/auth/v1/logout**', async (route) => {
        await released
        await (how === 'with a refusal' ? route.fulfill({ status: 429, json: error }) : route.abort())
      })
      await signedIn(page).click()
      // Before any answer, which may take minutes on a bad line.
      await page.waitForURL(`${site.url}/login`)
      const left = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
      expect(left).not.toMatch(/deposit|access_token/)
      await signedOut(page).waitFor()
      release()
      const toast = page.getByRole('alert').filter({ hasText: 'Sign out failed' })
      const why = how === 'with a refusal' ? error.message : 'We could not reach the server.'
      await toast.getByText(why).filter({ hasText: signOut.here }).waitFor()
      await page.goto(`${site.url}/account`)
      await page.waitForURL(`${site.url}/login?from=%2Faccount`)
      expect(await page.getByText(email).count()).toBe(0)
    },
  )

  test('says that it failed when its code cannot be loaded', async () => {
    const page = await prepare(true, 1280)
    await page.route(/assets\/leave-session/, (route) => route.abort())
    await page.goto(site.url)
    await header(page)
      .getByRole('link', { name: `Welcome, ${EMAIL}` })
      .waitFor()
    await signedIn(page).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Sign out failed' })
    await toast.getByText('This page is incomplete.').waitFor()
    expect(await signedIn(page).isVisible()).toBe(true)
  })

  test.each([1280, 360])(
    'ends every session of the person, says so, and leads to the sign-in, at %d px',
    async (width) => {
      const email = `amina.${width}@mail.example`
      const own = await signUp(site.url, email)
      const page = await open('about:blank', { viewport: { width, height: 800 } })
      await storeSession(page, own)
      await page.goto(site.url)
      if (width < 1024) await openMenu(page)
      await header(page)
        .getByRole('link', { name: `Welcome, ${email}` })
        .waitFor()
      await signedIn(page).click()
      // Both at once, because a toast disappears.
      const said = page.getByRole('status').getByText('Signed out', { exact: true }).waitFor()
      await Promise.all([said, page.waitForURL(`${site.url}/login`)])
      if (width < 1024) await openMenu(page)
      await signedOut(page).waitFor()
      expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull()
      const { status } = await fetch(`${site.url}/auth/v1/user`, {
        headers: { Authorization: `Bearer ${own.access_token}` },
      })
      expect(status).toBe(403)
    },
  )
})

test('a signed-out person does not load the auth client', async () => {
  const page = await prepare(false, 1280)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${site.url}/donate`, { waitUntil: 'networkidle' })
  const texts = await Promise.all(
    asked.filter((address) => address.endsWith('.js')).map(async (address) => (await fetch(address)).text()),
  )
  expect(texts.length).toBeGreaterThan(3)
  expect(texts.filter((text) => text.includes('grant_type=refresh_token'))).toEqual([])
  expect(asked.filter((address) => address.includes('/auth/v1'))).toEqual([])
})
