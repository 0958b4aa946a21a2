/** Gifts, messages, the audit and the books on the administrators' pages. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { rows, type Db } from '../../server/platform/db/db.ts'
import { toast } from '../support/account-page.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { ADMIN, arrange, useSite } from '../support/site.ts'
import { reloadWithDrafts, saveCsv } from '../support/reviewing-page.ts'
import { routeForNow } from '../support/routing.ts'
import { PASSWORD, signIn, signUp, type StoredSession, storeSession } from '../support/signing-in.ts'
import { expectBooksBalance } from '../support/server.ts'
import { beginTopUp, callAs, fill, payAt } from '../support/wallet-page.ts'

// Calls fail on purpose, which the browser logs as errors.
const open = useBrowser([/status of 503/, /status of 409/, /ERR_FAILED/])
const site = useSite()
let halima: StoredSession
let musa: StoredSession
/** Id of a message that no one has answered. */
let messageId: string
/** Reference of a gift that was paid. */
let paid: string
arrange(site, async () => {
  halima = await signIn(site.url, ADMIN)
  await signUp(site.url, 'musa@mail.example')
  await site.database.db.execute(sql`update profiles set role = 'admin'`)
  musa = await signIn(site.url, { email: 'musa@mail.example', password: PASSWORD })
  const bola = { first_name: 'Bola', last_name: 'Ade', email: 'bola@mail.example' }
  const sent = await post('/api/contact-messages', { ...bola, subject: 'Hello', message: 'A word.' })
  await signUp(site.url, 'amina@mail.example')
  paid = await give({ amount: 1500, donation_type: 'school', message: 'For Amina' })
  messageId = z.object({ id: z.string() }).parse(sent).id
  // The first entry of the audit.
  await callAs(halima, 'GET', `${site.url}/api/admin/donations`)
})

const Gift = z.looseObject({ reference: z.string(), access_code: z.string() })

