/** Tests what donors stumble over: lost receipts, lost drafts, and ways to give that lead elsewhere. */
import type { Page } from 'playwright-core'
import { renderSVG } from 'uqr'
import { describe, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { cards, enterCard, payButton, pressPay, thanks } from '../support/giving-page.ts'
import { routeForNow } from '../support/routing.ts'
import { mailTo, PASSWORD, signInByForm, signUp } from '../support/signing-in.ts'
import { arrange, useSite } from '../support/site.ts'

// A receipt that does not exist answers 404, which the browser logs as an error.
const open = useBrowser([/status of 404/])
const site = useSite()
arrange(site, async () => {})

const popup = (page: Page) => page.frameLocator('dialog iframe')
const amount = (page: Page) => page.getByLabel('Or another amount')
const fund = (page: Page) => page.getByLabel('Choose a fund')

describe('a receipt', () => {
  test('is not lost with the thanks: the tab has it, and the device only if the donor says so, until it is removed', async () => {
    const page = await open(`${site.url}/donate`)
    await pressPay(page, { amount: '2500', fund: 'Food Program' })
    await enterCard(popup(page), cards.good)
    await thanks(page).waitFor()
    const code = (await thanks(page).locator('.receipt-code').textContent()) ?? ''
    const main = thanks(page).getByRole('link', { name: 'Open the receipt' })
    expect(await main.getAttribute('class')).toContain('button-primary')
    for (const name of ['Make Another Donation', 'Return to Home'])
      expect(await thanks(page).getByText(name).getAttribute('class')).toContain('button-outline')
    const stored = () =>
      page.evaluate(() => [
        localStorage.getItem('taimako.receipts.sandbox') ?? '',
        sessionStorage.getItem('taimako.receipts') ?? '',
      ])
    expect(await stored()).toEqual(['', expect.stringContaining(code)])
    await page.keyboard.press('Escape')
    await thanks(page).waitFor({ state: 'detached' })
    // The focus returns a moment after the dialog has left.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('form')?.getAttribute('action')))
      .toBe('/donate')

    await page.getByRole('main').getByRole('link', { name: 'Your receipts' }).click()
    await page.waitForURL(`${site.url}/receipts`)
    await page.getByText('Until you close this tab').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: '₦2,500.00 to Food Program' }).click()
    await page.waitForURL(`${site.url}/receipts/${code}`)
    await page.getByText('Thank you. This gift has been added').waitFor()
    const keep = page.getByRole('checkbox', { name: 'Keep on this device' })
    expect(await keep.isChecked()).toBe(false)
    await keep.check()
    expect(await stored()).toEqual([expect.stringContaining(code), ''])
    await keep.uncheck()
    expect(await stored()).toEqual(['', expect.stringContaining(code)])

    await page.goBack()
    // The fund is called otherwise by now.
    await page.evaluate(() => {
      const kept = sessionStorage.getItem('taimako.receipts') ?? ''
      sessionStorage.setItem('taimako.receipts', kept.replace('"title":"Food Program"', '"title":"Hot Meals"'))
    })
    await page.reload()
    await page.getByRole('button', { name: 'Remove the receipt for ₦2,500.00 to Hot Meals' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the receipt' }).click()
    await page.getByText('None. After a gift').waitFor()
    await page.reload()
    await page.getByText('None. After a gift').waitFor()
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(code)
  })

  test('stays where the database lost the gift, as it is recorded again later', async () => {
    const page = await open(`${site.url}/donate`)
    await pressPay(page, { amount: '2400', fund: 'Food Program' })
    // Asks for a gift that is not known: one that was really lost may be recorded again before the page asks.
    await routeForNow(page, '**/functions/v1/verify', (route) =>
      route.continue({ postData: JSON.stringify({ reference: `gift-${'0'.repeat(26)}` }) }),
    )
    await enterCard(popup(page), cards.good)
    await page.getByText('Verification failed. Please contact support.').waitFor()
    await page.goto(`${site.url}/receipts`)
    await page.getByText('Until you close this tab').waitFor()
    expect(await page.getByRole('link', { name: '₦2,400.00 to Food Program' }).count()).toBe(1)
  })

  test('opens by its code however it is typed, is mailed once, and prints its code, its address and its QR code', async () => {
    const page = await open(`${site.url}/donate`)
    await pressPay(page, { amount: '1000' })
    await enterCard(popup(page), cards.good)
    const code = (await thanks(page).locator('.receipt-code').textContent()) ?? ''
    await thanks(page).getByLabel('Email me this receipt').fill('bola.of.lagos@mail.example')
    await thanks(page).getByRole('button', { name: 'Send the receipt' }).click()
    await thanks(page).getByText('The receipt is on its way to bola.of.lagos@mail.example').waitFor()
    expect(await mailTo(site.dataDir, 'bola.of.lagos@mail.example', /Receipt for your gift/)).toContain(code)
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('bola')

    await page.goto(`${site.url}/receipts/${'0'.repeat(26)}`)
    await page.getByText('Receipt not found').waitFor()
    const address = `${site.url}/receipts/${code}`
    const field = page.getByLabel('Receipt code')
    await field.fill('0123')
    await page.getByRole('button', { name: 'Open the receipt' }).click()
    await page.getByText('Enter all 26 letters and digits').waitFor()
    const sheet = page.getByRole('article', { name: 'Receipt for your gift' })
    for (const typed of [`${code.slice(0, 13).toUpperCase()} ${code.slice(13)} `, address]) {
      await page.goto(`${site.url}/receipts`)
      await field.fill(typed)
      await page.getByRole('button', { name: 'Open the receipt' }).click()
      await page.waitForURL(address)
      await sheet.getByText('₦1,000.00', { exact: true }).waitFor()
    }
    await page.emulateMedia({ media: 'print' })
    await sheet.getByText(code, { exact: true }).waitFor()
    await sheet.getByText(address, { exact: true }).waitFor()
    const picture = sheet.getByRole('img', { name: 'QR code' })
    await picture.waitFor()
    expect(decodeURIComponent((await picture.getAttribute('src')) ?? '')).toBe(
      `data:image/svg+xml,${renderSVG(address)}`,
    )
    expect(await page.getByRole('button', { name: 'Print the receipt' }).isVisible()).toBe(false)
  })
})

test('every way to Donate is gold and leads to the form, which a link can fill in', async () => {
  const page = await open(site.url, { viewport: { width: 360, height: 740 } })
  const gold = page.getByRole('link', { name: 'Donate', exact: true })
  for (const part of ['banner', 'main'] as const)
    expect(await page.getByRole(part).locator(gold).first().getAttribute('class')).toContain('button-gold')
  const [donate, menu] = await Promise.all([
    page.getByRole('banner').locator(gold).boundingBox(),
    page.locator('.menu summary').boundingBox(),
  ])
  expect(donate?.y).toBe(menu?.y)
  await page.locator('.menu summary').click()
  expect(await page.getByRole('link', { name: 'Get Started' }).last().getAttribute('class')).toContain('button-outline')

  const links = await page
    .getByRole('main')
    .getByRole('link', { name: /^Give to / })
    .all()
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(
    ['school', 'general', 'food', 'school', 'medical', 'shelter'].map((name) => `/donate?fund=${name}`),
  )
  await page.keyboard.press('Escape')
  await links[3]?.click()
  await expect.poll(() => fund(page).inputValue()).toBe('school')
  await page.goto(`${site.url}/donate?fund=war&amount=-5`)
  await page.waitForURL(`${site.url}/donate`)
  // Nothing of it counts: the form still shows the draft.
  await expect
    .poll(async () => [await fund(page).inputValue(), await amount(page).inputValue()])
    .toEqual(['school', ''])
  await page.goto(`${site.url}/donate?fund=medical&amount=5000`)
  await expect.poll(() => payButton(page).textContent()).toBe('Donate ₦5,000.00 Anonymously')
  expect(await fund(page).inputValue()).toBe('medical')
})

test('the draft survives a reload, a sign-in and a top-up of exactly what is missing', async () => {
  await signUp(site.url, 'uche@mail.example')
  const page = await open(`${site.url}/donate?fund=shelter&amount=1000`)
  await page.getByRole('radio', { name: '₦5,000', exact: true }).check()
  await page.getByText('₦5,000 pays for one roofing sheet.').waitFor()
  await fund(page).selectOption({ label: 'School Fees' })
  await page.getByText('₦5,000 pays for a school uniform.').waitFor()
  await amount(page).fill('2300')
  await page.getByText('₦2,000 pays for exercise books').waitFor()
  await page.getByLabel('Message').fill('For the new term')
  const draft = async () => [
    await fund(page).inputValue(),
    await amount(page).inputValue(),
    await page.getByLabel('Message').inputValue(),
  ]
  await page.reload()
  await expect.poll(draft).toEqual(['school', '2300', 'For the new term'])

  await page.getByRole('link', { name: 'Sign in to give from your wallet' }).click()
  await signInByForm(page, 'uche@mail.example', PASSWORD)
  await page.waitForURL(`${site.url}/donate`)
  await expect.poll(draft).toEqual(['school', '2300', 'For the new term'])
  await page.getByRole('radio', { name: /^My wallet/ }).check()
  await page.getByRole('button', { name: 'Top up ₦2,300.00 and continue' }).click()
  await enterCard(popup(page), cards.good)
  await page.getByRole('radio', { name: 'My wallet: ₦2,300.00' }).waitFor()
  await expect.poll(draft).toEqual(['school', '2300', 'For the new term'])
  await payButton(page).click()
  await thanks(page).getByText('₦2,300.00 has been added to School Fees.').waitFor()
  await page.reload()
  expect(await draft()).toEqual(['general', '', ''])
})

test('without JavaScript nothing on the page is dead: what cannot work is not there', async () => {
  const usable = (page: Page) => page.locator(':is(input, select, textarea, button):not(:disabled):visible')
  const page = await open(`${site.url}/donate`, { javaScriptEnabled: false })
  const names = await usable(page).evaluateAll((all) => all.map((each) => each.closest('form')?.getAttribute('action')))
  expect(new Set(names)).toEqual(new Set(['/donate']))
  expect(await page.getByRole('checkbox').isDisabled()).toBe(true)
  expect(await page.locator('.skeleton:visible').count()).toBe(0)
  for (const address of ['/login', '/forgot-password', '/receipts']) {
    await page.goto(site.url + address)
    expect([address, await usable(page).count()]).toEqual([address, 0])
    await page.getByText('support@taimako.example').first().waitFor()
  }
})

test('examples are marked, the organisation is named, and the pages agree about their figures', async () => {
  const html = async (path: string) => (await fetch(site.url + path)).text()
  const [home, about, stories, donate] = await Promise.all(['/', '/about', '/success-stories', '/donate'].map(html))
  for (const page of [home, about, stories, donate])
    expect(page).toMatch(
      /<footer.*Taimako Foundation · CAC\/IT\/NO 000000 · 1 Example Road.*data-example="organisation"/s,
    )
  expect(about).toMatch(/<main.*Taimako Foundation.*href="\/privacy".*href="\/terms".*href="\/refunds".*<\/main>/s)
  expect(home).toContain('Life impacted')
  expect(about).toContain('Life impacted')
  expect(about).not.toMatch(/10,000\+|5,000\+|\$2M\+/)
  const marks = [
    [home, 'stories'],
    [about, 'figures'],
    [stories, 'figures'],
    [stories, 'stories'],
  ]
  for (const [page, name] of marks) expect(page).toContain(`data-example="${name}"`)
})
