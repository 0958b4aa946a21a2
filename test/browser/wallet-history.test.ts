/** The wallet's history, its statement, and gifts from it, in a real browser. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { cards, enterCard, payButton, thanks } from '../support/giving-page.ts'
import { routeOnce } from '../support/routing.ts'
import { allowQuestions, beginTopUp, callAs, checkoutOf, openAs, transactions } from '../support/wallet-page.ts'

// One test causes a refusal on purpose, which the browser logs as an error.
const open = useBrowser([/status of 409/])
const site = useSite()

const history = (search = '') => `${site.url}/wallet/history${search}`
const give = (amount: number, donationType = 'school') => ({ amount, donation_type: donationType })

describe('the history', () => {
  test('shows transactions by month, more on request, and all of them in the CSV', async () => {
    const { page, session } = await openAs(open, site.url, { email: 'all@mail.example', holds: 1000 })
    for (let gifts = 0; gifts < 51; gifts++) {
      await callAs(session, 'POST', `${site.url}/api/wallet/gifts`, give(1))
    }
    await page.goto(`${site.url}/wallet`)
    await page.getByRole('link', { name: 'History' }).click()
    await page.waitForURL(history())
    await page.getByRole('heading', { level: 2, name: /^[A-Z][a-z]+ 20\d\d$/ }).waitFor()
    expect(await transactions(page).count()).toBe(50)
    expect(await transactions(page).first().textContent()).toContain('-₦1.00')
    await page.getByRole('button', { name: 'Show older transactions' }).click()
    await expect.poll(() => transactions(page).count()).toBe(52)
    expect(await transactions(page).last().textContent()).toContain('+₦1,000.00')

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^taimako-wallet-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines.length).toBe(53)
    expect(lines[1]).toMatch(/,"Out",1\.00,"completed","Gift: School Fees","ref-/)
    expect(lines.at(-1)).toMatch(/,"In",1000\.00,"completed","Wallet Top-up","ref-/)
  })

  test('shows that a top-up was paid, also where an earlier look at it is answered later', async () => {
    const { page, session } = await openAs(open, site.url, { email: 'overtaken@mail.example' })
    await beginTopUp(site.url, session, 700)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await routeOnce(page, '**/api/wallet/transactions?search=*', async (route) => {
      const response = await route.fetch()
      await released
      // Canceled, it has no one to answer.
      await route.fulfill({ response }).catch(() => {})
      answer()
    })
    await page.goto(history())
    await page.getByRole('button', { name: 'Continue payment of ₦700.00' }).click()
    await checkoutOf(page).getByLabel('Card number').waitFor()
    await allowQuestions(site)
    await enterCard(checkoutOf(page), cards.good)
    await transactions(page).getByText('Completed').waitFor()
    release()
    await answered
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
    expect(await transactions(page).getByText('Completed').count()).toBe(1)
    expect(await page.getByRole('button', { name: /^Continue payment/ }).count()).toBe(0)
  })

  test('is filtered by status, time and reference, which are in the address', async () => {
    const { page, session } = await openAs(open, site.url, { email: 'filter@mail.example', holds: 900 })
    const { reference } = await beginTopUp(site.url, session, 700)
    await page.goto(history())
    await expect.poll(() => transactions(page).count()).toBe(2)
    await page.getByLabel('Status').selectOption('Pending')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL(history('?status=pending'))
    await expect.poll(() => transactions(page).allTextContents()).toHaveLength(1)
    expect(await transactions(page).textContent()).toContain('₦700.00')
    await page.reload()
    await transactions(page).getByText('₦700.00', { exact: false }).first().waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('pending')

    await page.getByLabel('Status').selectOption('All')
    await page.getByLabel('Reference').fill(reference.slice(-8))
    await page.keyboard.press('Enter')
    await page.waitForURL(history(`?search=${reference.slice(-8)}`))
    await expect.poll(() => transactions(page).allTextContents()).toHaveLength(1)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByTitle(reference).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference)

    await page.goto(history('?from=2020-01-01&to=2020-12-31'))
    await page.getByText('No matches').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).last().click()
    await page.waitForURL(history())
    await expect.poll(() => transactions(page).count()).toBe(2)
    await page.goto(history('?from=2020-12-31&to=2020-01-01'))
    await page.getByText('The start date must be before the end date.').waitFor()
  })
})

