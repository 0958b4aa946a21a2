/** Messages about a request: staff write from the case, the applicant answers on their page, and the inbox has both. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { rows } from '../../server/platform/db/db.ts'
import { toast } from '../support/account-page.ts'
import { violations, violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid, reloadWithDrafts } from '../support/reviewing-page.ts'
import { routeForNow } from '../support/routing.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

// A cut line and an unknown number are what the tests are about; the browser logs both as errors.
const open = useBrowser([/ERR_FAILED/, /status of 400/, /status of 409/])
const site = useSite()
let staff: StoredSession
arrange(site, async () => {
  staff = await administratorSession(site.url)
})

async function openAs(session: StoredSession, path: string, width: number) {
  const page = await open('about:blank', { viewport: { width, height: 900 } })
  await storeSession(page, session)
  await page.goto(site.url + path)
  return page
}

test('m writes to the applicant; a cut line keeps the words; the answer is in the inbox, the case and the timeline', async () => {
  const { id, session } = await askForAid(site.url, 'asked@mail.example', { name: 'Asked Ade' })
  const page = await openAs(staff, `/admin/applications/${id}`, 1440)
  await page.getByRole('button', { name: /^Message to the applicant/ }).waitFor()
  // Letters that are shortcuts would decide while the form loads.
  const late = Promise.withResolvers<void>()
  await page.route(/\/assets\/message-form-/, async (route) => {
    await late.promise
    await route.continue()
  })
  await page.keyboard.press('m')
  const field = page.getByRole('textbox', { name: /^Message to the applicant/ })
  await page.keyboard.type('Which school')
  expect(await page.getByRole('button', { name: 'Send message' }).count()).toBe(0)
  late.resolve()
  await page.getByRole('button', { name: 'Send message' }).waitFor()
  await page.keyboard.type(' is it?')
  expect(await field.inputValue()).toBe('Which school is it?')
  await page.getByRole('radio', { name: 'Text message' }).check()
  await page
    .getByRole('region', { name: 'The text message' })
    .getByText(/^Taimako T-\d+-\d{4}-\d: we wrote to you\./)
    .waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  const reconnect = await routeForNow(page, '**/messages', (route) => route.abort())
  await page.getByRole('button', { name: 'Send message' }).click()
  await toast(page, 'The message was not sent').waitFor()
  reconnect()
  await reloadWithDrafts(page, 2)
  await field.waitFor()
  expect(await field.inputValue()).toBe('Which school is it?')
  expect(await page.getByRole('radio', { name: 'Text message' }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: 'Email' }).check()
  await page.getByRole('button', { name: 'Send message' }).click()
  await toast(page, 'Message written. It leaves in a minute.').waitFor()
  await page.locator('button:focus', { hasText: 'Message to the applicant' }).waitFor()
  const timeline = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  const written = timeline.filter({ hasText: 'Message to the applicant' })
  await written.getByText('Which school is it?').waitFor()
  await written.getByText('It leaves within a minute').waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Message taken back. Its text is in the form again.').waitFor()
  await written.waitFor({ state: 'detached' })
  expect(await field.evaluate((text: HTMLTextAreaElement) => [text.value, text === document.activeElement])).toEqual([
    'Which school is it?',
    true,
  ])
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  // As if a minute had passed.
  await site.database.db.execute(sql`update contact_replies set send_at = now()`)
  const told = () => rows(site.database.db, sql`select id from contact_replies where told_at is not null`, z.unknown())
  await expect.poll(told).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('This cannot be taken back any more: it is on its way to the person.').waitFor()
  // Their address is not proven, and the letter about their request went there today.
  await written.getByText(/^The email is held\./).waitFor()

  const own = await openAs(session, '/beneficiary/dashboard', 360)
  const thread = own.getByRole('region', { name: 'Messages about this request' })
  await thread.getByText('Which school is it?', { exact: true }).waitFor()
  await thread.getByRole('button', { name: 'Send your answer' }).click()
  await thread.getByText('Write your answer first.').waitFor()
  await thread.getByLabel('Your answer').fill('Government College, Kano.')
  const offline = await routeForNow(own, '**/answers', (route) => route.abort())
  await thread.getByRole('button', { name: 'Send your answer' }).click()
  await thread.getByText(/^Your answer was not sent\./).waitFor()
  expect(await thread.getByLabel('Your answer').inputValue()).toBe('Government College, Kano.')
  offline()
  expect(await violationsInEachTheme(own)).toEqual([])
  expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await thread.getByRole('button', { name: 'Send your answer' }).click()
  await thread.getByText('Sent. We will read it.').waitFor()
  await thread.getByRole('listitem').filter({ hasText: 'Government College, Kano.' }).waitFor()

  await page.reload()
  const answered = timeline.filter({ hasText: 'The applicant wrote' })
  await answered.getByText('Government College, Kano.').waitFor()
  await answered.getByRole('link', { name: 'Open the conversation' }).click()
  const opened = page.getByRole('region', { name: 'Message', exact: true })
  await opened.getByText('Government College, Kano.', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await opened.getByRole('link', { name: /^T-\d+-\d{4}-\d$/ }).click()
  await page.getByRole('heading', { name: /Asked Ade/ }).waitFor()
})

