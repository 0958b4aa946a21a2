/** The ten acceptance tasks of the workbench (docs/acceptance.md) on a phone of 360 px, by touch alone: the first each time, and all in `npm run nightly`. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  askTwentyTimes,
  askUrgently,
  halimaAndBola,
  namesInQueue,
  newEmail,
  newName,
  newPhone,
  photo,
  proposeTenPayments,
  thumb,
  timed,
} from '../support/acceptance.ts'
import { toast } from '../support/account-page.ts'
import { useBrowser } from '../support/browser.ts'
import { isNightly } from '../support/nightly.ts'
import type { SitePayouts } from '../support/paying-out-site.ts'
import { askForAid, comeBack, composer, enterAsAdministrator } from '../support/reviewing-page.ts'
import { PASSWORD, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

// Taking what a colleague has is refused on purpose, which the browser logs as an error.
const open = useBrowser([/status of 409/])
const site = useSite()
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const WithEmail = z.object({ user: z.object({ email: z.string() }) })
/** The first due first; each test decides about one of them, or about none. Enough for tests that are tried again. */
const CASES = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth'].map(
  (place) => `${place} Ade`,
)
let staff: SitePayouts
let phones: Page[] = []
beforeAll(async () => {
  staff = await halimaAndBola(site)
  await askUrgently(site, CASES)
})
afterEach(async () => {
  const open = phones.filter((page) => !page.isClosed())
  phones = []
  const widths = await Promise.all(open.map((page) => page.evaluate(() => document.documentElement.scrollWidth)))
  // oxlint-disable-next-line vitest/no-standalone-expect -- each test ends with it
  expect(widths).toEqual(open.map(() => 360))
})

async function openAs(who: 0 | 1, path: string): Promise<Page> {
  const page = await open('about:blank', PHONE)
  await storeSession(page, staff.sessions[who])
  await page.goto(site.url + path)
  phones.push(page)
  return page
}

/** @returns the review of the first request that is due, and whose is due after it */
async function openFirst(who: 0 | 1 = 0) {
  const [first = '', next = ''] = await namesInQueue(site, staff.sessions[who])
  const page = await openAs(who, '/admin')
  await button(page, 'Take the next').tap()
  await heading(page, first).waitFor()
  await button(page, 'Approve').waitFor()
  return { page, next }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(name) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const template = (page: Page, place: number) =>
  composer(page).getByRole('group', { name: 'Templates' }).getByRole('button').nth(place)

test.runIf(isNightly)('4: from signing in to the first request by one tap', async () => {
  const page = await open(`${site.url}/admin`, PHONE)
  const hand = thumb()
  const [first = ''] = await namesInQueue(site, staff.sessions[0])
  await enterAsAdministrator(page, WithEmail.parse(staff.sessions[0]).user.email, PASSWORD)
  await timed('4 on a phone, from the queue to the first request', 2, async () => {
    await hand.tap(button(page, 'Take the next'))
    await heading(page, first).waitFor()
  })
  expect(hand.taps).toBe(1)
})

test('1: two taps approve and open the next', async () => {
  const { page, next } = await openFirst()
  const hand = thumb()
  await timed('1 on a phone, approve and go on', 5, async () => {
    await hand.tap(button(page, 'Approve'))
    await hand.tap(button(page, 'Approve and next'))
    await heading(page, next).waitFor()
  })
  expect(hand.taps).toBe(2)
})

test.runIf(isNightly)('2: three taps reject by a template', async () => {
  const { page, next } = await openFirst()
  const hand = thumb()
  await timed('2 on a phone, reject by a template', 5, async () => {
    await hand.tap(button(page, 'Reject'))
    await hand.tap(template(page, 1))
    await hand.tap(button(page, 'Reject and next'))
    await heading(page, next).waitFor()
  })
  expect(hand.taps).toBe(3)
})

test.runIf(isNightly)('3: four taps ask for papers', async () => {
  const { page, next } = await openFirst()
  const hand = thumb()
  await timed('3 on a phone, ask for papers', 5, async () => {
    await hand.tap(button(page, 'More'))
    await hand.tap(button(page, 'Ask for papers'))
    await hand.tap(template(page, 0))
    await hand.tap(composer(page).getByRole('button', { name: /and next$/ }))
    await heading(page, next).waitFor()
  })
  expect(hand.taps).toBe(4)
})

test.runIf(isNightly)('5: a caller is found by their number', async () => {
  const [name, phone] = [newName('Ruth'), newPhone()]
  await askForAid(site.url, newEmail(), { name, phone })
  const page = await openAs(0, '/admin')
  const hand = thumb()
  await timed('5 on a phone, find a caller', 5, async () => {
    await hand.tap(page.getByRole('searchbox'))
    await page.keyboard.type(phone)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual([name])
  })
  expect(hand.taps).toBe(1)
})

test.runIf(isNightly)('6: two taps let it wait until Monday', async () => {
  const name = newName('Monday')
  await askForAid(site.url, newEmail(), { name })
  const page = await openAs(0, `/admin/applications?view=all&search=${encodeURIComponent(name)}`)
  const hand = thumb()
  await timed('6 on a phone, wait until Monday', 5, async () => {
    await hand.tap(page.getByRole('button', { name: /^Actions for/ }))
    await hand.tap(button(page, 'Until Monday'))
    await page.getByText(/^Waits until/).waitFor()
  })
  expect(hand.taps).toBe(2)
})

test.runIf(isNightly)('7: twenty requests are handed to Halima after a dry run', async () => {
  const name = await askTwentyTimes(site)
  const page = await openAs(1, `/admin/applications?view=all&search=${encodeURIComponent(name)}`)
  await page.getByText('20 results').waitFor()
  const hand = thumb()
  await timed('7 on a phone, hand 20 to a colleague', 15, async () => {
    for (const box of await page.getByRole('checkbox', { name: /^Select / }).all()) await hand.tap(box)
    await page.getByText('20 requests selected').waitFor()
    await hand.tap(button(page, 'Assign'))
    const halima = page.getByRole('dialog').locator('option', { hasText: 'Halima Musa' })
    const value = await halima.getAttribute('value')
    await page.getByRole('dialog').getByLabel('Assign to').selectOption(value)
    await hand.tap(page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }))
    await page.getByText('20 requests will change.').waitFor()
    await hand.tap(button(page, 'Change 20 requests'))
    await page.getByText('20 requests assigned.').waitFor()
  })
  await expect.poll(() => page.getByRole('checkbox', { name: /^Select / }).count()).toBe(20)
  expect(hand.taps).toBe(23)
})

