/** Sessions over time and across tabs: kept, refreshed, revoked and expired. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { routeForNow } from '../support/routing.ts'
import { useSite } from '../support/site.ts'
import { signInByForm, signUp, STORAGE_KEY, storeSession } from '../support/signing-in.ts'

// Refused refreshes and missing answers are expected.
const open = useBrowser([/status of 4\d\d/, /ERR_FAILED/, /Page not found/])

const site = useSite()

const signedIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign Out' })
const signedOut = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign In' })
const ended = (page: Page) => page.getByText('Your session has ended', { exact: true })
/** Wait for it immediately: a toast disappears. */
const ledAway = (page: Page) =>
  Promise.all([ended(page).waitFor(), page.waitForURL(`${site.url}/login?from=%2Faccount`)])
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)
const now = () => Math.floor(Date.now() / 1000)

/** Advances the page's clock until something has happened: the client of the session may load later than the page, or be busy at a tick. */
async function letTimePass(page: Page, step: number | string, until: () => boolean | Promise<boolean>): Promise<void> {
  const advance = async () => {
    // It may have happened by itself: more time would end what follows it, such as a toast.
    if (await until()) return true
    await page.clock.fastForward(step)
    return until()
  }
  // Long enough for a busy page to send what the passed time is due for.
  await expect.poll(advance, { interval: 1000 }).toBe(true)
}

/** Revokes every session of a person, as from another device. */
async function signOutElsewhere(accessToken: string): Promise<void> {
  const { status } = await fetch(`${site.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}` },
  })
  expect(status).toBe(204)
}

describe('two tabs', () => {
  test('show nothing of one person to another who takes the session over in one of them, as by a mailed link', async () => {
    const mariam = await signUp(site.url, 'mariam@mail.example', undefined, 'Mariam Bello')
    const account = await open('about:blank')
    await storeSession(account, await signUp(site.url, 'amina@mail.example'))
    await account.goto(`${site.url}/account`)
    const name = account.getByLabel('Full name')
    await expect.poll(() => name.inputValue()).toBe('Amina Yusuf')
    const asked: string[] = []
    for (const path of ['/wallet', '/wallet/history', '/donate']) {
      const page = await account.context().newPage()
      page.on('response', (answer) => {
        if (answer.url().includes('/api/wallet')) asked.push(path)
      })
      await page.goto(site.url + path)
      await expect.poll(() => asked).toContain(path)
    }
    asked.length = 0
    const other = await account.context().newPage()
    await other.goto(`${site.url}/about`)
    await other.evaluate(([key, session]) => localStorage.setItem(key, session), [
      STORAGE_KEY,
      JSON.stringify(mariam),
    ] as const)
    await expect.poll(() => name.inputValue()).toBe('Mariam Bello')
    await expect.poll(() => [...new Set(asked)].toSorted()).toEqual(['/donate', '/wallet', '/wallet/history'])
  })

  test('stay synchronised: signing in and out in one shows in the other', async () => {
    await signUp(site.url, 'tabs@mail.example')
    const first = await open(`${site.url}/login?from=/about`)
    // This tab has never loaded the auth client.
    const second = await first.context().newPage()
    await second.goto(`${site.url}/donate`)
    await signedOut(second).waitFor()

    await signInByForm(first, 'tabs@mail.example')
    await first.waitForURL(`${site.url}/about`)
    await signedIn(second).waitFor()
    expect(second.url()).toBe(`${site.url}/donate`)

    await signedIn(second).click()
    await second.waitForURL(`${site.url}/login`)
    await signedOut(first).waitFor()
    expect(first.url()).toBe(`${site.url}/about`)
  })

  test('a page that needs a session goes to the sign-in when another tab signs out, and says so', async () => {
    const first = await open('about:blank')
    await storeSession(first, await signUp(site.url, 'left@mail.example'))
    await first.goto(`${site.url}/account`)
    await first.getByRole('heading', { level: 1, name: /account/i }).waitFor()
    const second = await first.context().newPage()
    await second.goto(`${site.url}/about`)
    // React writes it; the prerendered page has only its place.
    await second.getByRole('link', { name: 'Welcome, left@mail.example' }).waitFor()
    await signedIn(second).click()
    await ledAway(first)
    expect(await stored(first)).toBeNull()
  })

  test('a page that Back shows again, kept whole by the browser, does not show who has signed out since', async () => {
    const page = await open('about:blank')
    await storeSession(page, await signUp(site.url, 'kept-whole@mail.example'))
    await page.goto(`${site.url}/account`)
    await page.getByLabel('Full name').waitFor()
    // The browser of the tests keeps no page: it misses the change, and comes back.
    await page.evaluate((key) => {
      localStorage.removeItem(key)
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }, STORAGE_KEY)
    await ledAway(page)
    expect(await page.getByText('kept-whole@mail.example').count()).toBe(0)
  })
})

