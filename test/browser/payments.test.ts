/** Paying out as staff do: an award by two people, cash with its slip and its receipt, and the recipient's answer at the counter. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { onlyRow } from '../../server/platform/db/db.ts'
import { toast } from '../support/account-page.ts'
import { applicant as applicantOf } from '../support/applicant.ts'
import { violations, violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { pdf } from '../support/documents.ts'
import { setLimits } from '../support/limits.ts'
import { sitePayouts, type SitePayouts } from '../support/paying-out-site.ts'
import { awaitPayout, openPayout, payoutRow } from '../support/payout-pages.ts'
import { storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'
import { callAs } from '../support/wallet-page.ts'

const Award = z.object({ payouts: z.array(z.object({ id: z.uuid() })) })

const photoOf = async (width: number, height: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 8 } as const
  const part = sharp({ create: { width: width / 4, height: height / 4, channels: 3, background: 'white', noise } })
  const { data, info } = await part.raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return sharp(data, { raw }).resize(width, height, { kernel: 'nearest' }).jpeg({ quality: 50 }).toBuffer()
}

const open = useBrowser([/status of 4\d\d/])
const site = useSite()
let payouts: SitePayouts
beforeAll(async () => {
  payouts = await sitePayouts(site)
  await payouts.fill(200_000)
  // The sum that all of these tests release needs no second step.
  await setLimits(site.database.db, { secondStepAbove: 20_000_000n })
})

/** A page of one of the two administrators. */
async function openAs(who: 0 | 1, path: string, options = {}): Promise<Page> {
  const page = await open('about:blank', options)
  await storeSession(page, payouts.sessions[who])
  await page.goto(site.url + path)
  return page
}

