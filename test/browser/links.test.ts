/** Every link of header, menu and footer leads to a page when it is clicked. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { isNightly } from '../support/nightly.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser([/status of 404/, /Page not found/])
const site = useSite()

/** The internal links of a part of the page. */
async function addressesOf(part: Locator): Promise<string[]> {
  const links = await part.locator('a[href^="/"]:visible').all()
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
  return [...new Set(addresses.filter((address) => address !== null))]
}

/** Redirects of signed-out people, by address. */
const LEADS_TO: Readonly<Record<string, string>> = {
  '/apply-for-aid': '/aid?from=%2Fapply-for-aid',
}

async function expectArrival(page: Page, address: string): Promise<void> {
  await page.waitForURL(site.url + (LEADS_TO[address] ?? address))
  const title = page.getByRole('main').getByRole('heading', { level: 1 })
  await title.waitFor()
  expect({ address, title: await title.textContent() }).not.toEqual({ address, title: 'Oops! Page not found' })
}

const EVERYWHERE = ['/', '/about', '/success-stories', '/donate', '/contact', '/register']
const parts = [
  {
    name: 'header',
    width: 1280,
    within: (page: Page) => page.getByRole('banner'),
    addresses: [...EVERYWHERE, '/admin-auth', '/login'],
  },
  {
    name: 'menu of a phone',
    width: 360,
    within: (page: Page) => page.locator('details.menu nav'),
    // Donate is beside the menu.
    addresses: [...EVERYWHERE.filter((address) => address !== '/donate'), '/admin-auth', '/login', '/apply-for-aid'],
  },
  {
    name: 'footer',
    width: 1280,
    within: (page: Page) => page.getByRole('contentinfo'),
    addresses: [...EVERYWHERE, '/faq', '/receipts', '/confirm', '/privacy', '/terms', '/refunds', '/transparency'],
  },
]

/** Pages that a link of an earlier part has led to: each part repeats the addresses, and `npm run nightly` the clicks. */
const seen = new Set<string>()

test.each(parts)('every link of the $name leads to a page', async ({ width, within, addresses }) => {
  const page = await open(site.url, { viewport: { width, height: 800 } })
  const openMenu = async () => width < 1024 && page.locator('details.menu:not([open]) > summary').click()
  await openMenu()
  expect((await addressesOf(within(page))).sort()).toEqual(addresses.sort())
  await page.goto(site.url)
  for (const address of addresses.filter((each) => isNightly || each === '/donate' || !seen.has(each))) {
    await openMenu()
    await within(page).locator(`a[href="${address}"]:visible`).first().click()
    await expectArrival(page, address)
    seen.add(address)
    // From home to home, nothing is added to the history.
    if (address === '/') continue
    await page.goBack()
    await page.waitForURL(`${site.url}/`)
  }
})

test('the links of the pages themselves lead to pages', async () => {
  const page = await open('about:blank')
  const leading = new Set<string>()
  for (const address of [
    '/',
    '/about',
    '/success-stories',
    '/donate',
    '/contact',
    '/aid',
    '/faq',
    '/privacy',
    '/terms',
    '/refunds',
    '/transparency',
    '/transparency/failures',
    '/login',
    '/register',
    '/register/aid',
    '/register/account',
    '/forgot-password',
    '/nowhere',
  ]) {
    await page.goto(site.url + address)
    for (const linked of await addressesOf(page.getByRole('main'))) {
      if (leading.has(linked)) continue
      const { status } = await fetch(site.url + linked, { redirect: 'manual' })
      expect([address, linked, status]).toEqual([address, linked, 200])
      leading.add(linked)
    }
  }
})
