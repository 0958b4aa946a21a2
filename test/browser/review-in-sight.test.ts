/** Tests that the title and the buttons that send stay in sight, and the buttons in place from one request to the next. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { useBrowser } from '../support/browser.ts'
import { isNightly } from '../support/nightly.ts'
import { administratorSession, askForAid, composer } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

// A failed and a refused call are what some tests are about; the browser logs both as errors.
const open = useBrowser([/status of 409/, /ERR_FAILED/])
const site = useSite()
let session: StoredSession
arrange(site, async () => {
  session = await administratorSession(site.url)
})

const ask = (name: string) => askForAid(site.url, `${crypto.randomUUID()}@mail.example`, { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openAt(path: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
  const page = await open('about:blank', { viewport })
  await storeSession(page, session)
  await page.goto(site.url + path)
  return page
}

/** Whether nothing covers the middle of it. */
const isInSight = (part: Locator) =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

const SIZES = [
  { width: 1366, height: 768 },
  { width: 360, height: 740 },
  ...(isNightly
    ? [
        { width: 1440, height: 900 },
        { width: 1024, height: 768 },
        { width: 768, height: 1024 },
      ]
    : []),
]
test.each(SIZES)('what is written and what sends it are in sight at $width px, after a failure too', async (size) => {
  const { id } = await ask('Sight Ade')
  const page = await openAt(`/admin/applications/${id}`, size)
  await button(page, 'Reject').click()
  await composer(page).waitFor()
  const send = button(page, 'Reject and next')
  await expect.poll(() => isInSight(send)).toBe(true)
  await page.keyboard.press('1')
  await expect.poll(() => isInSight(page.getByLabel('Reason'))).toBe(true)
  await page.route(`**/api/admin/applications/${id}`, (route) => route.abort())
  await page.keyboard.press('Control+Enter')
  await toast(page, 'The request was not changed').waitFor()
  for (const part of [send, page.getByLabel('Reason')]) expect(await isInSight(part)).toBe(true)
})

test('the news that a request has changed leaves its title in sight', async () => {
  const { id } = await ask('Title Ade')
  const page = await openAt(`/admin/applications/${id}`)
  await button(page, 'Reject').waitFor()
  // The colleague has the same account: theirs is the change that comes first.
  const headers = { Authorization: `Bearer ${session.access_token}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ status: 'under_review', expected_version: 1 })
  await page.reload()
  await button(page, 'Reject').click()
  await page.getByLabel('Reason').fill('The bill is for another school.')
  await fetch(`${site.url}/api/admin/applications/${id}`, { method: 'PATCH', headers, body })
  await button(page, 'Reject and next').click()
  await page.getByText('Already decided', { exact: true }).waitFor()
  expect(await isInSight(page.getByRole('heading', { name: /Title Ade/ }))).toBe(true)
})

test('after a decision the title of the next request has the focus, and the buttons are where they were', async () => {
  for (const name of ['Sooner Ade', 'Later Ade']) await ask(name)
  const page = await openAt('/admin')
  await page.getByRole('rowheader').first().getByRole('link').click()
  const title = page.locator('.request-head h2')
  await title.waitFor()
  const first = page.url()
  const top = async () => Math.round((await button(page, 'Approve').boundingBox())?.y ?? Number.NaN)
  const before = await top()
  await page.keyboard.press('a')
  await expect.poll(() => button(page, 'Approve and next').evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).not.toBe(first)
  await page.getByRole('button', { name: /^Undo/ }).waitFor()
  await expect.poll(() => title.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await top()).toBe(before)
})

test('three people who may be the same are shown at first, and the others when asked for', async () => {
  // All of them have one phone.
  let last = ''
  for (let count = 0; count < 5; count += 1) last = (await ask('Shared Phone')).id
  const page = await openAt(`/admin/applications/${last}`)
  const people = page.getByRole('button', { name: /^Same person as/ })
  await people.first().waitFor()
  expect(await people.count()).toBe(3)
  const more = page.getByRole('button', { name: /^Show all/ })
  const all = Number((await more.textContent())?.replace('Show all ', ''))
  expect(all).toBeGreaterThan(3)
  await more.click()
  expect(await people.count()).toBe(all)
  await button(page, 'Show fewer').click()
  expect(await people.count()).toBe(3)
})
