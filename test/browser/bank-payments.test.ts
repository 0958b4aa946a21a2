/** Bank payments as two members of staff make them, with the sandbox's bank: one arrives, one fails, one comes back. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { expectBalanced } from '../support/balanced.ts'
import { toast } from '../support/account-page.ts'
import { applicant as applicantOf, type Applicant } from '../support/applicant.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { setLimits } from '../support/limits.ts'
import { sitePayouts, type SitePayouts } from '../support/paying-out-site.ts'
import { awaitPayout, openPayout, payoutRow } from '../support/payout-pages.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'
import { callAs } from '../support/wallet-page.ts'

const Award = z.object({ payouts: z.array(z.object({ id: z.uuid() })) })
/** The sandbox's bank gives this name. */
const HERS = { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' }

const open = useBrowser()
const site = useSite()
let payouts: SitePayouts
beforeAll(async () => {
  payouts = await sitePayouts(site)
  await payouts.fill(200_000)
  // The sum that all of these tests release needs no second step.
  await setLimits(site.database.db, { secondStepAbove: 20_000_000n })
})

async function openAs(session: StoredSession, path: string, options = {}): Promise<Page> {
  const page = await open('about:blank', options)
  await storeSession(page, session)
  await page.goto(site.url + path)
  return page
}
const asStaff = (who: 0 | 1, path = '/admin/payouts') => openAs(payouts.sessions[who], path)
const asHer = ({ session }: Applicant) =>
  openAs(session, '/beneficiary/dashboard', { viewport: { width: 360, height: 1600 } })
const granted = (page: Page) => page.getByRole('region', { name: 'What we granted you' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const SENDING = { state: 'sending', provider: 'pending' }
const SENT = { state: 'sent', provider: 'success' }
const paymentOf = (naira: number) => `Bank transfer by the payment provider, ₦${naira.toLocaleString('en-NG')}.00`

/** Opens the sandbox's bank from a payment, and presses a button there. */
async function atBank(page: Page, naira: number, press: string, then: string): Promise<void> {
  await awaitPayout(site, naira, press === 'Send it back' ? SENT : SENDING)
  await openPayout(page, site.url, paymentOf(naira))
  await page.getByRole('link', { name: `Open the sandbox bank for ${paymentOf(naira)}` }).click()
  await page.getByRole('heading', { name: 'Sandbox bank' }).waitFor()
  const card = page.getByRole('listitem').first()
  await card.getByText(/^YUSUF AMINA HAUWA, Guaranty Trust Bank, ends in \d{4}$/).waitFor()
  await card.getByRole('button', { name: press }).click()
  await card.getByText(then, { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Back to the payouts' }).click()
  await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor()
}

/** A bank payment of this amount that is being sent. */
async function released(email: string, amount: number, ending: string): Promise<Applicant> {
  const amina = await applicantOf(site, email)
  const request = await amina.ask()
  const award = await payouts.grant(request, amount)
  const account = { ...HERS, account_number: `01234567${ending}` }
  await callAs(amina.session, 'POST', `${site.url}/api/applications/${request}/payee`, account)
  const answer = await payouts.act(`/awards/${award}/payouts`, { kind: 'bank', amount })
  const id = Award.parse(answer).payouts.at(-1)?.id
  await payouts.act(`/payouts/${id}/release`, { expected_state: 'proposed' }, 1)
  return amina
}

test('from a request to money in her account, by two people, and what the public sees of one household', async () => {
  const amina = await applicantOf(site, 'amina.bank@mail.example')
  const request = await amina.ask()
  await payouts.act(`PATCH /applications/${request}`, { status: 'approved', identity_checked: true })

  const halima = await asStaff(0, `/admin/applications/${request}`)
  await button(halima, 'Propose an award').click()
  const form = halima.getByRole('form', { name: 'Propose an award' })
  await form.getByLabel('Amount').fill('24k')
  await button(halima, 'Propose').click()
  await toast(halima, 'Award proposed').waitFor()
  const musa = await asStaff(1, `/admin/applications/${request}`)
  await button(musa, 'Grant ₦24,000.00').click()
  await toast(musa, 'Award granted').waitFor()

  const hers = await asHer(amina)
  await granted(hers).getByRole('button', { name: 'How you receive it' }).click()
  await granted(hers).getByRole('button', { name: 'Choose how' }).click()
  await hers.getByLabel('Bank', { exact: true }).selectOption({ label: 'Guaranty Trust Bank' })
  await hers.getByLabel('Account number').fill(HERS.account_number)
  await button(hers, 'Show the name').click()
  await hers.getByText(HERS.account_name, { exact: true }).waitFor()
  await button(hers, 'Yes, this is my account').click()
  await toast(hers, 'Saved').waitFor()

  await halima.reload()
  await button(halima, 'Propose a payout').click()
  const proposing = halima.getByRole('dialog', { name: 'Propose a payout' })
  await proposing.getByLabel('How it reaches them').selectOption({ label: 'Bank transfer by the payment provider' })
  await proposing.getByRole('button', { name: 'Propose' }).click()
  await toast(halima, 'Payout proposed').waitFor()
  expect(await halima.getByRole('button', { name: /^Release / }).count()).toBe(0)

  const payment = paymentOf(24_000)
  await openPayout(musa, site.url, payment)
  await button(musa, `Release ${payment}`).click()
  await musa.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click()
  await toast(musa, 'Payout released').waitFor()
  await atBank(musa, 24_000, 'Let it arrive now', 'Arrived')

  await awaitPayout(site, 24_000, SENT)
  await hers.reload()
  await granted(hers).getByRole('button', { name: 'I received it' }).click()
  await hers.getByRole('button', { name: 'Yes, I received it' }).click()
  await granted(hers).getByText('Thank you. We recorded that you received it.').waitFor()

  // The figures of a single household are not shown: the card shows what was given, and says when the rest appears.
  const card = await open(`${site.url}/donate?fund=school`)
  await card.getByLabel('Choose a fund').selectOption({ label: 'School Fees' })
  const impact = card.getByRole('region', { name: 'Your Impact' })
  await impact.getByText('₦200,000.00', { exact: true }).waitFor()
  await impact.getByText('appears once ten households share the figure').waitFor()
  await expectBalanced(site.database.db)
})

test('a transfer that failed waits for a person, who sends it again, on a phone and with the keyboard at the bank', async () => {
  const amina = await released('amina.failed@mail.example', 21_000, '95')
  const payment = paymentOf(21_000)
  const musa = await openAs(payouts.sessions[1], '/admin/payouts', { viewport: { width: 360, height: 900 } })
  await atBank(musa, 21_000, 'Let it fail', 'Failed')
  await awaitPayout(site, 21_000, { state: 'failed', provider: 'failed' })
  await musa.goto(`${site.url}/admin/payouts?view=needs_person`)
  await payoutRow(musa, '₦21,000.00', 'Not sent').waitFor()
  await openPayout(musa, site.url, payment)
  const hers = await asHer(amina)
  await granted(hers).getByText('The bank did not take it. We try again.').waitFor()
  await button(musa, `Try again: ${payment}`).click()
  await musa.getByText('Being sent', { exact: true }).waitFor()
  await awaitPayout(site, 21_000, SENDING)
  await openPayout(musa, site.url, payment)
  const link = musa.getByRole('link', { name: `Open the sandbox bank for ${payment}` })
  await link.waitFor()
  expect(await violationsInEachTheme(musa)).toEqual([])
  await link.click()
  await musa.getByRole('heading', { name: 'Sandbox bank' }).waitFor()
  expect(await violationsInEachTheme(musa)).toEqual([])
  expect(await musa.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const last = musa.getByRole('listitem').first()
  await last.getByRole('button', { name: 'Let it arrive now' }).focus()
  await musa.keyboard.press('Enter')
  await last.getByText('Arrived', { exact: true }).waitFor()
  await awaitPayout(site, 21_000, SENT)
  await hers.reload()
  await granted(hers).getByRole('button', { name: 'I received it' }).waitFor()
  await expectBalanced(site.database.db)
})

test('a transfer that comes back after it arrived is promised again, and staff pay it another way', async () => {
  const amina = await released('amina.back@mail.example', 22_000, '05')
  const musa = await asStaff(1)
  await atBank(musa, 22_000, 'Let it arrive now', 'Arrived')
  await awaitPayout(site, 22_000, SENT)
  await openPayout(musa, site.url, paymentOf(22_000))
  await musa.getByText('Handed over', { exact: true }).waitFor()
  await atBank(musa, 22_000, 'Send it back', 'Sent back')
  await awaitPayout(site, 22_000, { state: 'returned', provider: 'reversed' })
  await musa.goto(`${site.url}/admin/payouts?view=to_award`)
  await payoutRow(musa, '₦22,000.00', 'To pay out').getByRole('link').click()
  const hers = await asHer(amina)
  await granted(hers).getByText('It came back to us. Contact us if you still need it.').waitFor()
  await button(musa, 'Propose a payout').click()
  const dialog = musa.getByRole('dialog', { name: 'Propose a payout' })
  await dialog.getByText('₦22,000.00 of this award is not paid out yet').waitFor()
  await expectBalanced(site.database.db)
})
