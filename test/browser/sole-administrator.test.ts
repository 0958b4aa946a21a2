/** One administrator alone pays out a small amount: the screen says what applies, and a second one countersigns later. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { toast } from '../support/account-page.ts'
import { applicant as applicantOf } from '../support/applicant.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { fillFund, newAdministrator } from '../support/paying-out-site.ts'
import { openPayout, payoutRow } from '../support/payout-pages.ts'
import { signIn, storeSession } from '../support/signing-in.ts'
import { ADMIN, useSite } from '../support/site.ts'
import { callAs } from '../support/wallet-page.ts'

const open = useBrowser([/status of 4\d\d/])
const site = useSite()
const Payout = z.object({ may: z.object({ release: z.boolean() }) })
const Awards = z.object({ awards: z.tuple([z.object({ payouts: z.tuple([Payout]) })]) })

test('a lone administrator grants, waits, releases, and is countersigned by the next one', async () => {
  const admin = await signIn(site.url, ADMIN)
  await fillFund(site, 60_000)
  const amina = await applicantOf(site, 'amina.alone@mail.example')
  const request = await amina.ask()
  await callAs(admin, 'PATCH', `${site.url}/api/admin/applications/${request}`, {
    status: 'approved',
    identity_checked: true,
  })
  await callAs(admin, 'POST', `${site.url}/api/admin/applications/${request}/awards`, {
    amount: 20_000,
    funds: [{ fund: 'school', amount: 20_000 }],
  })

  const page = await open('about:blank')
  await storeSession(page, admin)
  await page.goto(`${site.url}/admin/payouts`)
  await page.getByRole('heading', { name: 'You are the only administrator' }).waitFor()
  await page.getByText(/payouts of up to ₦50,000.00 each and ₦200,000.00 in seven days/).waitFor()
  await payoutRow(page, '₦20,000.00', 'You may grant').getByRole('link').click()
  await page.getByRole('button', { name: 'Grant ₦20,000.00' }).click()
  await toast(page, 'Award granted').waitFor()
  await page.getByRole('button', { name: 'Propose a payout', exact: true }).click()
  const proposing = page.getByRole('dialog', { name: 'Propose a payout' })
  await proposing.getByLabel('How it reaches them').selectOption({ label: 'Transfer from our bank' })
  await proposing.getByRole('button', { name: 'Propose' }).click()
  await toast(page, 'Payout proposed').waitFor()
  const what = 'Transfer from our bank, ₦20,000.00'
  await openPayout(page, site.url, what)
  await page.getByText(/^It waits\. Its proposer may release it alone from /).waitFor()
  const release = page.getByRole('button', { name: 'Release Transfer from our bank, ₦20,000.00' })
  expect(await release.count()).toBe(0)
  expect(await violations(page)).toEqual([])

  // A minute in the sandbox.
  const mayRelease = async () => {
    const path = `${site.url}/api/admin/applications/${request}/awards`
    return Awards.parse(await callAs(admin, 'GET', path)).awards[0].payouts[0].may.release
  }
  await expect.poll(mayRelease, { timeout: 120_000, interval: 2000 }).toBe(true)
  await page.reload()
  await release.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click()
  await toast(page, 'Payout released').waitFor()
  await page.getByText(/^Released by .* alone, /).waitFor()
  await page.goto(`${site.url}/admin/payouts`)
  await page.getByText(/you released ₦20,000.00 alone\. ₦180,000.00 is left\./).waitFor()

  const visitor = await open(`${site.url}/transparency#approves`)
  await visitor.getByText(/While this organisation has only one administrator/).waitFor()

  const second = await open('about:blank')
  await storeSession(second, await newAdministrator(site, 'second.alone@mail.example'))
  await openPayout(second, site.url, what)
  await second.getByRole('button', { name: 'Countersign Transfer from our bank, ₦20,000.00' }).click()
  await toast(second, 'Payout countersigned').waitFor()
  await second.getByText(/^Countersigned by /).waitFor()
  await second.goto(`${site.url}/admin/payouts`)
  await second.getByRole('navigation', { name: 'Views of the payouts' }).waitFor()
  expect(await second.getByRole('heading', { name: 'You are the only administrator' }).count()).toBe(0)
})