async function post(path: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
  const response = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

const begin = async (gift: object) => Gift.parse(await post('/api/donations', gift))

async function give(gift: object): Promise<string> {
  const { reference, access_code: code } = await begin(gift)
  await payAt(`${site.url}/sandbox/paystack/checkout/${code}`)
  const isPaid = async () => {
    const response = await fetch(`${site.url}/api/payments/${reference}`)
    expect(await response.json()).toMatchObject({ status: 'success' })
  }
  await vi.waitFor(isPaid, { timeout: 60_000, interval: 50 })
  return reference
}

async function openPlace(place: string, session = halima, options = {}): Promise<Page> {
  const page = await open('about:blank', options)
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/${place}`)
  return page
}

test('on a phone the part of the books that is open is in sight', async () => {
  const page = await openPlace('books/losses', halima, { viewport: { width: 360, height: 740 } })
  const chip = page.getByRole('link', { name: 'Losses' })
  await chip.waitFor()
  await expect.poll(async () => ((await chip.boundingBox())?.x ?? 999) < 300).toBe(true)
  await page.getByRole('link', { name: 'Wallets' }).click()
  await page.waitForURL(`${site.url}/admin/books/wallets`)
})

/** Neither the summary nor a line of it. */
const LIST = /\/api\/admin\/donations(\?|$)/
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

describe('gifts', () => {
  test('are counted, shown with every field, filtered in the address, and exported as CSV', async () => {
    await begin({ amount: 700 })
    const page = await openPlace('donors')
    await page.getByText('Successful transactions', { exact: true }).waitFor()
    const card = (title: string) => page.getByRole('region', { name: title, exact: true })
    await card('Total Donations').getByText('1', { exact: true }).waitFor()
    await card('Total Amount').getByText('₦1,500.00', { exact: true }).waitFor()
    await card('Total Amount').getByText('Total funds raised', { exact: true }).waitFor()
    const heads = page.getByRole('table', { name: 'Donations' }).getByRole('columnheader')
    await heads.first().waitFor()
    expect(await heads.allTextContents()).toEqual(['Amount', 'Status', 'Email', 'Type', 'Anonymous', 'Date', 'Actions'])
    await row(page, '₦700.00').getByText('General', { exact: true }).waitFor()
    await row(page, '₦700.00').getByText('Yes', { exact: true }).waitFor()
    await row(page, '₦700.00').getByText('Anonymous', { exact: true }).waitFor()
    await row(page, '₦1,500.00').getByText('Anonymous', { exact: true }).waitFor()

    const opener = row(page, '₦1,500.00').getByRole('button', { name: /^Details of/ })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Donation details' })
    await dialog.getByText('For Amina', { exact: true }).waitFor()
    expect(await dialog.locator('dl').innerText()).toContain(paid)
    expect(await dialog.locator('dt').allTextContents()).toEqual([
      'Amount',
      'Status',
      'Transaction reference',
      'Email',
      'Donation type',
      'Anonymous',
      'Message',
      'Created',
      'Updated',
    ])
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)

    await site.database.db.execute(
      sql`update donations set is_anonymous = false, customer_email = null where amount = 70000`,
    )
    await page.reload()
    await row(page, '₦700.00').getByText('No email', { exact: true }).waitFor()
    await row(page, '₦700.00').getByText('No', { exact: true }).waitFor()

    await page.getByLabel('Status', { exact: true }).selectOption('Success')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('1 result', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('success')
    expect(await row(page, '₦700.00').count()).toBe(0)
    const { name, text } = await saveCsv(page)
    expect(name).toMatch(/^taimako-donations-\d{4}-\d\d-\d\d\.csv$/)
    expect(text).toContain(paid)
    expect(text.trim().split('\r\n')).toHaveLength(2)
  })

  test('say when they could not be loaded, and load on retry', async () => {
    const page = await open('about:blank')
    await storeSession(page, halima)
    const reconnect = await routeForNow(page, LIST, (route) => route.abort())
    await page.goto(`${site.url}/admin/donors`)
    await toast(page, 'Failed to load donations').waitFor()
    reconnect()
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Donations' }).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })
})

test('a reply outlives a cut line and a colleague who was first, and then answers the message', async () => {
  const page = await openPlace('messages')
  await page.getByRole('link', { name: 'Messages 1 unanswered', exact: true }).waitFor()
  const message = page.getByRole('listitem').filter({ hasText: 'b•••@mail.example' })
  await message.getByRole('link', { name: 'Hello', exact: true }).click()
  await page.getByRole('region', { name: 'Message', exact: true }).getByText('A word.', { exact: true }).waitFor()
  const draft = page.getByLabel('Your reply', { exact: true })
  const send = page.getByRole('button', { name: 'Send reply', exact: true })
  await send.click()
  await page.getByText('Enter a reply.', { exact: true }).waitFor()
  await draft.fill('Register first.')
  const reconnect = await routeForNow(page, '**/replies', (route) => route.abort())
  await send.click()
  await toast(page, 'The reply was not sent').waitFor()
  reconnect()
  await reloadWithDrafts(page, 1)
  await draft.waitFor()
  expect(await draft.inputValue()).toBe('Register first.')

  const first = { text: 'From Musa.', expected_replies: 0 }
  await callAs(musa, 'POST', `${site.url}/api/admin/contact-messages/${messageId}/replies`, first)
  await send.click()
  await page.getByText('A reply was sent in the meantime', { exact: true }).waitFor()
  await page.getByText('From Musa.', { exact: true }).waitFor()
  expect(await draft.inputValue()).toBe('Register first.')
  await send.click()
  await toast(page, 'Reply written. It leaves in a minute.').waitFor()
  await page.getByRole('list', { name: 'Replies' }).getByText('Register first.', { exact: true }).waitFor()
  await expect.poll(() => draft.inputValue()).toBe('')
  await message.getByText('Answered', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Messages', exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Mark as unread', exact: true }).click()
  await toast(page, 'Message marked').waitFor()
  await message.getByText('Unread', { exact: true }).waitFor()
  await page.locator('button:focus', { hasText: 'Mark as' }).waitFor()

  await page.goto(`${site.url}/admin/audit?action=message.state_changed`)
  const event = row(page, 'Marked a message')
  await event.getByText('State: answered, now new', { exact: true }).waitFor()
  await event.getByText(ADMIN.email).first().waitFor()
  const who = page.getByLabel('Who', { exact: true })
  await who.selectOption(ADMIN.email)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(/actor=[\da-f-]{36}/)
  await event.waitFor()
  // The actor in the address stays selected, even without any events.
  const stranger = crypto.randomUUID()
  await page.goto(`${site.url}/admin/audit?actor=${stranger}`)
  await page.getByText('No matches').waitFor()
  expect(await who.inputValue()).toBe(stranger)

  // Without a filter it opens on changes: who looked is a filter.
  await page.goto(`${site.url}/admin/audit`)
  await event.waitFor()
  const looks = row(page, 'read the list “Donors”')
  expect(await looks.count()).toBe(0)
  await page.getByLabel('Show', { exact: true }).selectOption('Who looked')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await looks.first().waitFor()
  expect(await event.count()).toBe(0)
  expect(await violations(page)).toEqual([])
})

test.each([768, 900, 1024])('the first and the last day of a period stand side by side at %i px', async (width) => {
  const page = await openPlace('audit?action=message.state_changed')
  await page.setViewportSize({ width, height: 800 })
  const placeOf = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((each) => each.getBoundingClientRect())
  const [from, to] = [await placeOf('From'), await placeOf('To')]
  expect([to.top - from.top, Math.round(to.width - from.width), from.width > 130]).toEqual([0, 0, true])
  // The chosen text ends before the arrow.
  const action = page.getByLabel('Action', { exact: true })
  expect(await action.evaluate((each) => Number.parseFloat(getComputedStyle(each).paddingRight))).toBe(32)
})

test('wallets have a page: owners and states of transactions, but never the fund', async () => {
  const zainab = await signUp(site.url, 'zainab@mail.example')
  await fill(site.url, zainab, 5000)
  await callAs(zainab, 'POST', `${site.url}/api/wallet/gifts`, { amount: 2000, donation_type: 'medical' })
  const bello = await signUp(site.url, 'bello@mail.example')
  const open = await beginTopUp(site.url, bello, 300)
  const page = await openPlace('books/wallets')
  const table = page.getByRole('table', { name: 'Wallet transactions' })
  const line = (text: string) => table.getByRole('row').filter({ hasText: text })
  await line('+₦5,000.00').getByText('Completed', { exact: true }).waitFor()
  await line('+₦300.00').getByText('Pending', { exact: true }).waitFor()
  await line('-₦2,000.00').getByText('Gift', { exact: true }).waitFor()
  await line('-₦2,000.00').getByRole('link').click()
  await page.waitForURL(/user_id=/)
  await page.getByText('2 results', { exact: true }).waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Completed')
  await page.getByLabel('Direction', { exact: true }).selectOption('In')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('1 result', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toMatch(/user_id=.*status=completed.*type=credit/)
  const csv = (await saveCsv(page)).text
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain('zainab@mail.example')
  await page.goto(`${site.url}/admin/books/wallets?search=${open.reference}`)
  await line('+₦300.00').getByText('b•••@mail.example').waitFor()
  await page.getByText('1 result', { exact: true }).waitFor()
  await expectBooksBalance(site)
})

/** Stops the checks of the books, which find that rows and entries written by hand contradict each other. @returns what lets them go on */
async function holdChecks(db: Db): Promise<() => Promise<void>> {
  const over = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  // A job whose row is locked is passed over.
  const waiting = sql`select name from jobs where name like 'books.%' and claimed_until is null for update`
  const holding = db.transaction(async (tx) => {
    // Waits for both tests, which on a slow machine take longer than a connection may be idle.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await vi.waitUntil(async () => (await rows(tx, waiting, z.unknown())).length === 2, { timeout: 60_000 })
    held.resolve()
    await over.promise
  })
  await Promise.race([held.promise, holding])
  return async () => {
    over.resolve()
    await holding
  }
}

describe('with rows written by hand', () => {
  // From the first of them to the end: a check between two tests would stop the closing of the month.
  beforeAll(() => holdChecks(site.database.db))

  test('the books say what was compared once nothing is open, and a payment to review waits for a second person', async () => {
    await site.database.db.execute(sql`update book_checks set checked_at = now()`)
    const page = await openPlace('books')
    await page
      .getByText(/^Nothing needs a person\. All entries were checked on .* The payment provider was not compared yet\./)
      .waitFor()
    const { reference } = await begin({ amount: 900, donation_type: 'food' })
    await site.database.db.execute(
      sql`update payment_attempts set status = 'needs_review', amount_paid = 80000, review_reason = 'Another amount came.' where reference = ${reference}`,
    )
    await page.reload()
    await page.getByRole('heading', { name: '1 thing needs a person' }).waitFor()
    expect(await page.getByText('Nothing needs a person').count()).toBe(0)
    const question = page.locator('details').filter({ hasText: 'Is it all there?' })
    await question.locator('summary').click()
    await question.getByRole('row', { name: /^Fund: School Fees ₦1,500\.00$/ }).waitFor()
    // In the ledger it stands below zero.
    await question.getByRole('row', { name: /^Held by the payment provider ₦[\d,.]+$/ }).waitFor()
    await page.getByText('Another amount came.', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Return ${reference}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Return this payment' })
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await dialog.getByText('Enter a reason.', { exact: true }).waitFor()
    await dialog.getByLabel('Reason').fill('The donor asked for it.')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await page.getByText('You proposed this. A second person must confirm it.').waitFor()
    expect(await page.getByRole('button', { name: /^Confirm/ }).count()).toBe(0)

    const second = await openPlace('books', musa)
    await second.getByText('The donor asked for it.', { exact: true }).waitFor()
    await second.getByRole('button', { name: `Confirm the decision on ${reference}` }).click()
    await second.getByRole('dialog', { name: 'Return a payment' }).getByRole('button', { name: 'Confirm' }).click()
    await toast(second, 'Decision recorded').waitFor()
    await second.getByText(/^Nothing needs a person/).waitFor()
  })

  test('a month is read, exported and closed by two people', async () => {
    const { db } = site.database
    // The entries of this file are of last month.
    await db.execute(sql`do $$ begin
      set local session_replication_role = replica;
      update transfers set recorded_at = recorded_at - interval '1 month' where recorded_at > date_trunc('month', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos';
      update book_checks set checked_at = now();
    end $$`)
    const page = await openPlace('books/months')
    await page.getByText('It is not over. It can be closed an hour after its end.').waitFor()
    const chips = page.getByRole('navigation', { name: 'Month' }).getByRole('link')
    await chips.last().click()
    await page.getByText('Not closed', { exact: true }).waitFor()
    await page
      .getByRole('table', { name: 'Income and outflows by fund' })
      .getByRole('row', { name: /^School Fees ₦1,500\.00/ })
      .waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Statement (PDF)' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^taimako-statement-\d{4}-\d\d-.*\.pdf$/)
    await page.getByRole('button', { name: 'Close this month' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close this month' })
    await dialog.getByLabel('Reason').fill('Compared with the statement of the bank.')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await page.getByText('You proposed this. A second person must confirm it.').waitFor()
    expect(await violations(page)).toEqual([])

    const second = await openPlace(`books/months${new URL(page.url()).search}`, musa)
    await second.getByRole('button', { name: /^Confirm the decision on / }).click()
    await second.getByRole('dialog', { name: 'Close a month' }).getByRole('button', { name: 'Confirm' }).click()
    await toast(second, 'Decision recorded').waitFor()
    await second.getByText(/Closed by .* Its figures no longer change\./).waitFor()
    expect(await second.getByRole('button', { name: 'Close this month' }).count()).toBe(0)
    expect(await violations(second)).toEqual([])
  })
})
