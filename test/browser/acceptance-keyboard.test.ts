/** The ten acceptance tasks of the workbench (docs/acceptance.md), by keyboard alone: nothing is ever clicked. Tasks 5 to 8 are left to the night. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { onlyRow } from '../../server/platform/db/db.ts'
import {
  askTwentyTimes,
  askUrgently,
  halimaAndBola,
  keyboardOf,
  namesInQueue,
  newEmail,
  newName,
  newPhone,
  photo,
  proposeTenPayments,
  timed,
  withoutPointer,
} from '../support/acceptance.ts'
import { toast } from '../support/account-page.ts'
import { useBrowser } from '../support/browser.ts'
import { isNightly } from '../support/nightly.ts'
import type { SitePayouts } from '../support/paying-out-site.ts'
import { askForAid, comeBack, composer } from '../support/reviewing-page.ts'
import { PASSWORD, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

// Taking what a colleague has is refused on purpose, which the browser logs as an error.
const open = useBrowser([/status of 409/])
const site = useSite()
const WithEmail = z.object({ user: z.object({ email: z.string() }) })
let staff: SitePayouts
/** The first due first; each test decides about one of them, or about none. Enough for tests that are tried again. */
const CASES = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth'].map(
  (place) => `${place} Ade`,
)
beforeAll(async () => {
  staff = await halimaAndBola(site)
  await askUrgently(site, CASES)
})

async function openAs(who: 0 | 1, path: string): Promise<{ page: Page; hands: ReturnType<typeof keyboardOf> }> {
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 } })
  await withoutPointer(page)
  await storeSession(page, staff.sessions[who])
  await page.goto(site.url + path)
  return { page, hands: keyboardOf(page) }
}

/** The review of the first request that is due, and whose is due after it. */
async function openFirst(who: 0 | 1 = 0) {
  const [first = '', next = ''] = await namesInQueue(site, staff.sessions[who])
  const opened = await openAs(who, '/admin')
  await opened.page.getByRole('rowheader').first().waitFor()
  await opened.page.keyboard.press('n')
  await heading(opened.page, first).waitFor()
  await opened.page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  return { ...opened, first, next }
}

const Decided = z.object({ status: z.string(), reason: z.string().nullable() })
/** How the request of this person stands. */
const decided = (name: string) =>
  onlyRow(
    site.database.db,
    sql`select status, reason_code as reason from aid_applications
          join profiles on profiles.id = beneficiary_id where full_name = ${name}`,
    Decided,
  )

const heading = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(name) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const templates = (page: Page) => composer(page).getByRole('group', { name: 'Templates' }).getByRole('button')

test('4: from signing in to the first request by one key', async () => {
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 } })
  await withoutPointer(page)
  await page.goto(`${site.url}/admin`)
  const hands = keyboardOf(page)
  const [first = ''] = await namesInQueue(site, staff.sessions[0])
  await hands.tabTo(page.getByLabel('Email', { exact: true }))
  // The requests that she takes stay hers for five minutes, also in the tests that follow.
  await hands.type(WithEmail.parse(staff.sessions[0]).user.email)
  await hands.tabTo(page.getByLabel('Password', { exact: true }))
  await hands.type(PASSWORD)
  await page.keyboard.press('Enter')
  await timed('4, from the queue to the first request', 2, async () => {
    await page.getByRole('rowheader').first().waitFor()
    await hands.press('n')
    await heading(page, first).waitFor()
  })
  expect(hands.keys).toBe(1)
})

test('1: a, Enter approves and opens the next, and nothing is scrolled', async () => {
  const { page, hands, first, next } = await openFirst()
  await page.evaluate(() => addEventListener('scroll', () => console.error('the page scrolled'), true))
  await timed('1, approve and go on', 5, async () => {
    await hands.press('a')
    await page.getByRole('button', { name: 'Approve and next' }).and(page.locator(':focus')).waitFor()
    // No single key decides.
    expect(await decided(first)).toEqual({ status: 'pending', reason: null })
    await hands.press('Enter')
    await heading(page, next).waitFor()
  })
  expect(hands.keys).toBe(2)
  expect(await decided(first)).toEqual({ status: 'approved', reason: null })
  await page.getByText(/^T-\d+-\d{4}-\d: Request approved/).waitFor()
})

