/** Counts and choices that could not be loaded are not shown as none. */
import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

const open = useBrowser([/status of 500/])
const site = useSite()
let session: StoredSession
arrange(site, async () => {
  session = await administratorSession(site.url)
})

test('the rail, messages, months and the filter by a tag say what could not be loaded', async () => {
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 } })
  await storeSession(page, session)
  const failing = /\/api\/admin\/(?:inbox|decision-counts|books\/months|tags)$/
  await page.route(failing, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${site.url}/admin/messages`)
  const place = (name: string) => page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name })
  await place('Messages ? could not be counted').waitFor()
  await place('Decisions ? could not be counted').waitFor()
  await page.getByText('They could not be counted').waitFor()
  expect(await violations(page)).toEqual([])

  await page.goto(`${site.url}/admin/books/months`)
  await page.getByRole('main').getByText('The other months could not be loaded').waitFor()
  await page.getByText('Income and outflows by fund').waitFor()
  const tag = crypto.randomUUID()
  await page.goto(`${site.url}/admin/applications?tag=${tag}`)
  const filter = page.getByLabel('Tag (staff only)')
  expect(await filter.locator('option:checked').textContent()).toBe('The chosen tag')
  expect(await filter.inputValue()).toBe(tag)

  await page.unroute(failing)
  await page.goto(`${site.url}/admin/books/months`)
  const months = page.getByRole('navigation', { name: 'Month', exact: true })
  await months.waitFor()
  expect(await page.locator('.staff-count').count()).toBe(0)
  await page.emulateMedia({ media: 'print' })
  expect(await months.isVisible()).toBe(false)
})