test('the statement of a period shows the balance before, between and after', async () => {
  const { page, session } = await openAs(open, site.url, { email: 'paper@mail.example', holds: 5000 })
  await callAs(session, 'POST', `${site.url}/api/wallet/gifts`, give(1250.5))
  await beginTopUp(site.url, session, 700)
  await page.goto(history('?view=statement'))
  const sheet = page.getByRole('article', { name: 'Wallet statement' })
  const lines = sheet.locator('dl > div')
  await lines.filter({ hasText: 'Closing balance' }).getByText('₦3,749.50').waitFor()
  await lines.filter({ hasText: 'Opening balance' }).getByText('₦0.00').waitFor()
  await lines.filter({ hasText: 'Money in' }).getByText('₦5,000.00').waitFor()
  await lines.filter({ hasText: 'Money out' }).getByText('₦1,250.50').waitFor()
  await lines.filter({ hasText: 'paper@mail.example' }).waitFor()
  const balances = sheet.locator('tbody tr td:last-child')
  expect(await balances.allTextContents()).toEqual(['₦5,000.00', '₦3,749.50'])

  // On a phone: the period is folded away, and each line starts with its amount, and ends with the balance.
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.getByRole('button', { name: 'Create statement' }).isVisible()).toBe(false)
  const places = await sheet
    .locator('tbody tr')
    .first()
    .evaluate((line) =>
      [...line.children].map((cell) => cell.getBoundingClientRect()).map(({ x, y, width }) => ({ x, y, width })),
    )
  const [day, what, amount, out, balance] = places
  expect(out?.width).toBe(0)
  expect(day?.y).toBeLessThan(what?.y ?? 0)
  expect(what?.y).toBeLessThan(amount?.y ?? 0)
  expect(amount?.y).toBeLessThan(balance?.y ?? 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByText('Choose a period').click()
  expect(await page.getByRole('button', { name: 'Create statement' }).isVisible()).toBe(true)
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Print the statement' }).isVisible()).toBe(false)
  expect(await page.getByRole('tab', { name: 'Statement' }).isVisible()).toBe(false)
  expect(await sheet.isVisible()).toBe(true)
  // On paper there is no button to copy with: the whole reference is printed.
  expect(await sheet.locator('tbody .print-only').first().isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })

  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await page.getByRole('button', { name: 'Create statement' }).click()
  await page.waitForURL(history('?view=statement&from=2020-01-01&to=2020-01-31'))
  await page.getByText('No transactions in this period.').waitFor()
  await lines.filter({ hasText: '1 January 2020 to 31 January 2020' }).waitFor()
})

test('a statement on a device whose clock is slow has what moved until now, and says when it was made', async () => {
  const { page, session } = await openAs(open, site.url, { email: 'slow@mail.example', holds: 5000 })
  await callAs(session, 'POST', `${site.url}/api/wallet/gifts`, give(1250.5))
  const made = new Date()
  await page.clock.setFixedTime(new Date(made.getTime() - 3 * 3_600_000))
  await page.goto(history('?view=statement&from=2020-01-01&to=2099-12-31'))
  const lines = page.getByRole('article', { name: 'Wallet statement' }).locator('dl > div')
  await lines.filter({ hasText: 'Closing balance' }).getByText('₦3,749.50').waitFor()
  const issued = await lines.filter({ hasText: 'Issued' }).locator('dd').textContent()
  const hourOf = new Intl.DateTimeFormat('en-NG', { hour: 'numeric', minute: 'numeric', timeZone: 'Africa/Lagos' })
  const soon = [0, 1, 2].map((minutes) => hourOf.format(made.getTime() + minutes * 60_000))
  expect(soon.some((time) => issued?.endsWith(time))).toBe(true)
})

test('a statement without a period is of the month of the server, on a device whose clock is months behind', async () => {
  const { page } = await openAs(open, site.url, { email: 'behind@mail.example', holds: 900 })
  const now = Date.now()
  await page.clock.setFixedTime(new Date(now - 70 * 24 * 3_600_000))
  await page.goto(history('?view=statement'))
  const lines = page.getByRole('article', { name: 'Wallet statement' }).locator('dl > div')
  await lines.filter({ hasText: 'Money in' }).getByText('₦900.00').waitFor()
  const [from, to] = [await page.locator('[name=from]').inputValue(), await page.locator('[name=to]').inputValue()]
  // Midnight may pass meanwhile.
  expect([now, Date.now()].map((moment) => new Date(moment + 3_600_000).toISOString().slice(0, 10))).toContain(to)
  expect(from).toBe(`${to.slice(0, 8)}01`)
})

test('a statement of a process of before an update, which does not say when it was made, is shown', async () => {
  const { page } = await openAs(open, site.url, { email: 'old-process@mail.example', holds: 700 })
  await page.route('**/api/wallet/statement?*', async (route) => {
    const response = await route.fetch()
    const { made_at: _made, ...told } = z.looseObject({ made_at: z.string() }).parse(await response.json())
    await route.fulfill({ response, json: told })
  })
  await page.goto(history('?view=statement'))
  const lines = page.getByRole('article', { name: 'Wallet statement' }).locator('dl > div')
  await lines.filter({ hasText: 'Closing balance' }).getByText('₦700.00').waitFor()
  expect(await lines.filter({ hasText: 'Issued' }).locator('dd').textContent()).toMatch(/20\d\d/)
})

