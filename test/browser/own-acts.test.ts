/** An applicant corrects a request on a phone, adds papers to it and asks for a call; a reviewer who has it open is told. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { brokenWords, setTextSize } from '../support/adapting.ts'
import { choose, paper } from '../support/asking-page.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser, waitUntilRunning } from '../support/browser.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { routeOnce } from '../support/routing.ts'
import { PASSWORD, storeSession, type StoredSession } from '../support/signing-in.ts'
import { arrange, useSite } from '../support/site.ts'

// The correction from another device is refused once, which the browser logs as an error.
const open = useBrowser([/status of 409/])
const site = useSite()
let administrator: StoredSession
arrange(site, async () => {
  administrator = await administratorSession(site.url)
})

async function openAs(session: StoredSession, path: string, viewport = { width: 360, height: 900 }): Promise<Page> {
  const page = await open('about:blank', { viewport })
  await storeSession(page, session)
  await page.goto(site.url + path)
  return page
}

test('a correction, papers and a call reach whoever decides, and nothing typed is lost', async () => {
  const { id, session } = await askForAid(site.url, 'amina@mail.example', { name: 'Amina Yusuf' })
  const review = await openAs(administrator, `/admin/applications/${id}`, { width: 1366, height: 900 })
  await review.getByRole('heading', { name: 'Amina Yusuf' }).first().waitFor()
  const page = await openAs(session, '/beneficiary/dashboard')
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Correct it' }).click()
  await dialog.getByLabel('Amount requested').fill('much')
  await dialog.getByRole('button', { name: 'Save the correction' }).click()
  await dialog.getByText('Enter the amount in digits', { exact: false }).waitFor()
  await dialog.getByLabel('Amount requested').fill('90k')
  expect(await violationsInEachTheme(page)).toEqual([])
  // Meanwhile, on another device.
  const other = { description: 'Fees of one term.', amount_requested: null, location: 'Kano', expected_corrections: 0 }
  const sent = await fetch(`${site.url}/api/applications/${id}/correction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(other),
  })
  expect(sent.status).toBe(200)
  await dialog.getByRole('button', { name: 'Save the correction' }).click()
  await dialog.getByText('Fees of one term.').waitFor()
  expect(await dialog.getByLabel('Amount requested').inputValue()).toBe('90k')
  await dialog.getByRole('button', { name: 'Save the correction' }).click()
  await page.getByText('Your request is corrected', { exact: true }).waitFor()
  await page.getByText('₦90,000.00', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Add papers' }).click()
  await dialog.getByRole('button', { name: 'Send these papers' }).click()
  await dialog.getByText('Add a document first.').waitFor()
  await choose(page, paper('bill.pdf'))
  await dialog.getByRole('button', { name: 'Send these papers' }).click()
  await page.getByText('Your papers are with your request', { exact: true }).waitFor()
  await page.getByText('added later', { exact: false }).waitFor()

  await page.getByRole('button', { name: 'Ask for a call' }).click()
  expect(await violationsInEachTheme(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Ask for the call' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^We call \+234/).waitFor()
  await page.getByRole('button', { name: 'Cancel the call' }).click()
  await dialog.getByRole('button', { name: 'Cancel the call' }).click()
  await page.getByText('The call is canceled', { exact: true }).waitFor()
  await page.getByText('You canceled the call', { exact: true }).waitFor()
  expect(await page.getByText(/^We call \+234|^Called on /).count()).toBe(0)
  await page.getByRole('button', { name: 'Ask for a call' }).click()
  await dialog.getByRole('button', { name: 'Ask for the call' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^We call \+234/).waitFor()
  expect(await page.getByRole('button', { name: 'Ask for a call' }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await violationsInEachTheme(page)).toEqual([])

  await review.getByRole('button', { name: 'Reject', exact: true }).click()
  await review.getByText('This request has just changed').waitFor()
  await review.getByText('Amount: none, corrected to ₦90,000.00').waitFor()
  await review.getByText('The applicant added papers', { exact: true }).waitFor()
  const calls = await openAs(administrator, '/admin/calls')
  const link = calls.getByRole('list', { name: 'About their request' }).getByRole('link', { name: 'Amina Yusuf' })
  await link.click()
  await calls.getByRole('radio', { name: 'They answered' }).check()
  expect(await violationsInEachTheme(calls)).toEqual([])
  await calls.setViewportSize({ width: 1366, height: 900 })
  await calls.getByRole('link', { name: 'Calls 1 asked for', exact: true }).waitFor()
  await calls.getByRole('button', { name: 'Save the call' }).click()
  await calls.getByText('No one to call', { exact: true }).waitFor()
  await calls.getByRole('link', { name: 'Calls', exact: true }).waitFor()
  await page.reload()
  await page.getByText(/Called on /).waitFor()
})

test('an act stays on the page, also where the request that was asked for after an earlier act is answered later', async () => {
  const { session } = await askForAid(site.url, 'two.acts@mail.example', { name: 'Amina Yusuf' })
  const page = await openAs(session, '/beneficiary/dashboard')
  const dialog = page.getByRole('dialog')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.getByRole('button', { name: 'Ask for a call' }).click()
  await routeOnce(page, /\/api\/applications\/[\da-f-]{36}(?:\?|$)/, async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
    answer()
  })
  await dialog.getByRole('button', { name: 'Ask for the call' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Correct it' }).click()
  await dialog.getByLabel('Amount requested').fill('90k')
  await dialog.getByRole('button', { name: 'Save the correction' }).click()
  const amount = page.getByText('₦90,000.00', { exact: true })
  await amount.waitFor()
  release()
  await answered
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  expect(await amount.count()).toBe(1)
})

test('a phone shows whole words in the dialog of papers, also with large text', async () => {
  const { session } = await askForAid(site.url, 'whole.words@mail.example', { name: 'Bala Musa' })
  const page = await openAs(session, '/beneficiary/dashboard')
  await page.getByRole('button', { name: 'Add papers' }).click()
  expect(await brokenWords(page, 'dialog h2, dialog summary *')).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await setTextSize(page, 32)
  expect(await brokenWords(page, 'dialog h2')).toEqual([])
  await setTextSize(page, 16)
})

test('a correction stays in its dialog until it is answered, whatever is pressed', async () => {
  const { session } = await askForAid(site.url, 'bala@mail.example', { name: 'Bala Musa' })
  const page = await openAs(session, '/beneficiary/dashboard')
  await page.getByRole('button', { name: 'Correct it' }).click()
  const dialog = page.getByRole('dialog')
  const text = dialog.locator('textarea').first()
  await text.fill('The fees of two terms, and books.')
  const { promise: pressed, resolve } = Promise.withResolvers<void>()
  await routeOnce(page, '**/correction', async (route) => {
    await pressed
    await route.fulfill({ status: 409, contentType: 'application/problem+json', json: { code: 'already_decided' } })
  })
  await dialog.locator('[type=submit]').click()
  await dialog.locator('[aria-busy=true]').waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await page.keyboard.press('Escape')
  resolve()
  await dialog.locator('[type=submit]:not([aria-busy])').waitFor()
  expect(await text.inputValue()).toBe('The fees of two terms, and books.')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.waitFor({ state: 'detached' })
})

