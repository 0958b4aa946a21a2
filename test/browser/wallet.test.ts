/** The wallet page with the sandbox in a real browser. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { cards, enterCard } from '../support/giving-page.ts'
import { routeOnce } from '../support/routing.ts'
import { expectBooksBalance } from '../support/server.ts'
import { signInByForm, signUp } from '../support/signing-in.ts'
import {
  allowQuestions,
  balanceOf,
  beginTopUp,
  checkoutOf,
  openAs,
  payAt,
  pressPayNow,
  transactions,
} from '../support/wallet-page.ts'

// Some tests cause refusals on purpose, which the browser logs as errors.
const open = useBrowser([/status of (409|503)/])
const site = useSite()

const wallet = () => `${site.url}/wallet`

/** Pays in a checkout whose payment the server has asked about before. */
async function payOnceAsked(page: Page): Promise<void> {
  await checkoutOf(page).getByLabel('Card number').waitFor()
  await allowQuestions(site)
  await enterCard(checkoutOf(page), cards.good)
}

describe('the page', () => {
  test('sends a signed-out person to the sign-in and back', async () => {
    await signUp(site.url, 'back@mail.example')
    const page = await open(wallet())
    await page.waitForURL(`${site.url}/login?from=%2Fwallet`)
    await signInByForm(page, 'back@mail.example')
    await page.waitForURL(wallet())
    await page.getByRole('heading', { name: 'My Wallet', level: 1 }).waitFor()
    await page.getByText('Manage your funds and payment history').waitFor()
    await page.getByText('No transactions yet').waitFor()
    await expect.poll(() => balanceOf(page).textContent()).toBe('₦0.00 NGN')
  })

  test('says when it cannot be loaded, and loads on retry', async () => {
    const { page } = await openAs(open, site.url, { email: 'slow@mail.example' })
    await routeOnce(page, '**/api/wallet', (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }))
    await page.goto(wallet())
    await page.getByText('Unable to load wallet').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => balanceOf(page).textContent()).toBe('₦0.00 NGN')
  })

  test('keeps the balance and the top-up when the transactions cannot be loaded', async () => {
    const { page } = await openAs(open, site.url, { email: 'unlisted@mail.example', holds: 2000 })
    await routeOnce(page, '**/api/wallet/transactions*', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable' } }),
    )
    await page.goto(wallet())
    await page.getByText('Your transactions could not be loaded').waitFor()
    await expect.poll(() => balanceOf(page).textContent()).toBe('₦2,000.00 NGN')
    expect(await page.getByRole('button', { name: 'Top Up' }).isEnabled()).toBe(true)
    expect(await page.getByText('Unable to load wallet').count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('+₦2,000.00').waitFor()
    expect(await page.getByText('Your transactions could not be loaded').count()).toBe(0)
  })

  test('says that a wallet is frozen, and accepts no top-up', async () => {
    const { page } = await openAs(open, site.url, { email: 'frozen@mail.example' })
    await page.route('**/api/wallet', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), frozen: true } })
    })
    await page.goto(wallet())
    await page.getByText('Your wallet is frozen').waitFor()
    await page.getByRole('main').getByText('support@taimako.example').waitFor()
    expect(await page.getByRole('button', { name: 'Top Up' }).isDisabled()).toBe(true)
  })

  test('an open top-up can be canceled, unfinished ones fold into one line, and a balance is given away first', async () => {
    const { page, session } = await openAs(open, site.url, { email: 'changed@mail.example', holds: 1_234_567 })
    for (const amount of [100, 200, 300]) await beginTopUp(site.url, session, amount)
    await page.setViewportSize({ width: 1100, height: 800 })
    await page.goto(wallet())
    const fold = page.getByText('2 top-ups that were not completed')
    await fold.waitFor()
    // The balance is loaded by a call apart. The currency stays beside the amount.
    await balanceOf(page).getByText('₦1,234,567.00').waitFor()
    const [amount, currency] = await balanceOf(page)
      .locator('span')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom))
    expect(Math.abs((amount ?? 0) - (currency ?? 99))).toBeLessThan(20)
    const give = page.getByRole('main').getByRole('link', { name: 'Make a gift' })
    expect(await give.getAttribute('class')).toContain('button-gold')
    expect(await give.getAttribute('href')).toBe('/donate')

    await page.getByRole('button', { name: 'Cancel the top-up of ₦300.00' }).click()
    await toast(page, 'Top-up canceled')
      .getByText('If you have already paid ₦300.00, it is still added to your wallet.')
      .waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('UL')
    // The next one is the newest open one now.
    await page.getByRole('button', { name: 'Cancel the top-up of ₦200.00' }).waitFor()
    expect(await transactions(page).filter({ visible: true }).count()).toBe(2)
    await fold.click()
    await transactions(page).filter({ hasText: '₦300.00' }).getByText('Canceled').waitFor()
    expect(await violationsInEachTheme(page)).toEqual([])
    await page.goto(`${site.url}/wallet/history?status=failed`)
    await transactions(page).getByText('Canceled').waitFor()
  })

  test('is clean to axe on a small phone in both themes', async () => {
    const { page, session } = await openAs(open, site.url, { email: 'clean@mail.example', holds: 2000 })
    await beginTopUp(site.url, session, 700)
    await page.setViewportSize({ width: 320, height: 640 })
    const expectClean = async () => {
      expect(await violationsInEachTheme(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    await page.goto(wallet())
    await page.getByText('Not paid yet. Nothing was charged.').waitFor()
    await expectClean()
    await page.getByRole('button', { name: 'Top Up' }).click()
    await page.getByRole('dialog').waitFor()
    await expectClean()
    await page.goto(`${wallet()}/history`)
    await page.getByRole('button', { name: 'Continue payment of ₦700.00' }).waitFor()
    await expectClean()
    await page.getByRole('tab', { name: 'Statement' }).click()
    await page.getByText('Closing balance').waitFor()
    await expectClean()
  })
})

describe('a top-up', () => {
  test('by a card that asks for PIN and OTP is settled, added to the balance and listed', async () => {
    const { page } = await openAs(open, site.url, { email: 'card@mail.example' })
    await page.goto(wallet())
    await page.getByRole('button', { name: 'Top Up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Top Up' })
    await dialog.getByText('Secure payment via Paystack').waitFor()
    expect(await dialog.locator('.choice').allTextContents()).toEqual([
      '₦1,000',
      '₦2,000',
      '₦5,000',
      '₦10,000',
      '₦20,000',
      '₦50,000',
    ])
    const payNow = dialog.getByRole('button', { name: 'Pay Now' })
    expect(await payNow.isDisabled()).toBe(true)
    for (const unpayable of ['0', '-5', '12.50', 'ten']) {
      await dialog.getByLabel('Amount (NGN)').fill(unpayable)
      expect([unpayable, await payNow.isDisabled()]).toEqual([unpayable, true])
    }
    await dialog.getByRole('radio', { name: '₦20,000' }).click()
    await payNow.click()
    const initiated = toast(page, 'Payment Initiated')
    await initiated.waitFor()
    const reference = /ref-\d+-\w+/.exec(await initiated.locator('p').last().innerText())?.[0] ?? 'none'
    await enterCard(checkoutOf(page), cards.pinAndOtp)
    await toast(page, 'Payment Successful').getByText('₦20,000.00 has been added to your wallet').waitFor()
    await balanceOf(page).getByText('₦20,000.00').waitFor()
    await transactions(page).first().getByText('Completed').waitFor()
    const [row] = await transactions(page).allTextContents()
    for (const part of ['Wallet Top-up', '+₦20,000.00', reference]) expect(row).toContain(part)
  })

  test('with a declined card adds nothing, and can be continued', async () => {
    const { page } = await openAs(open, site.url, { email: 'declined@mail.example' })
    await page.goto(wallet())
    await pressPayNow(page, '800')
    await enterCard(checkoutOf(page), cards.declined)
    await checkoutOf(page).getByRole('alert').filter({ hasText: 'Declined' }).waitFor()
    await page.keyboard.press('Escape')
    await toast(page, 'Payment canceled').waitFor()
    expect(await balanceOf(page).textContent()).toBe('₦0.00 NGN')
    await page.getByRole('button', { name: 'Continue payment of ₦800.00' }).click()
    await payOnceAsked(page)
    await toast(page, 'Payment Successful').waitFor()
    await balanceOf(page).getByText('₦800.00').waitFor()
    expect(await transactions(page).count()).toBe(1)
  })

  test('that is closed and paid later settles on the page, without a reload', async () => {
    const { page } = await openAs(open, site.url, { email: 'late@mail.example' })
    await page.goto(wallet())
    const address = page.waitForRequest(/\/sandbox\/paystack\/checkout\/\w+$/)
    await pressPayNow(page, '3000')
    const checkout = (await address).url()
    await checkoutOf(page).getByLabel('Card number').waitFor()
    await page.keyboard.press('Escape')
    await toast(page, 'Payment canceled').getByText('Nothing was charged').waitFor()
    await transactions(page).getByText('Pending', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Continue payment of ₦3,000.00' }).click()
    await checkoutOf(page).getByLabel('Card number').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('You closed this payment.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Check again: ₦3,000.00' }).click()
    await allowQuestions(site)
    await payAt(checkout)
    await toast(page, 'Payment Successful').waitFor()
    await expect.poll(() => balanceOf(page).textContent()).toBe('₦3,000.00 NGN')
    await transactions(page).getByText('Completed', { exact: true }).waitFor()
  })

  test('beyond five open ones is refused, and an open one can be continued', async () => {
    const { page, session } = await openAs(open, site.url, { email: 'many@mail.example' })
    for (const amount of [100, 200, 300, 400, 500]) await beginTopUp(site.url, session, amount)
    await page.goto(wallet())
    await pressPayNow(page, '600')
    await toast(page, 'Failed to initiate payment').waitFor()
    await page.getByRole('button', { name: 'Continue the latest one' }).click()
    await payOnceAsked(page)
    await toast(page, 'Payment Successful').getByText('₦500.00').waitFor()
    await expect.poll(() => balanceOf(page).textContent()).toBe('₦500.00 NGN')
  })
})

test('afterwards the books balance', async () => {
  await expectBooksBalance(site)
})
