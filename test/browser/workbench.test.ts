/** The frame of the administration: its own rail and bar, one address for each place, and the addresses of earlier releases. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations, violationsInEachTheme } from '../support/axe.ts'
import { useBrowser, waitUntilRunning } from '../support/browser.ts'
import { administratorSession, askForAid, saveCsv } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

// One search has no answer on purpose.
const open = useBrowser([/ERR_FAILED/])
const site = useSite()
let session: StoredSession
arrange(site, async () => {
  session = await administratorSession(site.url)
})

async function openPlace(path: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
  const page = await open('about:blank', { viewport })
  await storeSession(page, session)
  await page.goto(site.url + path)
  // The title is in the document before its keys are.
  await waitUntilRunning(page)
  return page
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Administration' })

describe('the frame', () => {
  test('has a rail of 84 px and a bar of 56 px in place of the site’s header, footer and ribbon', async () => {
    const page = await openPlace('/admin')
    await title(page, 'Admin Dashboard').waitFor()
    expect(await page.getByRole('banner').count()).toBe(0)
    expect(await page.getByRole('contentinfo').count()).toBe(0)
    expect(await page.locator('.mode-strip').count()).toBe(0)
    await page.getByText('Sandbox: No real money moves here.', { exact: true }).waitFor()
    expect((await rail(page).boundingBox())?.width).toBe(84)
    expect((await page.locator('.staff-bar').boundingBox())?.height).toBe(56)

    await rail(page).getByRole('link', { name: 'Donors', exact: true }).click()
    await title(page, 'Donors').waitFor()
    expect(page.url()).toBe(`${site.url}/admin/donors`)
    expect(await page.title()).toBe('Donors · Admin Dashboard · Taimako')
    // After each change of the place, the keyboard starts at its content.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    await rail(page).locator('summary').click()
    await rail(page).getByRole('link', { name: 'Public site' }).click()
    await page.getByRole('contentinfo').waitFor()
    await page.getByRole('banner').waitFor()
    await page.goBack()
    await title(page, 'Donors').waitFor()
    expect(await page.getByRole('contentinfo').count()).toBe(0)
  })

  test('is a bar of 48 px with a menu on a phone, which Escape closes', async () => {
    const page = await openPlace('/admin/donors', { width: 360, height: 740 })
    await title(page, 'Donors').waitFor()
    expect((await page.locator('.staff-bar').boundingBox())?.height).toBe(48)
    expect(await rail(page).isVisible()).toBe(false)
    const summary = page.locator('summary').filter({ hasText: 'Menu' })
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await summary.click()
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Books' }).click()
    await title(page, 'Books').waitFor()
    expect(await menu.isVisible()).toBe(false)
  })
})

describe('addresses', () => {
  test('of the tabs of earlier releases lead on, with their other parameters', async () => {
    const { id } = await askForAid(site.url, 'old@mail.example', { name: 'Old Link' })
    const page = await openPlace('/admin?tab=audit&action=message.state_changed')
    await page.waitForURL(`${site.url}/admin/audit?action=message.state_changed`)
    await title(page, 'Audit').waitFor()
    await page.goto(`${site.url}/admin/dashboard?tab=applications&id=${id}&status=pending`)
    await page.getByRole('heading', { name: 'School fees: Old Link' }).waitFor()
    await expect.poll(() => page.url()).toMatch(/\/admin\/applications\/T-\d+-\d{4}-\d$/)
  })

  test('of requests take the case number as people type it, and say when there is none', async () => {
    const { id } = await askForAid(site.url, 'number@mail.example', { name: 'Number Given' })
    const page = await openPlace(`/admin/applications/${id}`)
    await page.waitForURL(/\/admin\/applications\/T-\d+-\d{4}-\d$/)
    const number = page.url().replace(/.*\//, '')
    const other = await openPlace(`/admin/applications/${number.toLowerCase()}`)
    await other.getByRole('heading', { name: 'School fees: Number Given' }).waitFor()
    await other.goto(`${site.url}/admin/applications/${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`)
    await other.getByText('No request has this number').waitFor()
    expect(await other.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  })

  test('of a list come back with its filters', async () => {
    await askForAid(site.url, 'back@mail.example', { name: 'Back Again' })
    const page = await openPlace('/admin/applications?search=back&status=pending')
    await page.getByRole('link', { name: 'Back Again' }).click()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.waitForURL(`${site.url}/admin/applications?search=back&status=pending`)
    await expect.poll(() => page.getByLabel('Search', { exact: true }).inputValue()).toBe('back')
  })

  test('of a list with its first day after the last one say so at the field, and search for nothing', async () => {
    const page = await openPlace('/admin/donors?from=2026-11-24&to=2026-11-20')
    const fault = page.getByText('This day is after the last day. Choose an earlier one.')
    await fault.waitFor()
    await page.getByLabel('To', { exact: true }).fill('2026-11-22')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await fault.waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('from')
    expect(page.url()).toContain('to=2026-11-20')
    await page.getByLabel('From').fill('2026-11-22')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL(/from=2026-11-22&to=2026-11-22/)
    expect(await fault.count()).toBe(0)
  })
})

describe('the search of the bar', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' })
  const field = (page: Page) => dialog(page).getByRole('combobox')
  const options = (page: Page) => dialog(page).getByRole('option')
  const chosen = (page: Page) =>
    field(page).evaluate(
      (input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent,
    )

  test('opens with Ctrl K, shows pages at once, and finds requests and people while someone types', async () => {
    await askForAid(site.url, 'palette@mail.example', { name: 'Palette Ade', phone: '0805 111 2222' })
    const page = await openPlace('/admin/donors')
    await title(page, 'Donors').waitFor()
    // Text typed while the form's code is on the way is kept.
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/palette-dialog-*', async (route) => arrived.then(() => route.continue()))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('over')
    arrive()
    await field(page).waitFor()
    expect(await field(page).inputValue()).toBe('over')
    await page.keyboard.press('Enter')
    await title(page, 'Overview').waitFor()
    expect(await dialog(page).count()).toBe(0)
    // The bar has it for the mouse.
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.keyboard.type('palette a')
    await options(page).filter({ hasText: 'School fees' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await chosen(page)).toMatch(/^Palette AdeT-.*School fees · PendingRequest$/)
    await page.keyboard.press('ArrowDown')
    expect(await chosen(page)).toMatch(/^Palette Ade.*22Person$/)
    // Around the end of the list.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await chosen(page)).toBe('Find people: palette aList')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'School fees: Palette Ade' }).waitFor()
  })

  test('keeps a letter that is typed at the moment in which the field comes', async () => {
    const page = await openPlace('/admin/donors')
    await title(page, 'Donors').waitFor()
    // A key of this moment finds the field on the page, and no focus in it yet.
    await page.evaluate(() => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector('dialog input')) return
        seen.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'o', bubbles: true }))
      })
      seen.observe(document, { childList: true, subtree: true })
    })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect.poll(() => field(page).inputValue()).toBe('o')
    await page.keyboard.type('ver')
    expect(await field(page).inputValue()).toBe('over')
  })

  test('Enter before the answer opens the best of the answer, and an earlier answer is never shown', async () => {
    await askForAid(site.url, 'quick@mail.example', { name: 'Quick Bello', phone: '0806 333 4444' })
    const page = await openPlace('/admin/donors')
    await title(page, 'Donors').waitFor()
    const asked: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/admin/search*', async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('search') ?? '')
      if (asked.length === 1) await held
      await route.continue().catch(() => {})
    })
    await page.keyboard.press('Control+k')
    await field(page).fill('quick')
    await expect.poll(() => asked).toEqual(['quick'])
    // One request for what is typed without a pause.
    await field(page).pressSequentially(' x', { delay: 5 })
    await expect.poll(() => asked).toEqual(['quick', 'quick x'])
    await dialog(page).getByText('2 results').waitFor()
    release()
    expect(await options(page).filter({ hasText: 'School fees' }).count()).toBe(0)
    await field(page).fill('+234 806 333 4444')
    await page.keyboard.press('Enter')
    // A search by a number finds a person first.
    await page.waitForURL(/\/admin\/beneficiaries\?search=[\da-f-]{36}$/)
    await page.getByText('Quick Bello').first().waitFor()
  })

  test('does what the keys of the open request do', async () => {
    const { id } = await askForAid(site.url, 'acts@mail.example', { name: 'Acts Ade' })
    const page = await openPlace(`/admin/applications/${id}`)
    await page.getByRole('heading', { name: 'School fees: Acts Ade' }).waitFor()
    await page.getByRole('button', { name: 'Reject' }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.keyboard.type('rej')
    expect(await chosen(page)).toBe('RejectOn this page')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Reject and next' }).waitFor()
    expect(await dialog(page).count()).toBe(0)
  })

  test('says that the search did not answer, and still leads to pages', async () => {
    const page = await openPlace('/admin/donors')
    await title(page, 'Donors').waitFor()
    await page.route('**/api/admin/search*', (route) => route.abort())
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    await page.keyboard.type('ov')
    await dialog(page).getByText('The search did not answer').waitFor()
    expect(await chosen(page)).toBe('OverviewPage')
    await page.keyboard.press('Enter')
    await title(page, 'Overview').waitFor()
  })

  test('fits a phone, where the bar has its button', async () => {
    await askForAid(site.url, 'small@mail.example', { name: 'Small Screen Adeyemi-Okonkwo' })
    const page = await openPlace('/admin/donors', { width: 360, height: 740 })
    await title(page, 'Donors').waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await field(page).waitFor()
    await page.keyboard.type('small')
    await options(page).filter({ hasText: 'School fees' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(await violationsInEachTheme(page)).toEqual([])
    await options(page).first().click()
    await page.getByRole('heading', { name: 'School fees: Small Screen Adeyemi-Okonkwo' }).waitFor()
  })
})

test('a list continues page by page, and its CSV contains every line', async () => {
  await site.database.db.execute(sql`
    insert into audit_events (id, actor_kind, action, subject, subject_id, created_at)
    select gen_random_uuid(), 'operator', 'account.reset', 'account', 'no. ' || n, timestamptz '2026-01-01' + n * interval '1 hour'
      from generate_series(1, 120) as n`)
  const page = await openPlace('/admin/audit?action=account.reset')
  await page.getByText('120 results', { exact: true }).waitFor()
  const more = page.getByRole('button', { name: 'Show more' })
  for (const rows of [51, 101, 121]) {
    await expect.poll(() => page.getByRole('row').count()).toBe(rows)
    if (rows < 121) await more.click()
  }
  expect(await more.count()).toBe(0)
  const places = await page.locator('.report-id').allTextContents()
  expect(places).toEqual(Array.from({ length: 120 }, (_, index) => `no. ${120 - index}`))

  const lines = (await saveCsv(page)).text.trim().split('\r\n')
  expect(lines).toHaveLength(121)
  expect(lines[0]).toMatch(/^\uFEFF?id,/)
  expect(lines[1]).toContain('"no. 120"')
  expect(lines[120]).toContain('"no. 1"')
})
