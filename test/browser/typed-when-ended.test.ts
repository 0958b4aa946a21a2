/** Text that an applicant types is kept when the session ends, and fills its field again after they sign in. */
import { isNotNull, sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { contactReplies } from '../../server/office/messages/schema.ts'
import { toast } from '../support/account-page.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { signInByForm, storeSession, type StoredSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

// The refused calls are what these tests are about; the browser logs them as errors.
const open = useBrowser([/status of (400|401|403)/])
const site = useSite()
let halima: StoredSession
beforeEach(async () => {
  halima = await administratorSession(site.url)
})

async function call({ access_token: token }: StoredSession, method: string, path: string, body: object) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const { ok, status } = await fetch(site.url + path, { method, headers, body: JSON.stringify(body) })
  if (!ok) throw new Error(`${path}: ${status}`)
}

/** Ends every session of the person, as from another device, and presses Send. */
async function sendAfterTheEnd(page: Page, session: StoredSession, button: string): Promise<void> {
  await call(session, 'POST', '/auth/v1/logout?scope=global', {})
  await page.getByRole('button', { name: button }).click()
  await Promise.all([toast(page, 'Your session has ended').waitFor(), page.waitForURL(/\/login\?from=/)])
}

async function openDashboard(session: StoredSession): Promise<Page> {
  const page = await open('about:blank')
  await storeSession(page, session)
  await page.goto(`${site.url}/beneficiary/dashboard`)
  return page
}

test('an appeal', async () => {
  const { id, session } = await askForAid(site.url, 'appeals@mail.example', { name: 'Amina Yusuf' })
  await call(halima, 'PATCH', `/api/admin/applications/${id}`, { status: 'rejected', reason: 'Another school.' })
  const page = await openDashboard(session)
  const text = page.getByLabel('What did we get wrong?')
  await page.getByRole('button', { name: 'Appeal' }).click()
  await text.fill('It is the same school. It has two names.')
  await sendAfterTheEnd(page, session, 'Send my appeal')
  await signInByForm(page, 'appeals@mail.example')
  await page.getByRole('button', { name: 'Appeal' }).click()
  expect(await text.inputValue()).toBe('It is the same school. It has two names.')
  await page.getByRole('button', { name: 'Send my appeal' }).click()
  await page.getByText(/^You appealed on /).waitFor()
})

test('an answer to a message, whose text the page holds', async () => {
  const { id, session } = await askForAid(site.url, 'answers@mail.example', { name: 'Amina Yusuf' })
  await call(halima, 'POST', `/api/admin/applications/${id}/messages`, { text: 'Which term?', channel: 'mail' })
  await site.database.db.execute(sql`update contact_replies set send_at = now()`)
  const told = () => site.database.db.$count(contactReplies, isNotNull(contactReplies.toldAt))
  await expect.poll(told).toBe(1)
  const page = await openDashboard(session)
  const text = page.getByLabel('Your answer')
  await text.fill('The second one.')
  await sendAfterTheEnd(page, session, 'Send your answer')
  await signInByForm(page, 'answers@mail.example')
  await expect.poll(() => text.inputValue()).toBe('The second one.')
  await page.getByRole('button', { name: 'Send your answer' }).click()
  await page.getByText('Sent. We will read it.').waitFor()
})

test('a correction; nothing of it stays once they sign out', async () => {
  const { session } = await askForAid(site.url, 'corrects@mail.example', { name: 'Amina Yusuf' })
  const page = await openDashboard(session)
  const correct = page.getByRole('button', { name: 'Correct it' })
  const text = page.getByRole('dialog').getByLabel('Description')
  const kept = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('taimako-papers-typed')))
  await correct.click()
  await text.fill('School fees, for both daughters.')
  await sendAfterTheEnd(page, session, 'Save the correction')
  expect(await kept()).toHaveLength(1)
  await signInByForm(page, 'corrects@mail.example')
  await correct.waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL(/\/login/)
  expect(await kept()).toEqual([])
})
