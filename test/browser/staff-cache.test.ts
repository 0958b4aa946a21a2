/** Data that staff pages keep in memory, for how long, and when they load it again. */
import { sql } from 'drizzle-orm'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { rows } from '../../server/platform/db/db.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { routeForNow, routeOnce } from '../support/routing.ts'
import { ADMIN, arrange, useSite } from '../support/site.ts'
import { storeSession } from '../support/signing-in.ts'

// Refused calls are what some tests are about; the browser logs them as errors.
const open = useBrowser([/status of (400|401|403)/])
const site = useSite()
const ids: Record<string, string> = {}
arrange(site, async () => {
  for (const name of ['First', 'Second'])
    ids[name] = (await askForAid(site.url, `${name}@mail.example`, { name: `${name} Ade` })).id
})

const heading = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(`${name} Ade`) })

const newPage = () => open('about:blank', { viewport: { width: 1440, height: 900 } })

/** Opens the list of beneficiaries, the queue, and its first request. */
async function openFirst(given?: Page): Promise<Page> {
  const page = given ?? (await newPage())
  await storeSession(page, await administratorSession(site.url))
  await page.goto(`${site.url}/admin/beneficiaries`)
  await page.getByRole('rowheader', { name: /First Ade/ }).waitFor()
  await page.getByRole('link', { name: 'Queue', exact: true }).first().click()
  await page.getByRole('link', { name: 'First Ade' }).click()
  await heading(page, 'First').waitFor()
  return page
}

/**
 * Watches the calls of a page. `networkidle` would not do: Playwright reports it once for a document, perhaps before the address changed
 * within it.
 */
function watchCalls(page: Page) {
  let sent: string[] = []
  const underway = new Set<Request>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    underway.add(request)
    const purpose = searchParams.get('purpose')
    sent.push(pathname.replace(/[\da-f-]{36}/, 'ID') + (purpose === null ? '' : `?purpose=${purpose}`))
  })
  page.on('requestfinished', (request) => underway.delete(request))
  page.on('requestfailed', (request) => underway.delete(request))
  return {
    sent: () => sent,
    underway: () => underway.size,
    forget: () => {
      sent = []
    },
  }
}

/** @returns how often a request was opened, and loaded ahead */
async function looksAt(name: string): Promise<readonly number[]> {
  const found = await rows(
    site.database.db,
    sql`select action from audit_events where subject_id = ${ids[name]} and action in ('application.read', 'application.prepared')`,
    z.object({ action: z.string() }),
  )
  return ['application.read', 'application.prepared'].map(
    (action) => found.filter((event) => event.action === action).length,
  )
}

/** Goes back to the list of beneficiaries, whose answer is held back. @returns a function that sends it */
async function goBackToPeople(page: Page): Promise<() => void> {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/admin/beneficiaries?*', async (route) => held.then(() => route.continue()))
  await page.goBack()
  await page.waitForURL('**/admin/dashboard')
  await page.goBack()
  await page.waitForURL('**/admin/beneficiaries')
  return answer
}

test('a request is recorded as opened once, when it is shown: not loaded ahead, and not loaded again', async () => {
  const page = await openFirst()
  await expect.poll(() => looksAt('Second')).toEqual([0, 1])
  await page.getByRole('textbox', { name: /^New note/ }).fill('Called the school.')
  const again = page.waitForResponse(/purpose=again/)
  await page.getByRole('button', { name: 'Save note' }).click()
  await (await again).finished()
  expect(await looksAt('First')).toEqual([1, 0])
  await page.getByRole('textbox', { name: /^New note/ }).blur()
  await page.keyboard.press('j')
  await heading(page, 'Second').waitFor()
  await expect.poll(() => looksAt('Second')).toEqual([1, 1])
  // Going back to it is another look.
  await page.keyboard.press('k')
  await heading(page, 'First').waitFor()
  await expect.poll(async () => (await looksAt('First'))[0]).toBe(2)
})

test('coming back to the window loads the lease of a request, and nothing of other pages', async () => {
  const page = await newPage()
  const calls = watchCalls(page)
  await openFirst(page)
  // The request's page makes these once it is drawn; the others, with the frame.
  for (const last of ['/api/admin/reason-templates', '/api/admin/applications/ID?purpose=prepare'])
    await expect.poll(calls.sent).toContain(last)
  await expect.poll(calls.underway).toBe(0)
  const comeBack = () =>
    page.evaluate(() => {
      window.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
  calls.forget()
  await comeBack()
  await expect.poll(calls.sent).toEqual(['/api/admin/applications/ID/lease'])
  await expect.poll(calls.underway).toBe(0)
  await page.goto(`${site.url}/admin/team`)
  await page.getByRole('table').waitFor()
  await expect.poll(calls.underway).toBe(0)
  calls.forget()
  await comeBack()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  expect(calls.sent()).toEqual([])
})

test('Back shows the rows that were there, and nothing of them is stored', async () => {
  const page = await openFirst()
  const answer = await goBackToPeople(page)
  await page.getByRole('rowheader', { name: /First Ade/ }).waitFor()
  const stored = await page.evaluate(async () => [
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    (await indexedDB.databases()).map(({ name }) => name).join(' '),
    (await caches.keys()).join(' '),
  ])
  expect(stored.join(' ')).not.toMatch(/First Ade|tanstack/i)
  answer()
})

test('the end of a session empties the cache: Back loads the rows anew', async () => {
  const page = await openFirst()
  const renew = await routeForNow(page, '**/auth/v1/token*', (route) =>
    route.fulfill({ status: 400, json: { code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' } }),
  )
  const allow = await routeForNow(page, '**/api/admin/applications/*/lease', (route) =>
    route.fulfill({ status: 401, json: { code: 'unauthorized' } }),
  )
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  renew()
  allow()
  await dialog.getByRole('button', { name: 'Admin Sign In' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectNothingKept(page)
})

test('another role empties the cache', async () => {
  const page = await openFirst()
  await routeOnce(page, '**/auth/v1/token*', async (route) => {
    const response = await route.fetch()
    const renewed = WithRoles.parse(await response.json())
    renewed.user.app_metadata.staff_roles = ['reviewer']
    await route.fulfill({ response, json: renewed })
  })
  await routeOnce(page, '**/api/admin/applications/*/lease', (route) =>
    route.fulfill({ status: 401, json: { code: 'unauthorized' } }),
  )
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  // The rail of a reviewer.
  await page.getByRole('link', { name: 'Team', exact: true }).first().waitFor({ state: 'detached' })
  await heading(page, 'First').waitFor()
  await expectNothingKept(page)
})

test('a refusal of the role empties the cache', async () => {
  const page = await openFirst()
  await routeOnce(page, '**/api/admin/team', (route) => route.fulfill({ status: 403, json: { code: 'forbidden' } }))
  await page.getByRole('navigation', { name: 'Administration' }).getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Team', exact: true }).first().click()
  await page.getByText('This account has no administrator access.').waitFor()
  await page.goBack()
  await heading(page, 'First').waitFor()
  await expectNothingKept(page)
})

const WithRoles = z.looseObject({
  user: z.looseObject({ app_metadata: z.looseObject({ staff_roles: z.array(z.string()) }) }),
})

async function expectNothingKept(page: Page): Promise<void> {
  const answer = await goBackToPeople(page)
  await page.getByText('Loading …').first().waitFor({ state: 'attached' })
  expect(await page.getByRole('rowheader').count()).toBe(0)
  answer()
  await page.getByRole('rowheader', { name: /First Ade/ }).waitFor()
}
