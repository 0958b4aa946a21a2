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
    // The one way to give is beside the menu, not in it.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Donate')
    expect(await page.getByRole('banner').getByRole('link', { name: 'Donate' }).count()).toBe(1)
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
    await page.getByText('You need no account').waitFor()
  })
})

test('on a phone the footer is half a screen in two columns, and the line about play money covers nothing', async () => {
  const page = await open(`${site.url}/contact`, { viewport: { width: 360, height: 740 } })
  const footer = page.getByRole('contentinfo')
  expect((await footer.boundingBox())?.height).toBeLessThan(518)
  // A support address breaks after its @, not between any two letters.
  const address = footer.locator('a[href^="mailto:"] span')
  const lines = await address.evaluate((text) => {
    const range = document.createRange()
    const parts = [...text.childNodes].filter((node) => node.textContent !== '')
    return parts.map((part) => {
      range.selectNodeContents(part)
      return range.getClientRects().length
    })
  })
  expect(Math.max(...lines)).toBe(1)

  const strip = page.getByText('Sandbox: no real money moves here.')
  const { y = 1, height = 99 } = (await strip.boundingBox()) ?? {}
  expect([y < 5, height < 30]).toEqual([true, true])
  await page.evaluate(() => window.scrollTo(0, 600))
  await expect.poll(async () => (await strip.boundingBox())?.y).toBeLessThan(-500)
  expect(await page.getByText('Test mode: no real money moves here.').isVisible()).toBe(false)
})

test('each place has a head of its own: a drawing that no other page has and that its text never covers, or a quiet title', async () => {
  const page = await open('about:blank', { viewport: { width: 768, height: 900 } })
  const drawings = new Set<string>()
  const places = ['/about', '/success-stories', '/donate', '/contact', '/login']
  for (const place of places) {
    await page.goto(site.url + place)
    const head = page.locator('.page-head')
    const drawing = await head.evaluate((element) => getComputedStyle(element).backgroundImage)
    expect([place, drawing]).toEqual([place, expect.stringContaining('.svg')])
    drawings.add(drawing)
    // The drawing is at most this wide, at the right edge.
    const { width } = (await head.locator('p').boundingBox()) ?? {}
    expect(width).toBeLessThan(768 - 190)
  }
  expect(drawings.size).toBe(places.length)
  // A phone does not load them.
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.locator('.page-head').evaluate((head) => getComputedStyle(head).backgroundImage)).toBe('none')
  await page.goto(`${site.url}/faq`)
  const quiet = await page.locator('.page-head').evaluate((head) => getComputedStyle(head).backgroundColor)
  expect(quiet).toBe('rgba(0, 0, 0, 0)')
})

test('without JavaScript an answer opens, and the registration page is complete', async () => {
  const page = await open(`${site.url}/faq`, { javaScriptEnabled: false })
  await page.getByText('What is the receipt code?').click()
  expect(await page.getByText('It opens your receipt.').isVisible()).toBe(true)
  await page.goto(`${site.url}/register`)
  expect(await page.getByText('You need no account').isVisible()).toBe(true)
  await page.getByRole('main').getByRole('link', { name: 'Donate' }).click()
  await page.waitForURL(`${site.url}/donate`)
})
