/** From one request to the next: in the order of the list that one came from, loaded ahead, and back to where the list was. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { applicant } from '../support/applicant.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { realPdf } from '../support/pdfs.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

const open = useBrowser()
const site = useSite()
let session: StoredSession
/** In the order of the list: newest first. */
const NAMES = ['Third Ade', 'Second Ade', 'First Ade']
arrange(site, async () => {
  session = await administratorSession(site.url)
  for (const name of NAMES.toReversed()) {
    const papers = { 'bill.pdf': realPdf([`The bill of ${name}`]) }
    await askForAid(site.url, `${name.replace(' ', '.')}@mail.example`, { name, papers })
  }
})

const heading = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(name) })
const preparing = (page: Page) => page.waitForResponse((response) => response.url().endsWith('?purpose=prepare'))

/** Opens the first row of the list of all requests. */
async function openFirst(options = {}): Promise<Page> {
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 }, ...options })
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/applications`)
  await page.getByRole('link', { name: 'Third Ade' }).click()
  await heading(page, 'Third Ade').waitFor()
  return page
}

test('j and k go through the list, the next one is there before the server answers, and Back leads to the list', async () => {
  const page = await openFirst()
  const opened = new Set(page.workers())
  page.on('worker', (worker) => opened.add(worker))
  await page.getByText('1 of 3', { exact: true }).waitFor()
  // On a slow machine j comes before the first paper, which is then never opened; the next one may be opened ahead before it.
  await page.getByText('The bill of Third Ade', { exact: true }).waitFor()
  await page.keyboard.press('k')
  const prepared = preparing(page)
  const paper = page.waitForResponse((response) => response.url().endsWith('&purpose=prepare'))
  await page.keyboard.press('j')
  await heading(page, 'Second Ade').waitFor()
  await page.getByText('2 of 3', { exact: true }).waitFor()
  await Promise.all([(await prepared).finished(), (await paper).finished()])
  // The paper on the screen, and the one that is opened ahead; the first one was freed.
  await expect.poll(() => [opened.size, page.workers().length]).toEqual([3, 2])
  // The page has drawn it.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))

  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/\/api\/admin\/applications\/[\da-f-]{36}\??$/, async (route) => held.then(() => route.continue()))
  const opening = page.waitForRequest((request) => request.headers()['range'] === 'bytes=0-0')
  await page.keyboard.press('j')
  await heading(page, 'First Ade').waitFor()
  await page.getByText('3 of 3', { exact: true }).waitFor()
  // The paper is there too, and recorded as opened now that it is shown.
  await page.getByText('The bill of First Ade', { exact: true }).waitFor()
  await opening
  expect(opened.size).toBe(3)
  // Documents that are no longer shown are freed.
  await expect.poll(() => page.workers().length).toBe(1)
  answer()
  await page.keyboard.press('+')
  await page.getByText('125 %', { exact: true }).waitFor()
  await page.keyboard.press('-')
  await page.getByText('100 %', { exact: true }).waitFor()

  await page.keyboard.press('k')
  await heading(page, 'Second Ade').waitFor()
  await page.goBack()
  await page.getByRole('table').waitFor()
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(NAMES)
})

test('a decision leads to the next of the list, also after a reload; nothing is loaded ahead on a phone', async () => {
  const page = await openFirst({ viewport: { width: 360, height: 740 } })
  let isPrepared = false
  page.on('request', (request) => (isPrepared ||= request.url().includes('purpose=prepare')))
  await page.reload()
  await page.getByText('1 of 3', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Approve and next' }).click()
  await heading(page, 'Second Ade').waitFor()
  await page.getByText(/^T-\d+-\d{4}-\d: Request approved/).waitFor()
  expect(isPrepared).toBe(false)
})

test('a reviewer says that two people live together, sees their requests for the same, and takes it back', async () => {
  const page = await openFirst()
  await page.getByRole('button', { name: 'Same household as Second Ade' }).click()
  await page.getByRole('heading', { name: 'Household', exact: true }).waitFor()
  await page.getByText(/^Same household: said by/).waitFor()
  await page.getByText('Asked for the same, by them or their household:').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Take back what was said about Second Ade' }).click()
  await page.getByRole('heading', { name: 'Household', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Unrelated to Second Ade' }).waitFor()
})

test('what was passed over in the queue comes back only when nothing else is left', async () => {
  // Nothing else is in the queue, whatever the tests before have decided.
  await site.database.db.execute(sql`update aid_applications set snoozed_until = now() + interval '1 day'`)
  const names = ['One Garba', 'Two Garba', 'Three Garba', 'Four Garba', 'Five Garba']
  for (const name of names)
    await askForAid(site.url, `${name.replace(' ', '.')}@mail.example`, { name, request: { urgency: 'critical' } })
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 } })
  await storeSession(page, session)
  await page.goto(`${site.url}/admin`)
  await page.getByRole('link', { name: 'One Garba' }).click()
  await heading(page, 'One Garba').waitFor()
  await page.keyboard.press('j')
  const approveAndSee = async (name: string) => {
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Approve and next' }).press('Enter')
    await heading(page, name).waitFor()
    expect(await heading(page, name).isVisible()).toBe(true)
  }
  await heading(page, 'Two Garba').waitFor()
  for (const name of ['Three Garba', 'Four Garba', 'Five Garba', 'One Garba']) await approveAndSee(name)
})

test('Back returns to the rows that were loaded by Show more, to the same place, and to the row that was opened', async () => {
  // A person may have five requests open.
  for (let people = 0; people < 12; people += 1) {
    const person = await applicant(site, `${crypto.randomUUID()}@mail.example`)
    for (let asked = 0; asked < 5; asked += 1) await person.ask()
  }
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 } })
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/applications?search=amina`)
  const rows = page.getByRole('rowheader')
  await expect.poll(() => rows.count()).toBe(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows.count()).toBe(60)
  const opened = rows.nth(55).getByRole('link')
  await opened.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(500)
  const address = await opened.getAttribute('href')
  await opened.click()
  await page.getByText('56 of 60', { exact: true }).waitFor()

  // The rows are there before the server answers.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/admin/applications?*', async (route) => held.then(() => route.continue()))
  await page.goBack()
  await page.getByRole('table').waitFor()
  expect(await rows.count()).toBe(60)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  expect(await rows.nth(55).getByRole('link').getAttribute('href')).toBe(address)
  answer()
})