describe('a page that needs a session', () => {
  test('sends a signed-out person to the sign-in and back, without mentioning an expired session', async () => {
    await signUp(site.url, 'back@mail.example')
    const page = await open(`${site.url}/about`)
    await page.goto(`${site.url}/account`)
    await page.waitForURL(`${site.url}/login?from=%2Faccount`)
    expect(await ended(page).count()).toBe(0)
    await signInByForm(page, 'back@mail.example')
    await page.waitForURL(`${site.url}/account`)
    await page.goBack()
    expect(page.url()).toBe(`${site.url}/about`)
  })

  test('leads to the sign-in who comes back to it after signing out', async () => {
    const page = await open('about:blank')
    await storeSession(page, await signUp(site.url, 'comes-back@mail.example'))
    await page.goto(`${site.url}/account`)
    await page.getByLabel('Full name').waitFor()
    await signedIn(page).click()
    await page.waitForURL(`${site.url}/login`)
    await page.goBack()
    await page.waitForURL(`${site.url}/login?from=%2Faccount`)
    expect(await ended(page).count()).toBe(0)
  })

  test('goes to the sign-in when the server refuses the stored session, and removes it', async () => {
    const session = await signUp(site.url, 'refused@mail.example')
    await signOutElsewhere(session.access_token)
    const page = await open('about:blank')
    await storeSession(page, { ...session, expires_at: now() - 10 })
    await page.goto(`${site.url}/account`)
    await ledAway(page)
    expect(await stored(page)).toBeNull()
  })

  test('goes to the sign-in at the first refused call, even if the token looks valid', async () => {
    const session = await signUp(site.url, 'lookedgood@mail.example')
    await signOutElsewhere(session.access_token)
    const page = await open('about:blank')
    await storeSession(page, session)
    const renewed = page.waitForRequest('**/auth/v1/token?grant_type=refresh_token')
    await page.goto(`${site.url}/account`)
    await renewed
    await ledAway(page)
    expect(await stored(page)).toBeNull()
  })

  test('retries with a renewed token when the server refuses the first one', async () => {
    const session = await signUp(site.url, 'skewed@mail.example')
    const page = await open('about:blank')
    // A foreign token: like an expired one on a device whose clock is behind.
    await storeSession(page, { ...session, access_token: `${session.access_token.slice(0, -8)}AAAAAAAA` })
    const calls: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/api/profile')) calls.push(response.status())
    })
    await page.goto(`${site.url}/account`)
    await expect.poll(() => calls).toEqual([401, 200])
    expect(await stored(page)).not.toBeNull()
  })

  test('keeps a session that could not be checked, and offers to retry', async () => {
    const session = await signUp(site.url, 'offline@mail.example')
    const page = await open('about:blank')
    await storeSession(page, { ...session, expires_at: now() - 10 })
    await page.clock.install()
    const reconnect = await routeForNow(page, '**/auth/v1/token**', (route) => route.abort())
    await page.goto(`${site.url}/account`)
    const tried = page.waitForRequest('**/auth/v1/token**')
    await tried
    // The client stops retrying after half a minute.
    await letTimePass(page, 4_000, () => page.getByText('We cannot check your sign-in right now').isVisible())
    expect(await stored(page)).not.toBeNull()
    reconnect()
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await page.getByRole('heading', { level: 1, name: /account/i }).waitFor()
  })
})

