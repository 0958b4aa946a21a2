/** A payment from a fund below zero: the person who releases it is shown the three ways on. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { applicant } from '../support/applicant.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { expectBalanced } from '../support/balanced.ts'
import { useBrowser } from '../support/browser.ts'
import { sitePayouts, type SitePayouts } from '../support/paying-out-site.ts'
import { payoutRow } from '../support/payout-pages.ts'
import { storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser([/status of 409/])
const site = useSite()
let payouts: SitePayouts
beforeAll(async () => {
  payouts = await sitePayouts(site)
  await payouts.fill(50_000)
})

/** As after a chargeback: the sandbox that the site runs takes none. @param kobo what the fund holds more */
const move = (kobo: number) =>
  site.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(
      sql`update ledger_balances set balance = balance + ${kobo}::bigint
           where account_id = (select id from ledger_accounts where code = 'fund:school') and shard = 0`,
    )
  })

test('releasing from a short fund opens a dialog with the three ways, and cancelling the payment is one of them', async () => {
  const amina = await applicant(site, 'amina.short@mail.example')
  const award = await payouts.grant(await amina.ask(), 40_000)
  await payouts.act(`/awards/${award}/payouts`, { kind: 'manual_bank', amount: 15_000 })
  await move(-5_000_000)

  const page = await open('about:blank', { viewport: { width: 360, height: 800 } })
  await storeSession(page, payouts.sessions[1])
  await page.goto(`${site.url}/admin/payouts?view=to_release`)
  await payoutRow(page, '₦15,000.00').getByRole('link').click()
  const release = page.getByRole('button', { name: /^Release .*₦15,000\.00$/ })
  const releaseNow = async () => {
    await release.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click()
  }
  await releaseNow()
  const dialog = page.getByRole('dialog', { name: 'This fund is short' })
  await dialog.getByText(/so nothing is paid out of it/).waitFor()
  expect(await dialog.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'The organisation covers it',
    'Promise less',
    'It waits',
  ])
  expect(await dialog.getByRole('link', { name: 'Open Books' }).getAttribute('href')).toBe('/admin/books')
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await dialog.getByRole('button', { name: 'Let it wait' }).click()
  await dialog.waitFor({ state: 'detached' })
  await releaseNow()
  await dialog.getByRole('button', { name: 'Cancel this payout' }).click()
  await toast(page, 'Payout cancelled').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await release.waitFor({ state: 'detached' })
  await move(5_000_000)
  await expectBalanced(site.database.db)
})
