/** /confirm: the recipient's answer with the slip and its code, on anybody's phone. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { applicant as applicantOf } from '../support/applicant.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { sitePayouts, type SitePayouts } from '../support/paying-out-site.ts'
import { useSite } from '../support/site.ts'

// Wrong codes are refused on purpose, which the browser logs as errors.
const open = useBrowser([/status of 403/])
const site = useSite()
let payouts: SitePayouts
beforeAll(async () => {
  payouts = await sitePayouts(site)
  await payouts.fill(100_000)
})

/** Cash-like goods that were handed over. @returns the slip */
async function handedOver(email: string) {
  const amina = await applicantOf(site, email)
  const request = await amina.ask()
  const award = await payouts.grant(request, 20_000)
  const id = await payouts.release(award, 20_000, { kind: 'voucher', item: 'A voucher of the bookshop' })
  await payouts.handOver(id, 20_000)
  return payouts.slipOf(amina, request)
}

const phone = { viewport: { width: 320, height: 740 } }
const confirm = (page: Page) => page.getByRole('button', { name: 'Send my answer' })
const refusal = (page: Page) => page.getByRole('region', { name: 'Your answer' }).getByRole('alert')

test('a recipient answers with the keyboard alone, from a link with the slip, in both themes', async () => {
  const { number, code } = await handedOver('counter@mail.example')
  const page = await open(`${site.url}/confirm?slip=${number.toLowerCase()}`, phone)
  await expect.poll(() => page.getByLabel('Slip number').inputValue()).toBe(number)
  expect(await violationsInEachTheme(page)).toEqual([])

  await page.getByLabel('Slip number').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Enter your code.').waitFor()
  await page.getByText('Choose what you received.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByText('Answer only after you have received everything.').waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('We recorded that you received all of it.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Thank you')
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  // In their words, which is one more press and can be withdrawn.
  await page.getByRole('button', { name: 'Send my words' }).click()
  await page.getByText('Choose one.').waitFor()
  await page.getByLabel('What did it do for you?').fill('My girl can learn again.')
  await page.getByRole('radio', { name: 'Yes, without my name' }).check()
  await page.getByRole('button', { name: 'Send my words' }).click()
  await page.getByText('Thank you. We have your words.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Thank you. We have your words.')
  expect(await violationsInEachTheme(page)).toEqual([])
  await page.getByRole('button', { name: 'Withdraw my words' }).click()
  await page.getByText('Your words are withdrawn and deleted.').waitFor()
  await page.getByRole('button', { name: 'Answer for another slip' }).click()
  await confirm(page).waitFor()
})

test('a wrong code reads like an unknown slip, and what was typed stays', async () => {
  const { number, code } = await handedOver('wrong@mail.example')
  const page = await open(`${site.url}/confirm`, phone)
  const send = async (slip: string, typed: string) => {
    await page.getByLabel('Slip number').fill(slip)
    await page.getByLabel('Code', { exact: true }).fill(typed)
    await page.getByRole('radio', { name: 'Part of it' }).check()
    await confirm(page).click()
    await refusal(page).getByText('do not belong together').waitFor()
    return refusal(page).innerText()
  }
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const forWrongCode = await send(number, wrong)
  expect(await send('ZZZZZZZZ', code)).toBe(forWrongCode)
  expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe(code)
  await page.getByLabel('Slip number').fill(`${number.slice(0, 4)} ${number.slice(4)}`)
  await confirm(page).click()
  await page.getByText('We recorded that you received part of it. A person will contact you.').waitFor()
})

test('what is no slip and no code is said before anything is sent; without JavaScript, what to do is', async () => {
  const page = await open(`${site.url}/confirm`, phone)
  await page.getByLabel('Slip number').fill('123')
  await page.getByLabel('Code', { exact: true }).fill('12')
  await confirm(page).click()
  await page.getByText('A slip number has 8 letters and digits.').waitFor()
  await page.getByText('A code has 6 digits.').waitFor()
  const plain = await open(`${site.url}/confirm`, { ...phone, javaScriptEnabled: false })
  expect(await plain.getByRole('main').getByRole('link', { name: /@/ }).isVisible()).toBe(true)
  expect(await (await fetch(`${site.url}/confirm`)).text()).toMatch(/<noscript>.*Call or write to us.*<\/noscript>/s)
  expect(await plain.getByRole('button', { name: 'Send my answer' }).isVisible()).toBe(false)
})
