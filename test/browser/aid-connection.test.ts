/** Asking for aid while the connection or the session ends: it continues by itself, or after signing in again. */
import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  choose,
  fillRequest,
  heading,
  keepDraft,
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
import { sentRequest } from '#words/aid/sent-request.ts'

// On the way through about:blank, the session's script finds no storage.
const open = useBrowser([/'sessionStorage' property/, /status of 4\d\d/, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/])
const site = useSite()

test('pressed without a connection, it is sent when the connection returns, once', async () => {
  const email = 'offline@mail.example'
  const page = await open(`${site.url}/register/aid`, { viewport: { width: 360, height: 740 } })
  await fillRequest(page, { Email: email })
  await choose(page, paper('fees.pdf'))
  await page.context().setOffline(true)
  await send(page)
  await page.getByText('we send them as soon as you are back online').waitFor()
  await page.context().setOffline(false)
  await toast(page, 'Registration complete').waitFor()
  const { applications, documents } = await whatIsThere(site.url, email)
  expect([applications.length, documents.length]).toEqual([1, 1])
})

test('a kept draft that waits for the connection is sent after a reload, and without an answer it is tried again', async () => {
  const email = 'reloaded@mail.example'
  const page = await open('about:blank')
  await storeSession(page, await signUp(site.url, email))
  await page.goto(`${site.url}/apply-for-aid`)
  await fillRequest(page)
  await keepDraft(page)
  await page.context().setOffline(true)
  await send(page)
  await page.getByText('we send them as soon as you are back online').waitFor()
  // The browser loads the page again with the connection, but the first call gets no answer.
  let calls = 0
  await page.route('**/api/applications', (route) => {
    calls += route.request().method() === 'POST' ? 1 : 0
    return calls === 1 ? route.abort() : route.fallback()
  })
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(`${site.url}/apply-for-aid?step=check`)
  await page.getByText('Keep this page open: we try again every few seconds.').waitFor()
  await toast(page, 'Request sent').waitFor()
  expect((await whatIsThere(site.url, email)).applications).toHaveLength(1)
})

test('a session that ended leads to the sign-in, and from there back to the answers, with everything', async () => {
  const email = 'ended@mail.example'
  const session = await signUp(site.url, email)
  const page = await open(`${site.url}/apply-for-aid`)
  // The start page of aid comes first for visitors; the Sign In tab keeps their destination.
  await page.getByRole('link', { name: 'Start my request' }).click()
  await page.getByRole('tab', { name: 'Sign In' }).click()
  // Until then, Email is the field of the other tab.
  await page.getByRole('tabpanel', { name: 'Sign In' }).waitFor()
  await signInByForm(page, email)
  await page.waitForURL(/apply-for-aid/)
  await fillRequest(page)
  await choose(page, paper('fees.pdf'))
  await fetch(`${site.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${session.access_token}` },
  })
  await send(page)
  await page.waitForURL(/\/login/)
  await signInByForm(page, email)
  await sendButton(page).waitFor()
  expect(await heading(page).innerText()).toBe('Check your answers')
  await page.getByText(TYPED.Address).last().waitFor()
  await sendButton(page).click()
  await toast(page, 'Request sent').waitFor()
  const { applications, documents } = await whatIsThere(site.url, email)
  expect([applications.length, documents.length]).toEqual([1, 1])
})

describe('a request that is on its way when its person signs out', () => {
  const OWN = 'Rice for a family of six'

  /** Leads the next person to the form meanwhile. @returns the page, and lets the call go on */
  async function nextAsks(
    before: string,
    next: string,
    post: (route: Route, released: Promise<void>) => Promise<void>,
  ) {
    await signUp(site.url, next)
    const page = await open('about:blank', { viewport: { width: 1366, height: 800 } })
    await storeSession(page, await signUp(site.url, before))
    await page.goto(`${site.url}/apply-for-aid`)
    await fillRequest(page)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/applications', async (route) => {
      if (route.request().method() === 'POST') await post(route, released)
      else await route.continue()
    })
    const sending = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/applications'),
    )
    await send(page)
    await sending
    const left = page.waitForResponse('**/auth/v1/logout*')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await left
    await signInByForm(page, next)
    await page.waitForURL(`${site.url}/wallet`)
    await page.getByRole('banner').getByRole('link', { name: 'My requests' }).first().click()
    await page.getByRole('main').getByRole('link', { name: 'Ask for aid' }).first().click()
    await page.getByRole('heading', { name: 'What you need' }).waitFor()
    return { page, release }
  }

  test('is never sent as that of the next one', async () => {
    const next = 'has-not-asked@mail.example'
    const { page, release } = await nextAsks('on-its-way@mail.example', next, async (route, released) => {
      await released
      await route.continue()
    })
    expect(await page.getByLabel('Description').inputValue()).toBe('')
    const refused = page.waitForResponse((answer) => answer.status() === 401)
    release()
    await refused
    await page.getByRole('banner').getByRole('link', { name: 'My requests' }).first().click()
    await page.getByText('No applications found').waitFor()
    expect((await whatIsThere(site.url, next)).applications).toEqual([])
    expect(await page.getByText(sentRequest.title).count()).toBe(0)
  })

  test('takes nothing of what the next one has typed, and tells them nothing', async () => {
    const before = 'has-arrived@mail.example'
    const { page, release } = await nextAsks(before, 'types-meanwhile@mail.example', async (route, released) => {
      const response = await route.fetch()
      await released
      await route.fulfill({ response })
    })
    await page.getByLabel('Description').fill(OWN)
    const locks = () => page.evaluate(async () => (await navigator.locks.query()).held?.length)
    expect(await locks()).toBe(1)
    release()
    await expect.poll(locks).toBe(0)
    expect(await toast(page, 'Request sent').count()).toBe(0)
    await page.reload()
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe(OWN)
    expect((await whatIsThere(site.url, before)).applications).toHaveLength(1)
  })
})
