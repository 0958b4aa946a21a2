/** A fair answer: an appeal to its end, decided by someone who had no part in the refusal, and a complaint about a member of staff. */
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { complaints } from '../../server/aid/complaints/schema.ts'
import { toast } from '../support/account-page.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { newAdministrator } from '../support/paying-out-site.ts'
import { administratorSession, askForAid, composer } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

const open = useBrowser()
const site = useSite()
/** Halima is the focal person, who reads complaints about staff. */
let halima: StoredSession
let bola: StoredSession
arrange(site, async () => {
  halima = await named(await administratorSession(site.url), 'Halima Musa')
  bola = await named(await newAdministrator(site, 'bola@taimako.example'), 'Bola Ade')
})

async function call(session: StoredSession, method: string, path: string, body: object) {
  const headers = { Authorization: `Bearer ${session.access_token}`, 'Content-Type': 'application/json' }
  expect((await fetch(site.url + path, { method, headers, body: JSON.stringify(body) })).status).toBe(200)
}
async function named(session: StoredSession, name: string): Promise<StoredSession> {
  await call(session, 'PUT', '/api/profile', { full_name: name })
  return session
}

async function openAs(session: StoredSession | undefined, path: string, width = 1366): Promise<Page> {
  const page = await open('about:blank', { viewport: { width, height: 900 } })
  if (session) await storeSession(page, session)
  await page.goto(site.url + path)
  return page
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const shownCode = (page: Page) => page.getByRole('dialog').locator('.font-mono').innerText()
/** Presses Escape, and does what the Back of a telephone does to a dialog. */
async function goBack(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.close())
}

test('who was refused appeals with one press, and somebody else decides', async () => {
  const { id, session } = await askForAid(site.url, 'amina@mail.example', { name: 'Amina Yusuf' })
  const refusal = { status: 'rejected', reason: 'The bill is of another school.' }
  await call(bola, 'PATCH', `/api/admin/applications/${id}`, refusal)

  const page = await openAs(session, '/beneficiary/dashboard', 360)
  await button(page, 'Appeal').click()
  expect(await violationsInEachTheme(page)).toEqual([])
  await page.getByLabel('What did we get wrong?').fill('It is the same school. It has two names.')
  await button(page, 'Send my appeal').click()
  await page.getByText(/^You appealed on .* We answer by /).waitFor()
  expect(await button(page, 'Appeal').count()).toBe(0)

  const refuser = await openAs(bola, `/admin/applications/${id}`)
  await refuser.getByText('It is the same school. It has two names.').waitFor()
  expect(await button(refuser, 'Reject').count()).toBe(0)
  const review = await openAs(halima, '/admin/applications?view=appeals')
  await review.getByRole('link', { name: 'Amina Yusuf' }).click()
  await review.getByRole('heading', { name: 'Appeal', exact: true }).waitFor()
  expect(await violationsInEachTheme(review)).toEqual([])
  await button(review, 'Reject').click()
  await review.getByLabel('Reason').fill('We called the school. It does not know the child.')
  await composer(review).getByRole('button', { name: 'Reject', exact: true }).click()
  await review.getByText('The refusal stands').waitFor()

  await page.reload()
  await page.getByText('the answer is the same').waitFor()
  await page.getByText('It does not know the child.').first().waitFor()
  expect(await button(page, 'Appeal').count()).toBe(0)
})

test('a complaint about a member of staff reaches the focal person alone, and is answered by its number', async () => {
  const page = await openAs(undefined, '/complain', 360)
  await page.getByText('is read by Halima Musa alone').waitFor()
  await button(page, 'Send my complaint').click()
  await page.getByText('Choose what it is about.').waitFor()
  await page.getByLabel('What is it about?').selectOption({ label: 'How someone behaved' })
  await page.getByLabel('Is it about a person').selectOption({ label: 'Yes' })
  await page.getByLabel('What happened?').fill('Bola asked me for money.')
  expect(await violationsInEachTheme(page)).toEqual([])
  await button(page, 'Send my complaint').click()
  const code = await shownCode(page)
  expect(code).toMatch(/^(?:[0-9A-Z]{4} ?){4}$/)
  await goBack(page)
  expect(await shownCode(page)).toBe(code)
  await button(page, 'I have written it down').click()
  expect(await page.getByLabel('What happened?').inputValue()).toBe('')

  const other = await openAs(bola, '/admin/complaints')
  await other.getByText('No complaints').waitFor()
  const counted = (staff: Page) => staff.getByText('1 waiting under More', { exact: true })
  const focal = await openAs(halima, '/admin/complaints')
  await counted(focal).waitFor()
  expect(await counted(other).count()).toBe(0)
  await focal.getByText('Bola asked me for money.').waitFor()
  expect(await violationsInEachTheme(focal)).toEqual([])
  await button(focal, 'Acknowledge').click()
  await toast(focal, 'Those who ask with the number now read that a person looks at it').waitFor()
  await button(focal, 'Answer').click()
  await focal.getByLabel('Your answer').fill('She no longer works with applicants.')
  await focal.getByRole('dialog').getByRole('button', { name: 'Answer', exact: true }).click()
  await focal.getByText('Our answer:').waitFor()
  await counted(focal).waitFor({ state: 'detached' })
  // Two of one kind are still two.
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
  const second = JSON.stringify({ kind: 'conduct', about: 'staff', text: 'Bola asked my sister, too.' })
  expect((await fetch(`${site.url}/api/complaints`, { method: 'POST', headers, body: second })).status).toBe(201)
  await focal.reload()
  await focal.getByText('Bola asked my sister, too.').waitFor()
  expect(await violationsInEachTheme(focal)).toEqual([])

  await page.getByLabel('Number of the complaint').fill(code)
  await button(page, 'Ask').click()
  await page.getByText('She no longer works with applicants.').waitFor()
})

test('the number of a complaint that staff enter stays until they gave it', async () => {
  const page = await openAs(halima, '/admin/complaints')
  await button(page, 'Enter a complaint').click()
  await page.getByLabel('What is it about?').selectOption({ label: 'Money' })
  await page.getByLabel('Is it about a person').selectOption({ label: 'No' })
  await page.getByLabel('What happened?').fill('The money is late.')
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await page.getByText('The number of this complaint').waitFor()
  const code = await shownCode(page)
  await goBack(page)
  expect(await shownCode(page)).toBe(code)
  await button(page, 'I gave them the number').click()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a complaint about a member of staff can be marked so before it is known who reads it', async () => {
  const page = await open('about:blank')
  await page.route('**/api/complaints/focal-person', async () => {})
  await page.goto(`${site.url}/complain`)
  await page.getByLabel('What is it about?').selectOption({ label: 'Money' })
  await page.getByLabel('Is it about a person').selectOption({ label: 'Yes' })
  await page.getByLabel('What happened?').fill('Bola kept a part of it.')
  await button(page, 'Send my complaint').click()
  await shownCode(page)
  const { about, text } = complaints
  const sent = eq(text, 'Bola kept a part of it.')
  expect(await site.database.db.select({ about }).from(complaints).where(sent)).toEqual([{ about: 'staff' }])
})
