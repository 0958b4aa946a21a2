/** Two reviewers open one request: neither overwrites the other's decision, and no typed text is lost. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { newAdministrator } from '../support/paying-out-site.ts'
import { administratorSession, askForAid, comeBack, composer, reloadWithDrafts } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

// Taking what a colleague has is refused on purpose, which the browser logs as an error.
const open = useBrowser([/status of 409/])
const site = useSite()
let halima: StoredSession
let bola: StoredSession
arrange(site, async () => {
  halima = await named(await administratorSession(site.url), 'Halima Musa')
  bola = await named(await newAdministrator(site, 'bola@taimako.example'), 'Bola Ade')
})

async function named(session: StoredSession, name: string): Promise<StoredSession> {
  const headers = { Authorization: `Bearer ${session.access_token}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ full_name: name })
  expect((await fetch(`${site.url}/api/profile`, { method: 'PUT', headers, body })).status).toBe(200)
  return session
}

async function openAs(session: StoredSession, path: string): Promise<Page> {
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 } })
  await storeSession(page, session)
  await page.goto(site.url + path)
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Waits until a page shows it, whose reader keeps coming back. */
const expectOnReturn = (page: Page, what: Locator) =>
  expect
    .poll(async () => {
      await comeBack(page)
      return what.count()
    })
    .toBe(1)
const TEXT = 'The bill is for another school. Please send the right one.'

test('who comes back learns what a colleague did, and every word that they typed stays', async () => {
  const { id } = await askForAid(site.url, 'both@mail.example', { name: 'Both Ade' })
  const path = `/admin/applications/${id}`
  const [first, second] = [await openAs(halima, path), await openAs(bola, path)]
  await button(second, 'Reject').click()
  await second.getByLabel('Reason').fill(TEXT)
  // The reviewer who is writing holds the request. The other one can only take it over.
  await expectOnReturn(first, first.getByText('Bola Ade has taken this request and is deciding about it.'))
  expect(await button(first, 'Approve').isVisible()).toBe(false)
  await first.keyboard.press('a')
  expect(await composer(first).count()).toBe(0)
  expect(await violationsInEachTheme(first)).toEqual([])

  await button(first, 'Take over').click()
  await toast(first, 'You have taken over this request').waitFor()
  await expectOnReturn(second, second.getByText('This request has just changed'))
  await second.getByText(/^Taken over from a colleague · Halima Musa/).waitFor()
  expect(await second.getByLabel('Reason').inputValue()).toBe(TEXT)
  await composer(second).getByRole('button', { name: 'Reject', exact: true }).waitFor({ state: 'detached' })
  // Holds on a phone too, where the typed text is further down.
  await second.setViewportSize({ width: 360, height: 740 })
  await second.getByLabel('Reason').evaluate((text) => text.scrollIntoView({ block: 'end' }))
  const { y = -1, height = 0 } = (await button(second, 'Take over').boundingBox()) ?? {}
  const { y: top = 0 } = (await second.locator('.review-decision').boundingBox()) ?? {}
  expect(y).toBeGreaterThanOrEqual(top)
  expect(y + height).toBeLessThanOrEqual(740)
  await second.setViewportSize({ width: 1440, height: 900 })

  await button(first, 'Approve').waitFor()
  // The button that was pressed is gone: the keys go on beside the decisions.
  expect(await first.locator('.review-decision :focus').count()).toBe(1)
  await button(first, 'Approve').click()
  await composer(first).getByRole('button', { name: 'Approve', exact: true }).click()
  await expectOnReturn(second, second.getByText(/^Approved · Halima Musa/))
  expect(await second.getByLabel('Reason').inputValue()).toBe(TEXT)
  await reloadWithDrafts(second, 1)
  await button(second, 'Reject').click()
  expect(await second.getByLabel('Reason').inputValue()).toBe(TEXT)
})

test('a reviewer who takes over decides about the current version, even if their page loads it late', async () => {
  const { id } = await askForAid(site.url, 'late-line@mail.example', { name: 'Late Ade' })
  const path = `/admin/applications/${id}`
  const [first, second] = [await openAs(halima, path), await openAs(bola, path)]
  await button(first, 'Reject').click()
  await expectOnReturn(second, button(second, 'Take over'))
  const line = Promise.withResolvers<void>()
  await second.route(
    ({ pathname }) => pathname === `/api${path}`,
    async (route) => {
      await line.promise
      await route.continue()
    },
  )
  let isTold = false
  second.on('response', (response) => {
    if (!response.url().endsWith('/lease') || response.request().method() !== 'GET') return
    void response.text().then((text) => (isTold ||= text.includes('Bola Ade')))
  })
  await button(second, 'Take over').click()
  await toast(second, 'You have taken over this request').waitFor()
  await expect.poll(() => comeBack(second).then(() => isTold)).toBe(true)
  // To reject what is on the screen would be refused: it is not the request that was taken over.
  expect(await button(second, 'Reject').isVisible()).toBe(false)
  line.resolve()
  await button(second, 'Approve').click()
  await composer(second).getByRole('button', { name: 'Approve', exact: true }).click()
  await toast(second, 'Request approved').waitFor()
})

test('the queue of a colleague shows what happened to its rows when they come back', async () => {
  const { id } = await askForAid(site.url, 'row@mail.example', { name: 'Row Ade' })
  const list = await openAs(bola, '/admin/applications')
  const row = list.getByRole('row').filter({ hasText: 'Row Ade' })
  await row.waitFor()
  const review = await openAs(halima, `/admin/applications/${id}`)
  await button(review, 'Reject').waitFor()
  await button(review, 'Reject').click()
  await expectOnReturn(list, row.getByText('Taken by Halima Musa'))
  await review.goto(`${site.url}/admin`)
  await askForAid(site.url, 'new@mail.example', { name: 'New Arrival' })
  await expectOnReturn(list, list.getByRole('row').filter({ hasText: 'New Arrival' }))
})

test('what is composed does not overwrite what the same reviewer has decided in another window', async () => {
  const { id } = await askForAid(site.url, 'windows@mail.example', { name: 'Windows Ade' })
  const path = `/admin/applications/${id}`
  const page = await openAs(halima, path)
  await button(page, 'Reject').click()
  await page.getByLabel('Reason').fill(TEXT)
  const headers = { Authorization: `Bearer ${halima.access_token}`, 'Content-Type': 'application/json' }
  const other = { method: 'PATCH', headers, body: JSON.stringify({ status: 'approved' }) }
  expect((await fetch(`${site.url}/api${path}`, other)).status).toBe(200)
  await expectOnReturn(page, page.locator('.request-head').getByText('Approved', { exact: true }))
  const reject = composer(page).getByRole('button', { name: 'Reject', exact: true })
  await reject.click()
  await page.getByText('Already decided').waitFor()
  expect(await page.getByLabel('Reason').inputValue()).toBe(TEXT)
  // Now they know.
  await reject.click()
  await toast(page, 'Request rejected').waitFor()
})