test('2: r, 2, Ctrl Enter rejects by a template', async () => {
  const { page, hands, first, next } = await openFirst()
  await timed('2, reject by a template', 5, async () => {
    await hands.press('r')
    await templates(page).nth(1).waitFor()
    await hands.press('2')
    expect(await decided(first)).toEqual({ status: 'pending', reason: null })
    await hands.press('Control+Enter')
    await heading(page, next).waitFor()
  })
  expect(hands.keys).toBe(3)
  expect(await decided(first)).toEqual({ status: 'rejected', reason: 'papers_differ' })
  await page.getByText(/^T-\d+-\d{4}-\d: Request rejected/).waitFor()
})

test('3: p, 1, Ctrl Enter asks for papers', async () => {
  const { page, hands, next } = await openFirst()
  await timed('3, ask for papers', 5, async () => {
    await hands.press('p')
    await templates(page).first().waitFor()
    await hands.press('1')
    expect(await composer(page).getByRole('textbox').inputValue()).not.toBe('')
    await hands.press('Control+Enter')
    await heading(page, next).waitFor()
  })
  expect(hands.keys).toBe(3)
  await page.getByText(/^T-\d+-\d{4}-\d: /).waitFor()
})

test.runIf(isNightly)('5: a caller is found by /, their number and Enter', async () => {
  const [name, phone] = [newName('Ruth'), newPhone()]
  await askForAid(site.url, newEmail(), { name, phone })
  const { page, hands } = await openAs(0, '/admin')
  await page.getByRole('rowheader').first().waitFor()
  await timed('5, find a caller', 5, async () => {
    await hands.press('/')
    await hands.type(phone)
    await hands.press('Enter')
    await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual([name])
  })
  expect(hands.keys).toBe(2)
})

test.runIf(isNightly)('6: z, 2 lets the row wait until Monday, and the keyboard is on the row again', async () => {
  const name = newName('Monday')
  await askForAid(site.url, newEmail(), { name })
  const { page, hands } = await openAs(0, `/admin/applications?view=all&search=${encodeURIComponent(name)}`)
  await page.getByRole('rowheader').first().waitFor()
  await page.keyboard.press('j')
  await timed('6, wait until Monday', 5, async () => {
    await hands.press('z')
    await button(page, 'Until tomorrow').and(page.locator(':focus')).waitFor()
    await hands.press('2')
    await page.getByText(/^Waits until/).waitFor()
  })
  expect(hands.keys).toBe(2)
  await page.getByRole('link', { name }).and(page.locator(':focus')).waitFor()
})

test.runIf(isNightly)('7: twenty requests are handed to Halima after a dry run', async () => {
  const name = await askTwentyTimes(site)
  const { page, hands } = await openAs(1, `/admin/applications?view=all&search=${encodeURIComponent(name)}`)
  await page.getByText('20 results').waitFor()
  await timed('7, hand 20 to a colleague', 15, async () => {
    await hands.press('j', 'x', ...Array.from({ length: 19 }, () => 'j'), 'Shift+X')
    await page.getByText('20 requests selected').waitFor()
    await hands.press('i')
    await hands.tabTo(page.getByRole('dialog').getByLabel('Assign to'))
    await hands.type('Hal')
    await hands.tabTo(button(page, 'Assign').and(page.locator('dialog *')))
    await hands.press('Enter')
    await page.getByText('20 requests will change.').waitFor()
    await hands.tabTo(button(page, 'Change 20 requests'))
    await hands.press('Enter')
    await page.getByText('20 requests assigned.').waitFor()
  })
  await expect.poll(() => page.locator('.queue-owner').filter({ hasText: 'Halima Musa' }).count()).toBe(20)
})