describe('on the donate page', () => {
  const fromWallet = /^My wallet/

  test('a signed-in person gives from the balance, with acknowledgement and receipt as for a card', async () => {
    const { page } = await openAs(open, site.url, { email: 'giver@mail.example', holds: 2000 })
    await page.goto(`${site.url}/donate`)
    await page.getByRole('radio', { name: 'My wallet: ₦2,000.00' }).click()
    await page.getByLabel('Choose a fund').selectOption({ label: 'Food Program' })
    await page.getByLabel('Or another amount').fill('1200')
    await payButton(page).click()
    await thanks(page).getByText('₦1,200.00 has been added to Food Program.').waitFor()
    const code = await thanks(page).locator('.receipt-code').textContent()
    expect(code).toMatch(/^[0-9a-z]{26}$/)
    // The receipt code is the only key, so a reload must not lose it.
    await page.reload()
    await thanks(page)
      .getByText(code ?? 'none')
      .waitFor()
    await thanks(page).getByRole('button', { name: 'Make Another Donation' }).click()
    await page.getByRole('radio', { name: 'My wallet: ₦800.00' }).waitFor()
    await page.goto(`${site.url}/receipts/${code}`)
    await page.getByText('₦1,200.00', { exact: true }).waitFor()
    await page.getByText('Paid', { exact: true }).first().waitFor()
    await page.goto(`${site.url}/wallet`)
    await transactions(page).filter({ hasText: 'Gift: Food Program' }).getByText('-₦1,200.00').waitFor()
    // The next person at this telephone finds no receipt of it.
    await page.goto(`${site.url}/receipts`)
    await page.getByRole('link', { name: '₦1,200.00 to Food Program' }).waitFor()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.waitForURL(`${site.url}/login`)
    await page.goto(`${site.url}/receipts`)
    await page.getByText('None. After a gift').waitFor()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(code)
  })

  test('more than the balance is refused, but possible by card', async () => {
    const { page } = await openAs(open, site.url, { email: 'little@mail.example', holds: 500 })
    await page.goto(`${site.url}/donate`)
    await page.getByLabel('Or another amount').fill('501')
    await page.getByRole('radio', { name: fromWallet }).click()
    await page.getByText('Your wallet balance is ₦500.00, which is not enough for this gift.').waitFor()
    expect(await payButton(page).isDisabled()).toBe(true)
    expect(await violationsInEachTheme(page)).toEqual([])
    await page.getByRole('radio', { name: 'Card, transfer or USSD' }).click()
    expect(await payButton(page).isDisabled()).toBe(false)
  })

  test('money that another tab has spent is refused by the server, and the balance is updated', async () => {
    const { page, session } = await openAs(open, site.url, { email: 'tabs@mail.example', holds: 500 })
    await page.goto(`${site.url}/donate`)
    await page.getByRole('radio', { name: fromWallet }).click()
    await page.getByLabel('Or another amount').fill('400')
    await callAs(session, 'POST', `${site.url}/api/wallet/gifts`, give(300))
    await payButton(page).click()
    await page.getByText('Failed to initiate payment').waitFor()
    await page.getByText('Your wallet balance is ₦200.00, which is not enough for this gift.').waitFor()
    expect(await page.getByLabel('Or another amount').inputValue()).toBe('400')
  })

  test('the card stays chosen, also where the balance that was asked for before is answered later', async () => {
    const { page, session } = await openAs(open, site.url, { email: 'changes@mail.example', holds: 900 })
    await page.goto(`${site.url}/donate`)
    await page.getByRole('radio', { name: fromWallet }).click()
    await page.getByLabel('Or another amount').fill('400')
    await callAs(session, 'POST', `${site.url}/api/wallet/gifts`, give(600))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await routeOnce(page, '**/api/wallet', async (route) => {
      await released
      await route.continue()
    })
    await payButton(page).click()
    await page.getByText('Failed to initiate payment').waitFor()
    const card = page.getByRole('radio', { name: 'Card, transfer or USSD' })
    await card.check()
    // Enough again: a press would be paid from the wallet.
    await page.getByLabel('Or another amount').fill('250')
    release()
    await page.getByRole('radio', { name: 'My wallet: ₦300.00' }).waitFor()
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
    expect(await card.isChecked()).toBe(true)
  })

  test('the newest balance stays, also where the one that was asked for before is answered later', async () => {
    const { page, session } = await openAs(open, site.url, { email: 'two-looks@mail.example', holds: 900 })
    await page.goto(`${site.url}/donate`)
    await page.getByRole('radio', { name: fromWallet }).click()
    const press = async (naira: number, meanwhile: number) => {
      await page.getByLabel('Or another amount').fill(String(naira))
      await callAs(session, 'POST', `${site.url}/api/wallet/gifts`, give(meanwhile))
      await payButton(page).click()
      await page.getByText('Failed to initiate payment').waitFor()
    }
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await routeOnce(page, '**/api/wallet', async (route) => {
      const response = await route.fetch()
      await released
      await route.fulfill({ response })
      answer()
    })
    await press(800, 200)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await press(700, 400)
    const newest = page.getByRole('radio', { name: 'My wallet: ₦300.00' })
    await newest.waitFor()
    release()
    await answered
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
    expect(await newest.count()).toBe(1)
  })

  test('a visitor sees and loads nothing of the wallet', async () => {
    const page = await open('about:blank')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto(`${site.url}/donate`, { waitUntil: 'networkidle' })
    expect(await page.getByText('How would you like to pay?').count()).toBe(0)
    expect(loaded.filter((address) => address.includes('wallet'))).toEqual([])
  })
})
