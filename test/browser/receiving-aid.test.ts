/** Tests an award on the applicant's page: on its way, paid, and the recipient's answer. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { applicant as applicantOf, type Applicant } from '../support/applicant.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { sitePayouts, type SitePayouts } from '../support/paying-out-site.ts'
import { fetchFont, shiftsOf, watchShifts } from '../support/shifts.ts'
import { storeSession } from '../support/signing-in.ts'
import { routeForNow } from '../support/routing.ts'
import { useSite } from '../support/site.ts'

// One test answers while the server is away, which the browser logs as an error.
const open = useBrowser([/status of 503/])
const site = useSite()
let payouts: SitePayouts
beforeAll(async () => {
  payouts = await sitePayouts(site)
  await payouts.fill(200_000)
})

async function openAs({ session }: Applicant, options = {}): Promise<Page> {
  const page = await open('about:blank', { viewport: { width: 360, height: 1800 }, fresh: true, ...options })
  await storeSession(page, session)
  await fetchFont(page)
  await watchShifts(page)
  await page.goto(`${site.url}/beneficiary/dashboard`)
  await granted(page).waitFor()
  return page
}

const granted = (page: Page) => page.getByRole('region', { name: 'What we granted you' })
const steps = (page: Page) => granted(page).locator('.way > li > p:first-child').allTextContents()
const toCome = (page: Page) => granted(page).locator('.way-to-come > p:first-child').allTextContents()
const today = () => new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' }).format(new Date())

async function grantedTo(email: string, amount = 30_000) {
  const amina = await applicantOf(site, email)
  const request = await amina.ask()
  return { amina, request, award: await payouts.grant(request, amount) }
}

test('a transfer goes from approved to confirmed, with the keyboard alone', async () => {
  const { amina, award } = await grantedTo(`t-${crypto.randomUUID().slice(0, 6)}@mail.example`)
  const page = await openAs(amina)
  await granted(page).getByText(`We granted you ₦30,000.00 on ${today()}.`).waitFor()
  await granted(page).getByText('We are preparing it.').waitFor()
  expect(await page.getByText('to agree how the aid reaches you').count()).toBe(0)

  const id = await payouts.release(award, 30_000)
  await page.reload()
  await granted(page).getByRole('heading', { name: '₦30,000.00 by bank transfer' }).waitFor()
  expect(await steps(page)).toEqual(['Approved', 'Being sent', 'Sent', 'Confirmed by you'])
  expect(await toCome(page)).toEqual(['Sent', 'Confirmed by you'])
  expect(
    await granted(page)
      .getByRole('button', { name: /received/ })
      .count(),
  ).toBe(0)

  await payouts.handOver(id, 30_000)
  await page.reload()
  await granted(page).getByText('Did you receive it?').waitFor()
  expect(await granted(page).getByText('Please answer.').count()).toBe(0)
  // The waiting question comes first, and links to its form.
  const waits = page.getByRole('link', { name: /^Did you receive ₦30,000\.00 of \d{1,2} \w+ \d{4}\?$/ })
  await waits.click()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Did you receive it?')
  // In the sandbox an answer is overdue after two minutes.
  await site.database.db.execute(sql`
    do $$ begin
      set local session_replication_role = replica;
      update disbursements set sent_at = sent_at - interval '3 minutes';
    end $$`)
  await page.reload()
  await granted(page)
    .getByText(/^We sent this on \d{1,2} \w+ \d{4}\. Did it arrive\? Please answer\.$/)
    .waitFor()
  expect(await toCome(page)).toEqual(['Confirmed by you'])
  expect(await shiftsOf(page)).toEqual({ score: 0, moved: [] })
  const received = granted(page).getByRole('button', { name: 'I received it' })
  await received.focus()
  await page.keyboard.press('Enter')
  const check = page.getByRole('dialog', { name: 'Did all of it arrive?' })
  await check.getByRole('button', { name: 'Go back' }).click()
  expect(await toCome(page)).toEqual(['Confirmed by you'])
  await received.click()
  await check.getByRole('button', { name: 'Yes, I received it' }).click()
  await granted(page).getByText('Thank you. We recorded that you received it.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Thank you.')
  expect(await waits.count()).toBe(0)
  expect(await steps(page)).toEqual(['Approved', 'Being sent', 'Sent', 'You confirmed that you received it'])
  expect(await toCome(page)).toEqual([])
  // It can be taken back for a day, and not after it.
  await granted(page).getByText('You can change your answer until').waitFor()
  const answers = granted(page).getByRole('button', { name: /received|did not receive/ })
  expect(await answers.allTextContents()).toEqual(['I received part of it', 'I did not receive it'])
  await site.database.db.execute(sql`
    do $$ begin
      set local session_replication_role = replica;
      update disbursements set ended_at = ended_at - interval '24 hours';
    end $$`)
  await page.reload()
  await granted(page).getByText('You confirmed that you received it').waitFor()
  expect(await answers.count()).toBe(0)
})

test('that nothing arrived is asked twice, says what happens next, and can be corrected', async () => {
  const { amina, award } = await grantedTo('nothing@mail.example')
  await payouts.handOver(await payouts.release(award, 20_000), 20_000)
  const page = await openAs(amina)
  const dialog = page.getByRole('dialog', { name: 'Did nothing arrive?' })
  await granted(page).getByRole('button', { name: 'I did not receive it' }).click()
  await dialog.getByText('nothing more is paid for this request').waitFor()
  await dialog.getByRole('button', { name: 'Go back' }).click()
  expect(await toCome(page)).toEqual(['Confirmed by you'])

  // A call that fails leaves the answer to be sent again.
  const recover = await routeForNow(page, '**/api/payouts/*/confirmation', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', detail: 'The server is busy.' } }),
  )
  await granted(page).getByRole('button', { name: 'I did not receive it' }).click()
  await dialog.getByRole('button', { name: 'Yes, nothing arrived' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'The server is busy.' }).waitFor()
  recover()
  await dialog.getByRole('button', { name: 'Yes, nothing arrived' }).click()
  await granted(page).getByText('Thank you for telling us. A person will contact you.').waitFor()
  expect((await steps(page)).at(-1)).toBe('You told us that nothing arrived')
  await page.reload()
  await granted(page).getByText('Until then, nothing more is paid for this request.').waitFor()
  const answers = granted(page).getByRole('button', { name: /received/ })
  expect(await answers.allTextContents()).toEqual(['I received it', 'I received part of it'])
  await granted(page).getByRole('button', { name: 'I received it' }).click()
  await page.getByRole('button', { name: 'Yes, I received it' }).click()
  await granted(page).getByText('Thank you. We recorded that you received it.').waitFor()
})

test('a complaint is closed by a button, as on a phone without Escape', async () => {
  const { amina } = await grantedTo('complains@mail.example')
  const page = await openAs(amina)
  const dialog = page.getByRole('dialog', { name: /^Complain about/ })
  const complain = page.getByRole('button', { name: 'Something is wrong: complain' })
  await complain.click()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await complain.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('goods with their slip, and what ended otherwise, in both themes', async () => {
  const { amina, request, award } = await grantedTo('goods@mail.example')
  const goods = { kind: 'goods', item: '2 bags of rice, 25 kg each' }
  await payouts.release(award, 10_000, goods)
  const returned = await payouts.release(award, 5_000)
  await payouts.handOver(returned, 5_000)
  const on = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  await payouts.act(`/payouts/${returned}/returned`, { expected_state: 'sent', amount: 5_000, on })
  const cancelled = await payouts.release(award, 4_000)
  await payouts.act(`/payouts/${cancelled}/cancel`, { expected_state: 'released' })

  const page = await openAs(amina)
  const { number, code } = await payouts.slipOf(amina, request)
  await granted(page).getByText('It reaches you in 3 parts:').waitFor()
  const part = (name: string) => granted(page).getByRole('region', { name })
  await part(goods.item).getByText('Worth ₦10,000.00').waitFor()
  for (const text of [number, code, 'Ready for you']) await part(goods.item).getByText(text, { exact: true }).waitFor()
  await part('₦5,000.00 by bank transfer').getByText('It came back to us.').waitFor()
  await part('₦4,000.00 by bank transfer').getByText('cancelled before it was made').waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await shiftsOf(page)).toEqual({ score: 0, moved: [] })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await part(goods.item).getByRole('link', { name: 'Did your aid arrive?' }).click()
  await page.waitForURL(`${site.url}/confirm?slip=${number}`)
  await expect.poll(() => page.getByLabel('Slip number').inputValue()).toBe(number)
})

test('words can be withdrawn, and no more be changed, after the aid came back', async () => {
  const { amina, award } = await grantedTo('words@mail.example')
  const id = await payouts.release(award, 20_000)
  await payouts.handOver(id, 20_000)
  const page = await openAs(amina)
  await granted(page).getByRole('button', { name: 'I received it' }).click()
  await page.getByRole('button', { name: 'Yes, I received it' }).click()
  await granted(page).getByRole('textbox').fill('School again.')
  await granted(page).getByRole('radio').first().check()
  await granted(page).getByRole('button', { name: 'Send my words' }).click()
  await granted(page).getByRole('button', { name: 'Change them' }).waitFor()
  const on = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  await payouts.act(`/payouts/${id}/returned`, { expected_state: 'confirmed', amount: 20_000, on })
  await page.reload()
  await granted(page).getByText('It came back to us.').waitFor()
  const press = granted(page).getByRole('button')
  expect(await press.allTextContents()).not.toContain('Change them')
  await granted(page).getByRole('button', { name: 'Withdraw my words' }).click()
  await granted(page).getByText('Your words are withdrawn and deleted.').waitFor()
  expect(await press.allTextContents()).not.toContain('Say what it did for you')
})

test('an award that could not be loaded is not taken for none', async () => {
  const { amina } = await grantedTo('unknown@mail.example')
  const page = await open('about:blank')
  await storeSession(page, amina.session)
  const allow = await routeForNow(page, '**/api/applications/*/award', (route) => route.fulfill({ status: 503 }))
  await page.goto(`${site.url}/beneficiary/dashboard`)
  await page.getByText('What we granted you could not be loaded').waitFor()
  await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor()
  expect(await page.getByText('to agree how the aid reaches you').count()).toBe(0)
  allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await granted(page).getByText('We are preparing it.').waitFor()
})