test.runIf(isNightly)('8: two decide about one request: the second is told, and keeps every word', async () => {
  const { page: first, hands } = await openFirst(0)
  const { page: second, hands: others } = await openAs(1, new URL(first.url()).pathname)
  await button(second, 'Take over').waitFor()
  await others.tabTo(button(second, 'Take over'))
  await others.press('Enter')
  await button(second, 'Approve').waitFor()
  await others.press('r')
  await templates(second).first().waitFor()
  await others.tabTo(second.getByLabel('Reason'))
  await others.type('The bill is for another school.')

  await comeBack(first)
  await hands.tabTo(button(first, 'Take over'))
  await hands.press('Enter')
  await button(first, 'Approve').waitFor()
  await hands.press('a')
  await button(first, 'Approve and next').and(first.locator(':focus')).waitFor()
  await hands.press('Enter')
  await toast(first, 'Request approved').waitFor()
  await timed('8, the second is told', 2, async () => {
    await comeBack(second)
    await second.getByText(/^Approved · Halima Musa/).waitFor()
  })
  expect(await second.getByLabel('Reason').inputValue()).toBe('The bill is for another school.')
})

test('9: a walk-in with a photographed paper; who is known already is seen first', async () => {
  const [known, phone] = [newName('Ladi'), newPhone()]
  await askForAid(site.url, newEmail(), { name: known, phone })
  const { page, hands } = await openAs(0, '/admin')
  await page.getByRole('rowheader').first().waitFor()
  const paper = await photo()
  const fill = async (label: string, text: string) => {
    await hands.tabTo(page.getByLabel(label).first())
    await hands.type(text)
  }
  await timed('9, enter a walk-in', 120, async () => {
    await hands.press('c')
    await fill('Telephone number or name', phone)
    await hands.press('Enter')
    await page.getByText('1 person found').waitFor()
    await hands.tabTo(button(page, 'Enter someone new'))
    await hands.press('Enter')
    await fill('Full name', 'Hauwa Bello')
    await fill('Address', 'The blue gate behind the market, Kano')
    await fill('Aid type', 'Food')
    await fill('Amount requested', '12k')
    await fill('Description', 'Rice and oil for six people until the harvest.')
    // Chromium needs a moment before it tells of choosers.
    const choosing = page.waitForEvent('filechooser')
    await hands.tabTo(button(page, 'Choose files'))
    await hands.press('Enter')
    await (await choosing).setFiles(paper)
    await page.getByLabel('Name of document 1').waitFor()
    await hands.tabTo(page.getByRole('radio').first())
    await hands.press('Space')
    await hands.tabTo(page.getByLabel('They agree'))
    await hands.press('Space')
    await hands.press('Enter')
    await page.getByRole('heading', { name: 'The request is entered' }).waitFor()
  })
  expect(await page.getByRole('region', { name: /^T-\d+-\d{4}-\d$/ }).textContent()).toContain('Hauwa Bello')
})

test('10: a second person reads ten payments with names and total, and releases them', async () => {
  await proposeTenPayments(site, staff)
  const { page, hands } = await openAs(1, '/admin')
  await page.getByRole('rowheader').first().waitFor()
  await timed('10, release ten payments', 60, async () => {
    await hands.press('g', 'p')
    const boxes = page.getByRole('checkbox', { name: /Amina Yusuf/ })
    await expect.poll(() => boxes.count()).toBe(10)
    // Nothing is ticked at first: each tick is the second look.
    for (const box of await boxes.all()) {
      await hands.tabTo(box)
      await hands.press('Space')
    }
    await hands.tabTo(button(page, 'Release 10 payouts, ₦30,000.00'))
    await hands.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Release 10 payouts, ₦30,000.00 in all?' })
    await dialog
      .getByText(/^Transfer from our bank, ₦5,000.00 for Amina Yusuf/)
      .first()
      .waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(10)
    await hands.tabTo(dialog.getByRole('button', { name: 'Release', exact: true }))
    await hands.press('Enter')
    await toast(page, '10 payouts released').waitFor()
  })
  await expect.poll(() => page.getByRole('checkbox', { name: /Amina Yusuf/ }).count()).toBe(0)
  await button(page, 'Release 10 payouts, ₦30,000.00').waitFor({ state: 'detached' })
})
