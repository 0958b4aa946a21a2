/** The match with the payment provider: on the administrators' page of the books, and as a sum for everyone. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { PASSWORD, signIn, signUp, type StoredSession, storeSession } from '../support/signing-in.ts'
import { ADMIN, useSite } from '../support/site.ts'

// A match that fails, and a second proposal, are refused on purpose.
const open = useBrowser([/status of (?:409|503)/])
const site = useSite()
let halima: StoredSession
let musa: StoredSession
beforeAll(async () => {
  halima = await signIn(site.url, ADMIN)
  await signUp(site.url, 'musa@mail.example')
  await site.database.db.execute(sql`update profiles set role = 'admin'`)
  musa = await signIn(site.url, { email: 'musa@mail.example', password: PASSWORD })
})

async function openBooks(session: StoredSession, options = {}): Promise<Page> {
  const page = await open('about:blank', options)
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/books/match`)
  return page
}
const card = (page: Page) => page.locator('.card').filter({ hasText: 'Match with the payment provider' })

test('a match on demand is shown; a difference is public as a sum until two administrators close it', async () => {
  const page = await openBooks(halima, { viewport: { width: 360, height: 800 } })
  await card(page).getByText('Not matched yet.').waitFor()
  await card(page).getByRole('button', { name: 'Match now' }).click()
  await card(page).getByText('Last full match on').waitFor()
  await card(page).getByText('No differences.').waitFor()

  await site.database.db.execute(sql`
    insert into differences (id, kind, subject, ledger, provider, amount, occurred_at, first_seen_at, last_seen_at, state)
    values (gen_random_uuid(), 'payment', 'gift-0123456789abcdef', 98500, 0, 98500, now() - interval '3 days', now(), now(), 'open')`)
  const everyone = await open(`${site.url}/transparency`)
  const figure = (name: string) => everyone.locator('.figures > div').filter({ hasText: name }).locator('dd')
  await expect.poll(() => figure('Unexplained differences').textContent()).toBe('₦985.00')
  expect(await figure('Last full match').textContent()).toMatch(/ at \d\d:\d\d$/)

  await page.reload()
  await card(page).getByText('(3 days)').waitFor()
  await card(page).getByText('₦985.00').first().waitFor()
  expect(await violations(page)).toEqual([])
  await card(page).getByRole('button', { name: 'Assign the difference of gift-0123456789abcdef' }).click()
  await page.getByRole('dialog').getByLabel('Looks into it').selectOption({ label: 'Amina Yusuf' })
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await card(page).locator('dd').filter({ hasText: 'Amina Yusuf' }).waitFor()
  await card(page).getByRole('button', { name: 'Close the difference of gift-0123456789abcdef' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByText('Choose why no entry is right.').waitFor()
  await dialog.getByLabel('Why no entry is right').selectOption('One side shows it wrongly')
  await dialog.getByLabel('Reason').fill('The provider wrote to us.')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await card(page).getByText('You proposed this. A second person must confirm it.').waitFor()

  const second = await openBooks(musa)
  await card(second).getByRole('button', { name: 'Confirm the decision on gift-0123456789abcdef' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await card(second).getByText('No differences.').waitFor()
  await everyone.reload()
  await expect.poll(() => figure('Unexplained differences').textContent()).toBe('₦0.00')
  expect(await violations(everyone)).toEqual([])
})

test('what is typed into an open dialog stays when a colleague was first, and the refusal says so', async () => {
  const subject = 'gift-fedcba9876543210'
  await site.database.db.execute(sql`
    insert into differences (id, kind, subject, ledger, provider, amount, occurred_at, first_seen_at, last_seen_at, state)
    values (gen_random_uuid(), 'payment', ${subject}, 500, 0, 500, now(), now(), now(), 'open')`)
  const close = async (by: StoredSession, prepare: (page: Page) => Promise<unknown> = async () => {}) => {
    const page = await openBooks(by)
    await prepare(page)
    await card(page)
      .getByRole('button', { name: `Close the difference of ${subject}` })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Why no entry is right').selectOption('One side shows it wrongly')
    await dialog.getByLabel('Reason').fill('The provider wrote to us.')
    return { page, dialog, propose: () => dialog.getByRole('button', { name: 'Propose' }).click() }
  }
  const failed = Promise.withResolvers<void>()
  const slow = await close(halima, async (page) => {
    await page.route('**/api/admin/books/matches', async (route) => {
      await failed.promise
      await route.fulfill({ status: 503 })
    })
    await card(page).getByRole('button', { name: 'Match now' }).click()
  })
  const first = await close(musa)
  await first.propose()
  await card(first.page).getByText('You proposed this.', { exact: false }).waitFor()
  failed.resolve()
  const theirs = { name: `Confirm the decision on ${subject}`, includeHidden: true }
  await card(slow.page).getByRole('button', theirs).waitFor({ state: 'attached' })
  expect(await slow.dialog.getByLabel('Reason').inputValue()).toBe('The provider wrote to us.')
  await slow.propose()
  await slow.page.getByText('A proposal is already waiting for confirmation.').waitFor()
  expect(await slow.dialog.getByLabel('Reason').inputValue()).toBe('The provider wrote to us.')
})