describe('over time', () => {
  test('a session is refreshed before it expires', async () => {
    const session = await signUp(site.url, 'fresh@mail.example')
    const page = await open('about:blank')
    // More than the margin at the start, less than that of the ticker.
    await storeSession(page, { ...session, expires_at: now() + 110 })
    await page.clock.install()
    // A page that took long to load refreshes at its start.
    const refreshes: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('grant_type=refresh_token')) refreshes.push(response.status())
    })
    await page.goto(`${site.url}/about`)
    await signedIn(page).waitFor()
    await letTimePass(page, 10_000, () => refreshes.includes(200))
    await expect.poll(async () => (await stored(page))?.includes(session.refresh_token)).toBe(false)
    expect(await signedIn(page).isVisible()).toBe(true)
  })

  test('a session that was being refreshed when its person signed out takes nothing from the next one', async () => {
    const next = 'takes-over@mail.example'
    const before = await signUp(site.url, 'was-refreshed@mail.example')
    await signUp(site.url, next)
    const page = await open('about:blank', { viewport: { width: 1366, height: 800 } })
    await storeSession(page, { ...before, expires_at: now() - 60 })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
      await released
      await route.continue()
    })
    const refreshing = page.waitForRequest('**/auth/v1/token?grant_type=refresh_token')
    await page.goto(`${site.url}/contact`)
    await refreshing
    await signedIn(page).click()
    await page.waitForURL(`${site.url}/login`)
    await signInByForm(page, next)
    await page.waitForURL(`${site.url}/wallet`)
    const left = page.waitForResponse('**/auth/v1/logout*')
    release()
    await left
    await page.reload()
    await page.getByText(`Welcome, ${next}`).first().waitFor({ state: 'attached' })
    const headers = { Authorization: `Bearer ${before.access_token}` }
    await expect.poll(async () => (await fetch(`${site.url}/auth/v1/user`, { headers })).status).toBe(403)
  })

  test('a session that another tab has taken over shows no one else while that of before is still being refreshed', async () => {
    const before = await signUp(site.url, 'refreshed-still@mail.example')
    const next = JSON.stringify(await signUp(site.url, 'in-the-other-tab@mail.example'))
    const page = await open('about:blank', { viewport: { width: 1366, height: 800 } })
    await storeSession(page, { ...before, expires_at: now() - 60 })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
      await released
      await route.continue()
    })
    const refreshing = page.waitForRequest('**/auth/v1/token?grant_type=refresh_token')
    await page.goto(`${site.url}/contact`)
    await refreshing
    await page.getByText('Welcome, refreshed-still@mail.example').first().waitFor({ state: 'attached' })
    const other = await page.context().newPage()
    await other.goto(`${site.url}/about`)
    await other.evaluate(([key, text]) => localStorage.setItem(key, text), [STORAGE_KEY, next] as const)
    await page.getByText('Welcome, in-the-other-tab@mail.example').first().waitFor({ state: 'attached' })
    expect(await page.getByText('refreshed-still@mail.example').count()).toBe(0)
    release()
    await other.close()
    await page.reload()
    await page.getByText('Welcome, in-the-other-tab@mail.example').first().waitFor({ state: 'attached' })
  })

  test('a revoked session ends here when its token expires, and the page is remembered', async () => {
    const session = await signUp(site.url, 'expired@mail.example')
    const page = await open('about:blank')
    await storeSession(page, session)
    await page.clock.install()
    await page.goto(`${site.url}/account`)
    await page.getByRole('heading', { level: 1, name: /account/i }).waitFor()
    let isRenewing = false
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) isRenewing = true
    })
    await signOutElsewhere(session.access_token)
    // Not beyond the renewal: the toast's time would pass too. A part of the page that was asked for late may have ended it before.
    const isOver = () => isRenewing || page.url().includes('/login')
    await Promise.all([ledAway(page), letTimePass(page, '01:01:00', isOver)])
    await signedOut(page).waitFor()
    expect(await stored(page)).toBeNull()
  })
})
