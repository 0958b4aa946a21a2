/** Staff dialogs keep their text while it is sent, whatever is pressed, and after a refusal. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { applicant } from '../support/applicant.ts'
import { useBrowser } from '../support/browser.ts'
import { sitePayouts, type SitePayouts } from '../support/paying-out-site.ts'
import { openPayout } from '../support/payout-pages.ts'
import { routeOnce } from '../support/routing.ts'
import { PASSWORD, storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser([/status of 4\d\d/])
const site = useSite()
let payouts: SitePayouts
beforeAll(async () => {
  payouts = await sitePayouts(site)
})

async function openAs(who: 0 | 1, path: string): Promise<Page> {
  const page = await open('about:blank')
  await storeSession(page, payouts.sessions[who])
  await page.goto(site.url + path)
  return page
}

const refusal = (status: number, code: string) => ({ status, contentType: 'application/problem+json', json: { code } })

interface Case {
  readonly path: string
  /** The button that opens it, and its title. */
  readonly name: string
  readonly api: string
  readonly type: (dialog: Locator) => Promise<void>
  readonly send: string
  readonly typed: (dialog: Locator) => Locator
}

const CASES: readonly Case[] = [
  {
    path: '/admin/team',
    name: 'Give roles to another account',
    api: '**/api/admin/role-changes',
    async type(dialog) {
      await dialog.getByLabel('Email').fill('ladi@mail.example')
      await dialog.getByLabel('Reviewer').check()
      await dialog.getByLabel('Reason').fill('She reviews with us.')
    },
    send: 'Propose',
    typed: (dialog) => dialog.getByLabel('Reason'),
  },
  {
    path: '/admin/payouts/accounts',
    name: 'Add a vendor',
    api: '**/api/admin/payees',
    async type(dialog) {
      await dialog.getByLabel('Kind').selectOption({ index: 1 })
      await dialog.getByLabel('Name').fill('Sunrise School')
      await dialog.getByLabel('Bank').selectOption({ index: 1 })
      await dialog.getByLabel('Account number').fill('0123456785')
      await dialog.getByRole('button', { name: 'Ask the bank for the name' }).click()
    },
    send: 'Propose',
    typed: (dialog) => dialog.getByLabel('Name'),
  },
]

test.each(CASES)('$name: neither Escape nor Cancel loses what is being sent', async (of) => {
  const page = await openAs(0, of.path)
  const { promise: pressed, resolve } = Promise.withResolvers<void>()
  await routeOnce(page, of.api, async (route) => {
    await pressed
    await route.fulfill(refusal(409, 'already_decided'))
  })
  await page.getByRole('button', { name: of.name }).click()
  const dialog = page.getByRole('dialog', { name: of.name })
  await of.type(dialog)
  await dialog.getByRole('button', { name: of.send, exact: true }).click()
  const sending = dialog.locator('[aria-busy=true]')
  await sending.waitFor()
  await sending.locator('xpath=following-sibling::button').click()
  for (const _ of [1, 2]) await page.keyboard.press('Escape')
  resolve()
  await page.locator('.toast-destructive').waitFor()
  expect(await of.typed(dialog).inputValue()).not.toBe('')
})

test('a release that asks who it is asks in its dialog, which Escape closes', async () => {
  await payouts.fill(50_000)
  const amina = await applicant(site, 'amina@mail.example')
  const id = await amina.ask()
  const award = await payouts.grant(id, 20_000)
  await payouts.act(`/awards/${award}/payouts`, { kind: 'manual_bank', amount: 20_000 })
  const page = await openAs(1, '/admin/payouts')
  await openPayout(page, site.url, 'Transfer from our bank, ₦20,000.00')
  const dialog = page.getByRole('dialog')
  const press = async () => {
    await routeOnce(page, '**/release', (route) => route.fulfill(refusal(403, 'reauthentication_needed')))
    await page.getByRole('button', { name: /^Release Transfer/ }).click()
    await dialog.getByRole('button', { name: 'Release', exact: true }).click()
    await dialog.getByLabel('Your password').waitFor()
  }
  await press()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await press()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByLabel('Your password').press('Enter')
  await toast(page, 'Payout released').waitFor()
  expect(await dialog.count()).toBe(0)
})

test('accounts that could not be loaded are named beside the choice of one, and come with the next try', async () => {
  await payouts.fill(50_000)
  const id = await (await applicant(site, 'hauwa@mail.example')).ask()
  await payouts.grant(id, 20_000)
  const page = await openAs(1, `/admin/applications/${id}`)
  await routeOnce(page, /\/api\/admin\/payees/, (route) => route.fulfill(refusal(404, 'not_found')))
  await page.getByRole('button', { name: 'Propose a payout' }).click()
  const missing = page.getByRole('dialog').getByText('The bank accounts could not be loaded')
  await missing.waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await missing.waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').getByLabel('To which account').isVisible()).toBe(true)
})