const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('from an approved request to cash in hand, by two people, and confirmed at the counter', async () => {
  const amina = await applicantOf(site, 'amina.cash@mail.example')
  const request = await amina.ask()
  await payouts.act(`PATCH /applications/${request}`, { status: 'approved', identity_checked: true })
  const letterAt = (at: SQL) =>
    site.database.db.execute(sql`update waiting_letters set send_at = ${at} where application_id = ${request}`)
  // The minute in which the approval can be taken back lasts as long as a slow computer needs.
  await letterAt(sql`created_at + interval '1 hour'`)

  const halima = await openAs(0, `/admin/applications/${request}`)
  await button(halima, 'Propose an award').click()
  const form = halima.getByRole('form', { name: 'Propose an award' })
  await form.getByLabel('Amount').fill('')
  await button(halima, 'Propose').click()
  await form.getByText('Enter an amount in naira, such as 45,000.').waitFor()
  await form.getByLabel('Amount').fill('20k')
  await form.getByLabel('How it reaches them').selectOption({ label: 'Cash' })
  await button(halima, 'Propose').click()
  await toast(halima, 'Award proposed').waitFor()
  await halima.getByText('It needs one more person.').first().waitFor()
  // The proposer can neither grant nor release.
  expect(await halima.getByRole('button', { name: /^(Grant|Release) / }).count()).toBe(0)

  const musa = await openAs(1, '/admin/payouts')
  // They see first what they may release.
  await payoutRow(musa, 'Cash', '₦20,000.00').getByText('You may release').waitFor()
  await openPayout(musa, site.url, 'Cash, ₦20,000.00')
  await button(musa, 'Release Cash, ₦20,000.00').click()
  const release = () => musa.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click()
  await release()
  await toast(musa, 'The payout was not released').waitFor()
  await letterAt(sql`created_at`)
  await release()
  await toast(musa, 'Payout released').waitFor()
  await musa.getByText('To hand over', { exact: true }).waitFor()
  await musa.getByRole('link', { name: 'Cash in hand' }).click()
  await button(musa, 'Record cash').click()
  const drawing = musa.getByRole('dialog', { name: 'Record cash' })
  await drawing.getByLabel('Who holds it').selectOption({ index: 1 })
  await drawing.getByLabel('What happened').selectOption({ label: 'Drawn from the bank' })
  await drawing.getByLabel('Amount').fill('20,000')
  await drawing.getByLabel('Day').fill(today())
  await drawing.getByRole('button', { name: 'Record' }).click()
  await toast(musa, 'Cash recorded').waitFor()

  await openPayout(musa, site.url, 'Cash, ₦20,000.00')
  await musa.getByRole('link', { name: 'Slip of Cash, ₦20,000.00' }).click()
  const slip = await payouts.slipOf(amina, request)
  const paper = musa.getByRole('region', { name: slip.number })
  await paper.getByText('₦20,000.00 (twenty thousand naira)').waitFor()
  // The person who released it could otherwise confirm it alone.
  expect(await paper.getByText(slip.code).count()).toBe(0)
  expect(await paper.textContent()).not.toMatch(/school/i)

  await openPayout(halima, site.url, 'Cash, ₦20,000.00')
  await button(halima, 'Record the hand-over of Cash, ₦20,000.00').click()
  const recording = halima.getByRole('dialog', { name: 'Record the hand-over' })
  await recording.getByRole('button', { name: 'Record' }).click()
  await recording.getByText('Enter the day.').waitFor()
  await recording.getByText('Add the receipt or the signed slip.').waitFor()
  await recording.getByLabel('Amount').fill('20000')
  await recording.getByLabel('Day').fill(today())
  const holders = recording.getByLabel('Whose cash it was')
  const holding = await holders.locator('option', { hasText: 'holds ₦20,000' }).getAttribute('value')
  await holders.selectOption(holding)
  await recording.getByLabel('Receipt or signed slip').setInputFiles([
    { name: 'Amina Yusuf signed.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) },
    // As phones take them, and larger than the server takes.
    { name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer: await photoOf(5712, 4284) },
  ])
  await recording.getByRole('button', { name: 'Record' }).click()
  await toast(halima, 'Hand-over recorded').waitFor()
  await halima.getByText('Handed over', { exact: true }).waitFor()

  const counter = await open(`${site.url}/confirm?slip=${slip.number}`)
  await counter.getByLabel('Code', { exact: true }).fill(slip.code)
  await counter.getByRole('radio', { name: 'All of it' }).check()
  await counter.getByRole('button', { name: 'Send my answer' }).click()
  await counter.getByText('We recorded that you received all of it.').waitFor()
  await halima.reload()
  await halima.getByText('Confirmed', { exact: true }).waitFor()
  await halima.goto(`${site.url}/admin/payouts?view=on_the_way`)
  await halima.getByText('Nothing waits here').waitFor()
})

test('several payments are released together: none is ticked, each has its account and what differs, and the screen fits a phone in both themes', async () => {
  const bola = await applicantOf(site, 'bola.two@mail.example')
  const request = await bola.ask()
  const award = await payouts.grant(request, 20_000)
  const vendor = { kind: 'school', name: 'Sunrise School', bank_code: '057', account_number: '0000000008' }
  const made = await payouts.act('/payees', { ...vendor, account_name: 'DANJUMA HELEN' })
  const { id: payee, proposal } = z.object({ id: z.uuid(), proposal: z.object({ id: z.uuid() }) }).parse(made)
  await payouts.act(`/decisions/${proposal.id}/confirmation`, {}, 1)
  for (const [amount, more] of [
    [5_000, {}],
    [7_000, { payee }],
  ] as const)
    await payouts.act(`/awards/${award}/payouts`, { kind: 'manual_bank', amount, ...more })
  const line = 'To DANJUMA HELEN, Zenith Bank, number ending in 0008'
  const tick = (page: Page, amount: string) =>
    page.getByRole('checkbox', { name: new RegExp(`^Select Transfer from our bank, ₦${amount} for `) })
  const narrow = await openAs(1, '/admin/payouts', { viewport: { width: 360, height: 740 } })
  await payoutRow(narrow, 'DANJUMA HELEN, Zenith Bank, …0008').getByText('Check the name').waitFor()
  expect(await narrow.getByRole('checkbox', { checked: true }).count()).toBe(0)
  expect(await narrow.getByRole('button', { name: /^Release / }).count()).toBe(0)
  expect(await violationsInEachTheme(narrow)).toEqual([])
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const musa = await openAs(1, '/admin/payouts')
  await tick(musa, '5,000.00').check()
  await button(musa, 'Release 1 payout, ₦5,000.00').waitFor()
  await tick(musa, '7,000.00').check()
  await button(musa, 'Release 2 payouts, ₦12,000.00').press('Enter')
  const dialog = musa.getByRole('dialog', { name: 'Release 2 payouts, ₦12,000.00 in all?' })
  await dialog.getByText(/^Transfer from our bank, ₦7,000.00 for /).waitFor()
  await dialog.getByText(line).waitFor()
  await dialog.getByText('The account has another name').waitFor()
  expect(await violations(musa)).toEqual([])
  await dialog.getByRole('button', { name: 'Release', exact: true }).press('Enter')
  await toast(musa, '2 payouts released').waitFor()
  await payoutRow(musa, '₦5,000.00').waitFor({ state: 'detached' })
  await musa.getByRole('link', { name: /^To hand over/ }).click()
  await payoutRow(musa, '₦7,000.00').waitFor()
})

test('of several payments, the one that a colleague released first is named with the reason, and the others are released', async () => {
  const chidi = await applicantOf(site, 'chidi.three@mail.example')
  const award = await payouts.grant(await chidi.ask(), 20_000)
  const proposed = []
  for (const amount of [3_000, 4_000, 5_000]) {
    const answer = await payouts.act(`/awards/${award}/payouts`, { kind: 'manual_bank', amount })
    proposed.push(Award.parse(answer).payouts.at(-1)?.id)
  }
  const musa = await openAs(1, '/admin/payouts', { viewport: { width: 360, height: 740 } })
  for (const amount of ['3,000', '4,000']) await payoutRow(musa, `₦${amount}.00`).getByRole('checkbox').check()
  await button(musa, 'Release 2 payouts, ₦7,000.00').click()
  await payouts.act(`/payouts/${proposed[0]}/release`, { expected_state: 'proposed' }, 1)
  await musa.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click()
  const results = musa.getByRole('dialog', { name: '1 of 2 payouts released' })
  const refused = results.getByRole('listitem').filter({ hasText: '₦3,000.00' })
  await refused.getByText('Not released', { exact: true }).waitFor()
  await refused.getByText('Another administrator has changed this').waitFor()
  expect(await results.getByRole('listitem').filter({ hasText: '₦4,000.00' }).textContent()).toContain('Released')
  expect(await violations(musa)).toEqual([])
  await button(musa, 'Close').click()
  await payoutRow(musa, '₦4,000.00').waitFor({ state: 'detached' })
  await payoutRow(musa, '₦5,000.00').waitFor()
})

test('a transfer that waits for a code is sent once a person has entered it', async () => {
  const dada = await applicantOf(site, 'dada.code@mail.example')
  const request = await dada.ask()
  const award = await payouts.grant(request, 20_000)
  // The sandbox asks for a code before it sends money to this account.
  const account = { bank_code: '058', account_number: '9999999985', account_name: 'YUSUF AMINA HAUWA' }
  await callAs(dada.session, 'POST', `${site.url}/api/applications/${request}/payee`, account)
  const answer = await payouts.act(`/awards/${award}/payouts`, { kind: 'bank', amount: 18_000 })
  const id = Award.parse(answer).payouts.at(-1)?.id
  await payouts.act(`/payouts/${id}/release`, { expected_state: 'proposed' }, 1)

  const musa = await openAs(1, '/admin/payouts', { viewport: { width: 360, height: 740 } })
  await awaitPayout(site, 18_000, { state: 'sending', provider: 'otp' })
  await musa.goto(`${site.url}/admin/payouts?view=all`)
  const waiting = payoutRow(musa, '₦18,000.00', 'Needs a code')
  await waiting.waitFor()
  await openPayout(musa, site.url, 'Bank transfer by the payment provider, ₦18,000.00')
  await button(musa, 'Enter the code for Bank transfer by the payment provider, ₦18,000.00').click()
  const dialog = musa.getByRole('dialog', { name: 'Enter the code' })
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await dialog.getByText('Enter the code. It has 4 to 8 digits.').waitFor()
  expect(await violations(musa)).toEqual([])
  expect(await musa.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await dialog.getByRole('button', { name: 'Request a new code' }).click()
  await toast(musa, 'A new code is on its way').waitFor()
  await dialog.getByLabel('Code', { exact: true }).fill('123456')
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await toast(musa, 'Code sent to the provider').waitFor()
  await awaitPayout(site, 18_000, { state: 'sending', provider: 'pending' })
  await musa.goto(`${site.url}/admin/payouts?view=all`)
  await payoutRow(musa, '₦18,000.00').waitFor()
  expect(await waiting.count()).toBe(0)
})

test('who pays from our own bank sees the account number after asking for it', async () => {
  const efe = await applicantOf(site, 'efe.number@mail.example')
  const request = await efe.ask()
  const award = await payouts.grant(request, 20_000)
  const account = { bank_code: '058', account_number: '0123456795', account_name: 'YUSUF AMINA HAUWA' }
  await callAs(efe.session, 'POST', `${site.url}/api/applications/${request}/payee`, account)
  const { payee } = await onlyRow(
    site.database.db,
    sql`select id::text as payee from payees where application_id = ${request}::uuid`,
    z.object({ payee: z.string() }),
  )
  await payouts.release(award, 17_000, { payee })
  const musa = await openAs(1, '/admin/payouts', { viewport: { width: 360, height: 740 } })
  await openPayout(musa, site.url, 'Transfer from our bank, ₦17,000.00')
  await button(musa, 'Show the account number for Transfer from our bank, ₦17,000.00').click()
  await musa.getByText('Account number 0123456795', { exact: true }).waitFor()
  expect(await violations(musa)).toEqual([])
  // It may have been paid by now.
  await button(musa, 'Cancel Transfer from our bank, ₦17,000.00').click()
  const dialog = musa.getByRole('dialog', { name: 'Was it paid?' })
  await dialog.getByText(/Look at our bank first/).waitFor()
  expect(await violationsInEachTheme(musa)).toEqual([])
  // Two buttons that cancel would be taken for each other.
  expect(await dialog.getByRole('button').allTextContents()).toEqual(['It was not paid: cancel it', 'Go back'])
  await dialog.getByRole('button', { name: 'It was not paid: cancel it' }).click()
  await toast(musa, 'Payout cancelled').waitFor()
})

test('a bank transfer is proposed to the account that the applicant named and recognised', async () => {
  const amina = await applicantOf(site, 'amina.bank@mail.example')
  const request = await amina.ask()
  await payouts.grant(request, 20_000)
  const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
  await storeSession(page, amina.session)
  await page.goto(`${site.url}/beneficiary/dashboard`)
  await button(page, 'How you receive it').click()
  await button(page, 'Choose how').click()
  const form = page.getByRole('form', { name: 'How you receive it' })
  await button(page, 'Show the name').click()
  await form.getByText('Enter the 10 digits of the account number.').waitFor()
  await form.getByLabel('Bank').selectOption({ index: 1 })
  await form.getByLabel('Account number').fill('0123 456 785')
  expect(await violations(page)).toEqual([])
  await button(page, 'Show the name').click()
  await page.getByText('YUSUF AMINA HAUWA', { exact: true }).waitFor()
  await button(page, 'Yes, this is my account').click()
  await toast(page, 'Saved').waitFor()
  await page.getByText(/^YUSUF AMINA HAUWA, .* number ending in 6785$/).waitFor()
  // In other ways, and back.
  const choose = async (way: string) => {
    await button(page, 'Change it').click()
    await page.getByLabel('How do you want to receive it?').selectOption({ label: way })
  }
  await choose('In cash')
  await button(page, 'Ask for cash').click()
  await page.getByText('You asked for cash.').waitFor()
  await choose('Pay the school, hospital or landlord directly')
  await button(page, 'Show the name').click()
  await form.getByText('Enter their name.').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await form.getByLabel('Whom should we pay?').selectOption({ label: 'A school' })
  await form.getByLabel('Their name, as on their letter or receipt').fill('Sunrise School')
  await form.getByLabel('Bank').selectOption({ index: 1 })
  await form.getByLabel('Account number').fill('0000000008')
  await button(page, 'Show the name').click()
  await button(page, 'Yes, pay this account').click()
  await page.getByText('You asked us to pay Sunrise School directly:').waitFor()
  await choose('Into my bank account')
  await form.getByLabel('Bank').selectOption({ index: 1 })
  await form.getByLabel('Account number').fill('0123456785')
  await button(page, 'Show the name').click()
  await button(page, 'Yes, this is my account').click()
  await page.getByText(/^YUSUF AMINA HAUWA, .* number ending in 6785$/).waitFor()

  const halima = await openAs(0, `/admin/applications/${request}`)
  await button(halima, 'Propose a payout').click()
  const proposing = halima.getByRole('dialog', { name: 'Propose a payout' })
  await proposing.getByLabel('To which account').waitFor()
  await proposing.getByLabel('Amount').fill('19,000')
  await proposing.getByRole('button', { name: 'Propose' }).click()
  await toast(halima, 'Payout proposed').waitFor()
})
