/** The menu and the footer around every page, and pages without JavaScript. */
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser()
const site = useSite()

describe('the frame around every page', () => {
  test('the menu of a phone works by keyboard alone', async () => {
    const page = await open(site.url, { viewport: { width: 360, height: 740 } })
    const panel = page.getByRole('navigation', { name: 'Menu' })
    const menu = page.locator('.menu summary')
    // React, which closes the menu, runs by now.
    await page.getByText('0+', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to main content')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await panel.isVisible()).toBe(false)
    await page.keyboard.press('Enter')
    expect(await panel.isVisible()).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Home')
    await page.keyboard.press('Escape')
    expect(await panel.isVisible()).toBe(false)
    expect(await menu.evaluate((summary) => summary === document.activeElement)).toBe(true)

    // Tabbing past its end closes it too, so that it never covers the focus.
    await page.keyboard.press('Enter')
    await panel.getByRole('link', { name: 'Get Started' }).focus()
    await page.keyboard.press('Tab')
    expect(await panel.isVisible()).toBe(false)

    await menu.click()
    expect(await panel.getByRole('link', { name: 'Apply for Aid' }).getAttribute('href')).toBe('/apply-for-aid')
    await panel.getByRole('link', { name: 'Contact' }).click()
    await page.waitForURL(`${site.url}/contact`)
    expect(await panel.isVisible()).toBe(false)
  })

  test('has the links of the spec', async () => {
    const page = await open(site.url)
    const header = page.getByRole('banner')
    const links: [name: string, to: string][] = [
      ['Home', '/'],
      ['About Us', '/about'],
      ['Success Stories', '/success-stories'],
      ['Donate', '/donate'],
      ['Contact', '/contact'],
      ['Admin', '/admin-auth'],
      ['Sign In', '/login'],
      ['Get Started', '/register'],
    ]
    for (const [name, to] of links)
      expect(await header.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(to)
    const footer = page.getByRole('contentinfo')
    for (const name of ['Become a Donor', 'Apply for Aid'])
      expect(await footer.getByRole('link', { name }).getAttribute('href')).toBe('/register')
    await footer.getByRole('link', { name: 'Become a Donor' }).click()
    await page.getByText('You can give without an account').waitFor()
  })
})

test('without JavaScript an answer opens, and the registration page is complete', async () => {
  const page = await open(`${site.url}/faq`, { javaScriptEnabled: false })
  await page.getByText('What is the receipt code?').click()
  expect(await page.getByText('Every gift has a code of 26 letters and digits.').isVisible()).toBe(true)
  await page.goto(`${site.url}/register`)
  expect(await page.getByText('You can give without an account').isVisible()).toBe(true)
  await page.getByRole('main').getByRole('link', { name: 'Donate' }).click()
  await page.waitForURL(`${site.url}/donate`)
})
