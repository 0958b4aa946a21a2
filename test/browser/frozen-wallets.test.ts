/** Tests disputes and frozen wallets in the Books, and how two administrators settle a loss and thaw a wallet. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { violations, violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { PASSWORD, signIn, signUp, type StoredSession, storeSession } from '../support/signing-in.ts'
import { fill } from '../support/wallet-page.ts'

const open = useBrowser()
const site = useSite()

async function openBooks(session: StoredSession, options = {}): Promise<Page> {
  const page = await open('about:blank', options)
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/books/losses`)
  await page.getByText('Not recovered', { exact: true }).waitFor()
  return page
}

async function newAdministrator(email: string): Promise<StoredSession> {
  await signUp(site.url, email)
  await site.database.db.execute(
    sql`update profiles set role = 'admin' where user_id = (select id from users where email = ${email})`,
  )
  return signIn(site.url, { email, password: PASSWORD })
}

/** A wallet whose top-up was taken back after the money was given, and a dispute that is open for 14 more hours. */
async function freezeWallet() {
  const zainab = await signUp(site.url, 'zainab@mail.example')
  await fill(site.url, zainab, 1500)
  const { db } = site.database
  await db.execute(
    sql`update wallet_transactions set amount_reversed = 150000, amount_lost = 120000 where kind = 'top_up'`,
  )
  await db.execute(sql`update wallets set frozen_at = now()`)
  await db.execute(sql`
    insert into disputes (id, attempt_id, status, category, amount, due_at, opened_at, read_at)
    select '4817', id, 'awaiting-merchant-feedback', 'chargeback', 60000, now() + interval '14 hours 30 minutes', now() - interval '90 minutes', now()
      from payment_attempts`)
}

test('a loss is covered and the wallet thawed by two administrators, and a dispute shows its deadline', async () => {
  await freezeWallet()
  const halima = await newAdministrator('halima@mail.example')
  const musa = await newAdministrator('musa@mail.example')

  const narrow = await openBooks(halima, { viewport: { width: 360, height: 740 } })
  await narrow.goto(`${site.url}/admin/books`)
  await narrow.getByText(/^Answer it before .*, in 14 hours$/).click()
  await narrow.getByText('₦600.00', { exact: true }).last().waitFor()
  expect(await violationsInEachTheme(narrow)).toEqual([])
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  const first = await openBooks(halima)
  const second = await openBooks(musa)
  const decide = async (button: string, title: string, confirmed: string) => {
    await first.getByRole('button', { name: `${button} Amina Yusuf` }).click()
    const dialog = first.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await dialog.getByText('Enter a reason.', { exact: true }).waitFor()
    await dialog.getByLabel('Reason').fill('See the bank statement of 22 November.')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await first.getByText('You proposed this. A second person must confirm it.').waitFor()
    await second.reload()
    await second.getByRole('button', { name: 'Confirm the decision on Amina Yusuf' }).click()
    const confirming = second.getByRole('dialog', { name: confirmed })
    expect(await violations(second)).toEqual([])
    await confirming.getByRole('button', { name: 'Confirm' }).click()
    await toast(second, 'Decision recorded').waitFor()
    await first.reload()
  }
  await decide('We cover it: the loss of', 'Cover this loss', 'Cover the loss of a wallet')
  await first.getByText('Covered by us', { exact: true }).waitFor()
  await decide('Thaw the wallet of', 'Thaw this wallet', 'Thaw a wallet')
  await first.getByText('No wallet is frozen.').waitFor()
})

test('what is of one’s own wallet is left to someone else', async () => {
  const ngozi = await newAdministrator('ngozi@mail.example')
  await fill(site.url, ngozi, 1500)
  const theirs = sql`wallet_id = (select wallets.id from wallets join users on users.id = user_id where email = 'ngozi@mail.example')`
  await site.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      update payment_attempts set status = 'needs_review', amount_suspended = 150000, review_reason = 'paid otherwise'
       where intent_id in (select intent_id from wallet_transactions where ${theirs})`)
    await tx.execute(
      sql`update wallet_transactions set amount_reversed = 150000, amount_lost = 120000 where kind = 'top_up' and ${theirs}`,
    )
    await tx.execute(
      sql`update wallets set frozen_at = now() where id in (select wallet_id from wallet_transactions where ${theirs})`,
    )
  })
  const page = await openBooks(ngozi)
  await page.goto(`${site.url}/admin/books`)
  const left = page.locator('summary').filter({ hasText: 'For someone else to decide' })
  await left.filter({ hasText: 'Wallet top-up' }).waitFor()
  expect(await left.count()).toBe(2)
})
