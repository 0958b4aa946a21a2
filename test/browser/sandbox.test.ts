/**
 * Giving in the sandbox: its popup, a real browser, and the server of the other tests. In `npm run nightly` a server process on the embedded
 * database, as after a first `npm start`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { cards, enterCard, payButton, pressPay, thanks } from '../support/giving-page.ts'
import { routeForNow } from '../support/routing.ts'
import { openEmbedded } from '../../server/platform/db/embedded.ts'
import { expectBalanced } from '../support/balanced.ts'
import { isNightly } from '../support/nightly.ts'
import { endProcesses, startServer, preparedFolder, type ServerProcess } from '../support/process.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser()
let embedded: { readonly dataDir: string; readonly process: ServerProcess } | undefined
const site = isNightly ? undefined : useSite()
beforeAll(async () => {
  if (site) return
  const dataDir = await preparedFolder()
  embedded = { dataDir, process: await startServer({ RATE_LIMITS: 'off', DATA_DIR: dataDir }) }
})
afterAll(endProcesses)
const server = {
  get url() {
    return (embedded?.process ?? site)?.url ?? ''
  },
}

const Stats = z.object({ active_donors: z.number(), funds_raised: z.number() })
const figures = async () => Stats.parse(await (await fetch(`${server.url}/api/stats`)).json())
const popup = 'dialog iframe'

describe('the donate form without the script of the page', () => {
  const post = async (fields: Record<string, string>) => {
    const answer = await fetch(`${server.url}/donate`, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: answer.status, headers: answer.headers, page: await answer.text() }
  }

  test('shows the receipt code and leads to the payment', async () => {
    const before = await figures()
    const page = await open('about:blank')
    // The scripts of the page never arrive.
    await page.route('**/assets/*.js', (route) => (page.url().endsWith('/donate') ? undefined : route.continue()))
    await page.goto(`${server.url}/donate`, { waitUntil: 'commit' })
    await page.getByRole('radio', { name: '₦10,000', exact: true }).click()
    await page.getByLabel('Choose a fund').selectOption({ label: 'Food Program' })
    await page.getByLabel('Message').fill('<b>Eat well</b>')
    await page.getByRole('button', { name: 'Donate Anonymously' }).click()
    await page.getByText('₦10,000.00 to Food Program.').waitFor()
    const code = await page.locator('.receipt-code').textContent()
    expect(code).toMatch(/^[0-9a-z]{26}$/)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Continue to payment' }).click()
    await enterCard(page.mainFrame(), cards.good)
    await expect.poll(async () => (await figures()).funds_raised).toBe(before.funds_raised + 10_000)
    await page.goto(`${server.url}/receipts/${code}`)
    await page.getByText('Paid', { exact: true }).first().waitFor()
  })

  test.each([
    [{}, 'Choose or enter an amount.'],
    [{ amount: 'ten', quick_amount: '1000' }, 'Enter the amount in digits, such as 2500 or 2500.50.'],
    [{ amount: '0.50' }, 'The amount must be at least ₦1.'],
    [{ amount: '10000000.01' }, 'The amount must be at most ₦10,000,000.'],
    [{ amount: '500', donation_type: 'other' }, 'Nothing was charged'],
    [{ amount: '500', message: 'x'.repeat(501) }, 'Nothing was charged'],
  ])('with %o starts nothing and says why', async (fields, reason) => {
    const { status, headers, page } = await post(fields)
    expect(status).toBe(400)
    expect(page).toContain(reason)
    expect(page).not.toContain('Continue to payment')
    expect(page).not.toContain('<script')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('takes a typed amount before a quick one, and keeps the code out of caches and referrers', async () => {
    const { status, headers, page } = await post({ amount: '₦2,500.50', quick_amount: '1000', donation_type: 'school' })
    expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ])
    expect(page).toContain('₦2,500.50 to School Fees.')
    expect(page).not.toMatch(/%[A-Z_]+%|<script/)
  })

  test('has no page at the address of an answer', async () => {
    expect((await fetch(`${server.url}/donate/started`)).status).toBe(404)
  })
})

test('an amount tapped before the script of the page arrives counts', async () => {
  const page = await open('about:blank')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${server.url}/donate`, { waitUntil: 'commit' })
  await page.getByRole('radio', { name: '₦50,000', exact: true }).click()
  await page.getByLabel('Choose a fund').selectOption({ label: 'Food Program' })
  release()
  await expect.poll(() => payButton(page).textContent()).toBe('Donate ₦50,000.00 Anonymously')
  expect(await payButton(page).isEnabled()).toBe(true)
  expect(await page.getByLabel('Or another amount').inputValue()).toBe('50000')
  expect(await page.getByLabel('Choose a fund').inputValue()).toBe('food')
})

describe('a gift in the sandbox popup', () => {
  test('is settled, acknowledged with its receipt code, and counted on the home page', async () => {
    const before = await figures()
    const page = await open(`${server.url}/donate`)
    // Can be pressed without the script.
    await expect.poll(() => payButton(page).isDisabled()).toBe(true)
    await page.getByRole('radio', { name: '₦10,000', exact: true }).click()
    await expect.poll(() => payButton(page).textContent()).toBe('Donate ₦10,000.00 Anonymously')
    await pressPay(page, { amount: '2500.50', fund: 'Food Program', message: '<b>Eat well</b>' })
    await enterCard(page.frameLocator(popup), cards.good)
    await thanks(page).waitFor()
    const code = await thanks(page).locator('.receipt-code').textContent()
    expect(code).toMatch(/^[0-9a-z]{26}$/)

    await thanks(page).getByRole('button', { name: 'Make Another Donation' }).click()
    expect(await page.getByLabel('Or another amount').inputValue()).toBe('')
    expect(await page.getByLabel('Message').inputValue()).toBe('')
    expect(await page.getByLabel('Choose a fund').inputValue()).toBe('general')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('donation_type')

    await page.goto(`${server.url}/receipts/${code}`)
    const sheet = page.getByRole('article', { name: 'Receipt for your gift' })
    await sheet.getByText('₦2,500.50', { exact: true }).waitFor()
    await sheet.getByText('Food Program', { exact: true }).waitFor()

    await page.goto(server.url)
    await page.getByText(`${before.active_donors + 1}+`).waitFor()
    expect(await figures()).toEqual({
      active_donors: before.active_donors + 1,
      funds_raised: before.funds_raised + 2500.5,
    })
  })

  test('goes through with a card that asks for PIN', async () => {
    const page = await open(`${server.url}/donate`)
    await pressPay(page, { amount: '1000' })
    await enterCard(page.frameLocator(popup), cards.pin)
    await thanks(page).waitFor()
    await thanks(page).getByRole('link', { name: 'Return to Home' }).click()
    await page.waitForURL(`${server.url}/`)
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  })

  test('with a declined card can be retried with another card', async () => {
    const before = await figures()
    const page = await open(`${server.url}/donate`)
    await pressPay(page, { amount: '1000' })
    const frame = page.frameLocator(popup)
    await enterCard(frame, cards.declined)
    await frame.getByRole('alert').filter({ hasText: 'Declined' }).waitFor()
    expect(await figures()).toEqual(before)
    await enterCard(frame, cards.good)
    await thanks(page).waitFor()
  })

  test('that is closed unpaid says so, keeps the form, and can be started again', async () => {
    const before = await figures()
    const page = await open(`${server.url}/donate`)
    await pressPay(page, { amount: '1234', message: 'Kept' })
    await page.frameLocator(popup).getByLabel('Card number').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Payment canceled', { exact: true }).waitFor()
    expect(await page.getByText('Payment popup closed. Donation not completed').isVisible()).toBe(true)
    expect(await page.getByLabel('Or another amount').inputValue()).toBe('1234')
    expect(await page.getByLabel('Message').inputValue()).toBe('Kept')
    expect(await figures()).toEqual(before)
    await payButton(page).click()
    await enterCard(page.frameLocator(popup), cards.good)
    await thanks(page).waitFor()
  })

  test('that is closed and paid later is acknowledged automatically', async () => {
    const page = await open(`${server.url}/donate`)
    const address = page.waitForRequest(/\/sandbox\/paystack\/checkout\/\w+$/)
    await pressPay(page, { amount: '1000' })
    const checkout = (await address).url()
    await page.frameLocator(popup).getByLabel('Card number').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Payment canceled', { exact: true }).waitFor()
    const paid = await fetch(`${checkout}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...cards.good, expiry: '12/30' }),
    })
    expect(await paid.json()).toMatchObject({ status: 'success' })
    await thanks(page).waitFor({ timeout: 60_000 })
    expect(await page.getByText('Payment canceled', { exact: true }).count()).toBe(0)
  })

  test('by transfer is checked after the popup closes, and then settles on the page', async () => {
    const page = await open(`${server.url}/donate`)
    await pressPay(page, { amount: '1000' })
    const frame = page.frameLocator(popup)
    await frame.getByRole('radio', { name: 'Transfer' }).check()
    const settled = await routeForNow(page, /\/functions\/v1\/verify$|\/api\/payments\//, (route) =>
      route.fulfill({ json: { status: 'pending' } }),
    )
    await frame.getByRole('button', { name: 'I have sent it' }).click()
    // Nobody is led to pay twice: the form is gone, and the code of the gift stands in its place.
    await page.getByRole('heading', { name: 'We are checking your payment' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('We are checking your payment')
    expect(await page.locator('.receipt-code').textContent()).toMatch(/^[0-9a-z]{26}$/)
    expect(await payButton(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Give again' }).click()
    expect(await payButton(page).count()).toBe(1)
    settled()
    await thanks(page).waitFor({ timeout: 60_000 })
    expect(await payButton(page).textContent()).toBe('Donate ₦0.00 Anonymously')
  })

  test('that the provider did not confirm keeps its receipt code on the page, and the form', async () => {
    const page = await open(`${server.url}/donate`)
    await pressPay(page, { amount: '1000' })
    await enterCard(page.frameLocator(popup), cards.noToken)
    await page.frameLocator(popup).getByRole('button', { name: 'Cancel payment' }).click()
    await page.getByText('Verification failed. Please contact support.', { exact: true }).waitFor()
    const note = page.getByText('This gift was not confirmed')
    await note.waitFor()
    expect(await page.locator('.receipt-code').textContent()).toMatch(/^[0-9a-z]{26}$/)
    await page.getByLabel('Or another amount').fill('1500')
    await payButton(page).click()
    await note.waitFor({ state: 'detached' })
  })

  test('survives a reload: the page shows its real status', async () => {
    const page = await open(`${server.url}/donate`)
    const address = page.waitForRequest(/\/sandbox\/paystack\/checkout\/\w+$/)
    await pressPay(page, { amount: '4321' })
    const checkout = (await address).url()
    await page.frameLocator(popup).getByLabel('Card number').waitFor()
    await page.reload()
    await fetch(`${checkout}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...cards.good, expiry: '12/30' }),
    })
    await thanks(page).waitFor({ timeout: 60_000 })
    expect(await thanks(page).textContent()).toContain('₦4,321.00')
  })
})

test('afterwards the books balance', async () => {
  if (site) return expectBalanced(site.database.db)
  await embedded?.process.stop()
  const database = await openEmbedded(embedded?.dataDir ?? '')
  await expectBalanced(database.db)
  await database.close()
})
