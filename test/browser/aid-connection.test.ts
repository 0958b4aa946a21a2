/** Asking for aid while the connection or the session ends: it continues by itself, or after signing in again. */
import { expect, test } from 'vitest'
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