test.runIf(isNightly)('8: two decide about one request: the second is told, and keeps every word', async () => {
  const { page: first } = await openFirst(0)
  const second = await openAs(1, new URL(first.url()).pathname)
  await button(second, 'Take over').tap()
  await button(second, 'Reject').tap()
  await second.getByLabel('Reason').tap()
  await second.keyboard.type('The bill is for another school.')

  await comeBack(first)
  await button(first, 'Take over').tap()
  await button(first, 'Approve').tap()
  await button(first, 'Approve and next').tap()
  await toast(first, 'Request approved').waitFor()
  await timed('8 on a phone, the second is told', 2, async () => {
    await comeBack(second)
    await second.getByText(/^Approved · Halima Musa/).waitFor()
  })
  expect(await second.getByLabel('Reason').inputValue()).toBe('The bill is for another school.')
})

test.runIf(isNightly)('9: a walk-in with a photographed paper; who is known already is seen first', async () => {
  const [known, phone] = [newName('Ladi'), newPhone()]
  await askForAid(site.url, newEmail(), { name: known, phone })
  const page = await openAs(0, '/admin')
  const hand = thumb()
  const fill = async (label: string, text: string) => {
    await hand.tap(page.getByLabel(label).first())
    await page.keyboard.type(text)
  }
  const paper = await photo()
  await timed('9 on a phone, enter a walk-in', 120, async () => {
    await hand.tap(page.getByText('Menu', { exact: true }))
    await hand.tap(page.getByRole('link', { name: 'New request' }))
    await fill('Telephone number or name', phone)
    await page.keyboard.press('Enter')
    await page.getByText('1 person found').waitFor()
    await page.getByText(known).waitFor()
    await hand.tap(button(page, 'Enter someone new'))
    await fill('Full name', 'Hauwa Bello')
    await fill('Address', 'The blue gate behind the market, Kano')
    await page.getByLabel('Aid type').selectOption('food')
    await fill('Amount requested', '12k')
    await fill('Description', 'Rice and oil for six people until the harvest.')
    const choosing = page.waitForEvent('filechooser')
    await hand.tap(button(page, 'Take a photo'))
    await (await choosing).setFiles(paper)
    await page.getByLabel('Name of document 1').waitFor()
    await hand.tap(page.getByRole('radio', { name: 'Came to us' }))
    await hand.tap(page.getByLabel('They agree'))
    await hand.tap(button(page, 'Enter the request'))
    await page.getByRole('heading', { name: 'The request is entered' }).waitFor()
  })
  expect(hand.taps).toBeLessThanOrEqual(13)
  expect(await page.getByRole('region', { name: /^T-\d+-\d{4}-\d$/ }).textContent()).toContain('Hauwa Bello')
})

test.runIf(isNightly)('10: a second person reads ten payments with names and total, and releases them', async () => {
  await proposeTenPayments(site, staff)
  const page = await openAs(1, '/admin/payouts')
  const hand = thumb()
  await timed('10 on a phone, release ten payments', 60, async () => {
    const boxes = page.getByRole('checkbox', { name: /Amina Yusuf/ })
    await expect.poll(() => boxes.count()).toBe(10)
    // Nothing is ticked at first: each tick is the second look.
    for (const box of await boxes.all()) await hand.tap(box)
    await hand.tap(button(page, 'Release 10 payouts, ₦30,000.00'))
    const dialog = page.getByRole('dialog', { name: 'Release 10 payouts, ₦30,000.00 in all?' })
    const each = dialog.getByRole('listitem')
    await expect.poll(() => each.count()).toBe(10)
    for (const row of await each.allTextContents()) expect(row).toMatch(/₦\d,000\.00 for Amina Yusuf/)
    await hand.tap(dialog.getByRole('button', { name: 'Release', exact: true }))
    await toast(page, '10 payouts released').waitFor()
  })
  expect(hand.taps).toBe(12)
  await expect.poll(() => page.getByRole('checkbox', { name: /Amina Yusuf/ }).count()).toBe(0)
  await button(page, 'Release 10 payouts, ₦30,000.00').waitFor({ state: 'detached' })
})
