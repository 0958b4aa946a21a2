/** The limits of paying out in the settings: one proposes others, an administrator confirms them, and the public page shows them. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { toast } from '../support/account-page.ts'
import { violations, violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { sitePayouts, type SitePayouts } from '../support/paying-out-site.ts'
import { useSite } from '../support/site.ts'
import { storeSession } from '../support/signing-in.ts'

const open = useBrowser()
const site = useSite()
let payouts: SitePayouts
beforeAll(async () => {
  payouts = await sitePayouts(site)
})

async function openAs(who: 0 | 1) {
  const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
  await storeSession(page, payouts.sessions[who])
  await page.goto(`${site.url}/admin/payouts/limits`)
  return page
}

test('one proposes other limits, another confirms them, and /transparency says so', async () => {
  const halima = await openAs(0)
  await halima.getByRole('button', { name: 'Propose other limits' }).click()
  const dialog = halima.getByRole('dialog', { name: 'Propose other limits' })
  await dialog.getByLabel('Three people, for awards above').fill('40,000')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await dialog.getByText('Enter at least the amount above which the second step is needed.').waitFor()
  await dialog.getByText('Enter a reason.').waitFor()
  expect(await violations(halima)).toEqual([])
  await dialog.getByLabel('Three people, for awards above').fill('300,000')
  await dialog.getByLabel('Why').fill('The board wants three people sooner.')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await toast(halima, 'Limits proposed').waitFor()
  await halima.getByText('From ₦500,000.00 to ₦300,000.00').waitFor()
  expect(await halima.getByRole('button', { name: 'Confirm the decision on Limits of paying out' }).count()).toBe(0)

  const { id } = z.object({ id: z.uuid() }).parse(payouts.sessions[1].user)
  const amr = JSON.stringify([{ method: 'totp', timestamp: Math.floor(Date.now() / 1000) }])
  await site.database.db.execute(sql`update sessions set amr = ${amr}::jsonb || amr where user_id = ${id}::uuid`)
  const musa = await openAs(1)
  await musa.getByRole('button', { name: 'Confirm the decision on Limits of paying out' }).click()
  await musa.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await toast(musa, 'Decision recorded').waitFor()
  await musa.getByText('Changes so far').click()
  await musa.getByText('The board wants three people sooner.').waitFor()
  expect(await violationsInEachTheme(musa)).toEqual([])
  expect(await musa.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await musa.goto(`${site.url}/transparency#approves`)
  await musa.getByText('An award of more than ₦300,000.00 needs three people.').waitFor()
  await musa.getByText(/^Two people set these amounts on /).waitFor()
})
