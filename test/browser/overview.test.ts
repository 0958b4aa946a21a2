/** The month on the overview, the chart of gifts with one very large day, and the page for staff. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { STAFF_ROLES } from '../../contract/platform/staff-roles.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { expectFits } from '../support/fitting.ts'
import { newAdministrator, sitePayouts } from '../support/paying-out-site.ts'
import { PASSWORD, signIn, storeSession } from '../support/signing-in.ts'
import { arrange, useSite } from '../support/site.ts'

const open = useBrowser()
const site = useSite()
let email: string
arrange(site, async () => {
  const payouts = await sitePayouts(site)
  await payouts.fill(2000)
  await payouts.fill(3000)
  await payouts.fill(400_000, 'food')
  const { db } = site.database
  await db.execute(sql`alter table donations disable trigger user`)
  await db.execute(
    sql`update donations set paid_at = paid_at - amount::int % 7 * interval '1 day' - interval '1 day' where amount < 1000000`,
  )
  await db.execute(sql`alter table donations enable trigger user`)
  email = `kemi.${crypto.randomUUID()}@mail.example`
  await newAdministrator(site, email)
})

async function openAs(roles: readonly string[], path: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
  await site.database.db.execute(
    sql`update profiles set staff_roles = ${`{${roles.join(',')}}`}::text[] where user_id = (select id from users where email = ${email})`,
  )
  const page = await open('about:blank', { viewport })
  await storeSession(page, await signIn(site.url, { email, password: PASSWORD }))
  await page.goto(site.url + path)
  return page
}

test('what is not known in a month is a dash with its reason, and the month before and its paper have only the month', async () => {
  const page = await openAs(['administrator'], '/admin/overview')
  await page.getByText('Not known: no request was decided in this month.').waitFor()
  await page.getByText('Not known: nothing was handed over in this month.').waitFor()
  expect(await page.getByText('–', { exact: true }).count()).toBeGreaterThan(3)
  expect(await page.getByText('0 hours').or(page.getByText('0 %')).count()).toBe(0)
  expect(
    await page.getByRole('row').filter({ hasText: 'Food Program' }).filter({ hasText: '₦400,000.00' }).count(),
  ).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByTitle('No real money moves here.').filter({ visible: true }).count()).toBe(1)
  expect(await page.getByRole('heading', { name: /in figures$/ }).isVisible()).toBe(true)
  expect(await page.getByText('Gifts in the last 30 days').isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Print this month' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('navigation', { name: 'Other months' }).getByRole('link').first().click()
  await page.waitForURL(/month=\d{4}-\d\d$/)
  await expect.poll(() => page.getByRole('navigation', { name: 'Other months' }).getByRole('link').count()).toBe(2)
  expect(await violationsInEachTheme(page)).toEqual([])
})

test('one very large day does not flatten the others: its bar is cut off, and its amount is named', async () => {
  const page = await openAs(['auditor'], '/admin/overview')
  await page.getByText(/^Bars end at ₦.*Taller, and cut off: ₦400,000\.00 on /).waitFor()
  const heights = await page
    .locator('.report-chart rect')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))))
  const given = heights.filter((height) => height > 0).toSorted((a, b) => a - b)
  expect(given.length).toBeGreaterThan(1)
  expect((given[0] ?? 0) / (given.at(-1) ?? 1)).toBeGreaterThan(0.1)
  expect(await page.locator('.report-cut').count()).toBe(1)
})

test.each(STAFF_ROLES)(
  'the page for staff opens from the workbench for a %s, with their own work first',
  async (role) => {
    const page = await openAs([role], '/admin/calls')
    await page.locator('.staff-rail summary').click()
    await page.getByRole('link', { name: 'How we work' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'How we work' }).waitFor()
    await page.getByRole('heading', { name: /^Your role: / }).waitFor()
    for (const part of ['In a day', 'In a month', 'In trouble'])
      expect(await page.getByRole('heading', { name: part }).first().isVisible()).toBe(true)
    expect(
      await page
        .locator('details summary')
        .filter({ hasNotText: /More|Menu/ })
        .count(),
    ).toBe(STAFF_ROLES.length - 1)
  },
)

test('the page for staff is clean and fits at every width', async () => {
  const page = await openAs(['administrator', 'reviewer'], '/admin/guide')
  await page.getByRole('heading', { name: 'Your role: Reviewer' }).waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  await expectFits(page, async () => {})
})