test('a contact message with an applicant’s address is not verified: no case is suggested, and only staff see it with one', async () => {
  const email = 'writer@mail.example'
  const { id, session } = await askForAid(site.url, email, { name: 'Writer Ade' })
  await site.database.db.execute(sql`update users set email_proven_at = now() where email = ${email}`)
  const asked = await fetch(`${site.url}/api/applications/${id}`, {
    headers: { Authorization: `Bearer ${session.access_token}` },
  })
  const { case_number: number } = z.object({ case_number: z.string() }).parse(await asked.json())
  const message = { first_name: 'Writer', last_name: 'Ade', email, subject: 'My number', message: 'It has changed.' }
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
  await fetch(`${site.url}/api/contact-messages`, { method: 'POST', headers, body: JSON.stringify(message) })
  const page = await openAs(staff, '/admin/messages', 360)
  await page.getByRole('link', { name: 'My number', exact: true }).click()
  const typed = page.getByLabel('Which request is it about?')
  await typed.fill('T-99999-1')
  await page.getByRole('button', { name: 'Link with this request' }).click()
  await page.getByText('No request has this number. Check the last digit.').first().waitFor()
  expect(await typed.inputValue()).toBe('T-99999-1')
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByText('Not verified', { exact: true }).waitFor()
  expect(await page.getByText(number).count()).toBe(0)
  await typed.fill(number)
  await page.getByRole('button', { name: 'Link with this request' }).click()
  await toast(page, 'Linked with the request').waitFor()
  await page.getByText('Only staff see this with the request.').waitFor()
  await page.goto(`${site.url}/admin/applications/${id}`)
  const entry = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: 'My number' })
  await entry.getByText('It has changed.', { exact: true }).waitFor()
  await entry.getByText(/Writer Ade \(not verified\)/).waitFor()
  const own = await openAs(session, '/beneficiary/dashboard', 360)
  await own.getByRole('article').waitFor()
  expect(await own.getByText('It has changed.').count()).toBe(0)
})

test('a reply from the inbox is taken back within a minute: nothing was sent, and its text is in the form again', async () => {
  const email = `${crypto.randomUUID()}@mail.example`
  const subject = `Question of ${email}`
  const message = { first_name: 'Zainab', last_name: 'Ade', email, subject, message: 'When are you open?' }
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
  await fetch(`${site.url}/api/contact-messages`, { method: 'POST', headers, body: JSON.stringify(message) })
  const page = await openAs(staff, '/admin/messages', 1440)
  await page.getByRole('link', { name: subject, exact: true }).click()
  const field = page.getByRole('textbox', { name: /^Your reply/ })
  await field.fill('Every day until five.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  const replies = page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  await replies.getByText('Every day until five.').waitFor()
  await expect.poll(() => field.inputValue()).toBe('')

  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Message taken back. Its text is in the form again.').waitFor()
  await replies.waitFor({ state: 'detached' })
  expect(await field.evaluate((text: HTMLTextAreaElement) => [text.value, text === document.activeElement])).toEqual([
    'Every day until five.',
    true,
  ])
  const kept = () =>
    rows(
      site.database.db,
      sql`select reply.id from contact_replies as reply join contact_messages as message on message.id = reply.message_id
          where message.subject = ${subject}`,
      z.unknown(),
    )
  expect(await kept()).toEqual([])
  await reloadWithDrafts(page, 1)
  await field.waitFor()
  expect(await field.inputValue()).toBe('Every day until five.')
})

test('the inbox shows who wrote what first, what no one has read, and who answers it', async () => {
  const from = { first_name: 'Bola', last_name: 'Ade', email: 'bola.inbox@mail.example', subject: 'My slip' }
  const message = `I lost my slip ${'and looked everywhere '.repeat(6)}\nCall me.`
  await fetch(`${site.url}/api/contact-messages`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify({ ...from, message }),
  })
  const page = await openAs(staff, '/admin/messages', 1366)
  const row = page.locator('.inbox-message').filter({ hasText: 'My slip' })
  await row.getByText(/^I lost my slip/).waitFor()
  await row.getByText('Unread', { exact: true }).waitFor()
  await page.getByText(/1 of them unread$/).waitFor()
  expect(await row.getByText('Call me.').count()).toBe(0)
  await row.getByRole('link').click()
  const thread = page.getByRole('region', { name: 'Message', exact: true })
  await thread.getByText('Call me.').waitFor()
  // Opening it has read it, and a long line does not push the list under the message.
  await row.getByText('Read', { exact: true }).waitFor()
  await page.getByText(/none of them unread$/).waitFor()
  const [card, beside] = [await row.boundingBox(), await thread.boundingBox()]
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0)
  await thread.getByRole('button', { name: 'I answer this' }).click()
  await toast(page, 'Saved who answers').waitFor()
  await row.getByText(/ answers$/).waitFor()
  expect(await thread.getByRole('button', { name: 'I answer this' }).count()).toBe(0)
  await thread.getByLabel('Give to').selectOption('No one')
  await row.getByText(/No one answers yet$/).waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
})

test('who answers a message is named before the list of colleagues is there', async () => {
  const from = { first_name: 'Bola', last_name: 'Ade', email: 'bola.owner@mail.example', subject: 'My card' }
  await fetch(`${site.url}/api/contact-messages`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify({ ...from, message: 'I lost my card.' }),
  })
  const page = await openAs(staff, '/admin/messages', 1366)
  const thread = page.getByRole('region', { name: 'Message', exact: true })
  await page.locator('.inbox-message').filter({ hasText: 'My card' }).getByRole('link').click()
  await thread.getByRole('button', { name: 'I answer this' }).click()
  await toast(page, 'Saved who answers').waitFor()
  const chosen = () =>
    thread.getByLabel('Give to').evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.value)
  const owner = await chosen()
  await page.route('**/api/admin/queue/people', async () => {})
  await page.reload()
  await thread.getByText('I lost my card.').waitFor()
  expect(owner).not.toBe('')
  expect(await chosen()).toBe(owner)
})