interface Asked {
  readonly path: string
  readonly open: string
  readonly api: string
  readonly type?: (dialog: Locator) => Promise<void>
  readonly send: string
  readonly back: string
}
const ASKED: readonly Asked[] = [
  {
    path: '/beneficiary/dashboard',
    open: 'Ask for a call',
    api: '**/call',
    send: 'Ask for the call',
    back: 'Back',
  },
  {
    path: '/beneficiary/dashboard',
    open: 'Withdraw this request',
    api: '**/withdrawal',
    send: 'Withdraw it',
    back: 'Keep my request',
  },
  {
    path: '/account?section=data',
    open: 'Close my account',
    api: '**/api/account/closure',
    async type(dialog) {
      await dialog.getByLabel('Your password').fill(PASSWORD)
      await dialog.getByLabel('I understand that this cannot be undone').check()
    },
    send: 'Close my account permanently',
    back: 'Keep it',
  },
  {
    path: '/wallet',
    open: 'Top Up',
    api: '**/api/wallet/top-ups',
    type: (dialog) => dialog.getByLabel('Amount (NGN)').fill('500'),
    send: 'Pay Now',
    back: 'Cancel',
  },
]

test.each(ASKED)('$open: the dialog stays until it is answered, whatever is pressed', async (of) => {
  const email = `${of.back.toLowerCase().replaceAll(' ', '-')}@mail.example`
  const { session } = await askForAid(site.url, email, { name: 'Bala Musa' })
  const page = await openAs(session, of.path)
  const dialog = page.getByRole('dialog')
  await waitUntilRunning(page)
  await page.getByRole('button', { name: of.open, exact: true }).click()
  await of.type?.(dialog)
  const { promise: pressed, resolve } = Promise.withResolvers<void>()
  await routeOnce(page, of.api, async (route) => {
    await pressed
    await route.fulfill({ status: 409, contentType: 'application/problem+json', json: { code: 'already_decided' } })
  })
  await dialog.getByRole('button', { name: of.send, exact: true }).click()
  await dialog.locator('[aria-busy=true]').waitFor()
  await dialog.getByRole('button', { name: of.back, exact: true }).click()
  // Presses once: a second press leaves the site.
  await page.keyboard.press('Escape')
  expect(await dialog.locator('[aria-busy=true]').count()).toBe(1)
  resolve()
  await dialog.locator('[aria-busy=true]').waitFor({ state: 'detached' })
})
