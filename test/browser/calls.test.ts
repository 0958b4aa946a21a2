/** Calls: who rings back is found, the script is beside the list, and a call without an answer is seen by the next caller. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { applicant as applicantOf } from '../support/applicant.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { newAdministrator, sitePayouts } from '../support/paying-out-site.ts'
import { PASSWORD, signIn, storeSession } from '../support/signing-in.ts'
import { arrange, useSite } from '../support/site.ts'

const open = useBrowser()
const site = useSite()
let slip: string
arrange(site, async () => {
  const payouts = await sitePayouts(site)
  await payouts.fill(100_000)
  const amina = await applicantOf(site, 'amina.calls@mail.example')
  const request = await amina.ask()
  const award = await payouts.grant(request, 20_000)
  const id = await payouts.release(award, 20_000, { kind: 'voucher', item: 'A voucher of the bookshop' })
  await payouts.handOver(id, 20_000)
  slip = (await payouts.slipOf(amina, request)).number
  const { db } = site.database
  await db.execute(sql`alter table disbursements disable trigger user`)
  await db.execute(sql`update disbursements set sent_at = sent_at - interval '8 days' where slip = ${slip}`)
  await db.execute(sql`alter table disbursements enable trigger user`)
})

async function openCalls(viewport: { width: number; height: number }, path = '/admin/calls'): Promise<Page> {
  const page = await open('about:blank', { viewport })
  const email = `kemi.${crypto.randomUUID()}@mail.example`
  const { user } = await newAdministrator(site, email)
  await site.database.db.execute(sql`update profiles set staff_roles = '{caller}' where user_id = ${user.id}::uuid`)
  await storeSession(page, await signIn(site.url, { email, password: PASSWORD }))
  await page.goto(site.url + path)
  return page
}
const call = (page: Page) => page.getByRole('region', { name: 'Call' })

test('the page fits a phone: what is open takes the place of the list, and Back closes it', async () => {
  const page = await openCalls({ width: 360, height: 740 })
  await page
    .getByText('No one to call')
    .or(page.getByRole('list', { name: 'People to call' }))
    .waitFor()
  const link = page.getByRole('list', { name: 'People to call' }).getByRole('link')
  await link.click()
  await call(page).getByText('Say this').waitFor()
  expect(await link.isVisible()).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await violationsInEachTheme(page)).toEqual([])
  await page.goBack()
  await link.waitFor()
})

test('a caller finds who rings back by name, tries, and records the answer beside the list', async () => {
  const page = await openCalls({ width: 1280, height: 800 })
  await page.getByText('Not called yet').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(slip.toLowerCase())
  await page.getByRole('option').filter({ hasText: slip }).waitFor()
  // A page that a caller may not see is not offered.
  expect(await page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/admin/calls?search=${slip}`)

  await page.getByRole('list', { name: 'People to call' }).getByRole('link').click()
  await call(page).getByText('Say this').waitFor()
  const list = await page.getByRole('list', { name: 'People to call' }).boundingBox()
  const beside = await call(page).boundingBox()
  expect((beside?.x ?? 0) - ((list?.x ?? 0) + (list?.width ?? 0))).toBeGreaterThan(0)
  expect(await violationsInEachTheme(page)).toEqual([])
  await call(page).getByRole('button', { name: 'No answer', exact: true }).click()
  await page.getByText('Call recorded', { exact: true }).waitFor()
  await page
    .getByRole('list', { name: 'People to call' })
    .getByText(/^No answer, /)
    .waitFor()

  await call(page).getByLabel('How they told you').selectOption('By telephone')
  await call(page).getByLabel('Their answer').selectOption('They received all of it')
  await call(page).getByRole('button', { name: 'Record', exact: true }).click()
  await page.getByText('No matches').waitFor()
})
