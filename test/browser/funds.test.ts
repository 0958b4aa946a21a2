/** A fund beside the spec's six: proposed on its page, and a choice for donors once a second person has confirmed it. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useBrowser } from '../support/browser.ts'
import { fillFund, newAdministrator } from '../support/paying-out-site.ts'
import { storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'
import { callAs, payAt } from '../support/wallet-page.ts'

const open = useBrowser()
const site = useSite()
const Proposed = z.looseObject({ proposal: z.looseObject({ id: z.string() }) })

async function confirmLast(of: 'funds' | 'fund-moves' = 'funds'): Promise<void> {
  const musa = await newAdministrator(site, `musa.${crypto.randomUUID()}@mail.example`)
  const now = Math.floor(Date.now() / 1000)
  await site.database.db.execute(
    sql`update sessions set amr = ${JSON.stringify([{ method: 'totp', timestamp: now }])}::jsonb || amr
         where user_id = ${musa.user.id}::uuid`,
  )
  const { proposal } = Proposed.parse(await callAs(musa, 'GET', `${site.url}/api/admin/${of}`))
  const decided = await callAs(musa, 'POST', `${site.url}/api/admin/decisions/${proposal.id}/confirmation`)
  expect(decided).toMatchObject({ state: 'confirmed' })
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Clean Water')
  await page.getByLabel('Key', { exact: true }).fill('water')
  await page.getByLabel('What it is for').fill('Digs and repairs wells.')
  await page.getByLabel('Icon').selectOption('globe')
  await page.getByLabel('Shelter', { exact: true }).check()
  await page.getByLabel('What amounts pay for').fill('1,000 water for a family for a week\n5000 a bag of cement')
  await page.getByLabel('Why').fill('The board agreed.')
}

const Received = z.object({ funds: z.array(z.looseObject({ fund: z.string(), received: z.number() })) })
async function received(key: string): Promise<number | undefined> {
  const { funds } = Received.parse(await (await fetch(`${site.url}/api/funds`)).json())
  return funds.find(({ fund }) => fund === key)?.received
}

/** Without script, nothing but the page says which funds there are. */
async function plainDonatePage() {
  const page = await open('about:blank', { viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
  const offered = async () => {
    await page.goto(`${site.url}/donate`)
    return page.getByLabel('Choose a fund').locator('option').allInnerTexts()
  }
  return { page, offered }
}

/**
 * Chooses a fund before the server has answered about that of a link, which was opened after the page was made. Until then nothing is
 * given: it would go to the general fund.
 */
async function expectChoiceKept(page: Page, before: Response): Promise<void> {
  const headers = Object.fromEntries(
    ['content-type', 'content-security-policy'].map((name) => [name, before.headers.get(name) ?? '']),
  )
  const body = await before.text()
  await page.route(`${site.url}/donate?fund=water`, (route) => route.fulfill({ headers, body }))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const calls = { asked: 0, answered: 0 }
  await page.route('**/api/funds', async (route) => {
    calls.asked += 1
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
    calls.answered += 1
  })
  await page.goto(`${site.url}/donate?fund=water`)
  await expect.poll(() => calls.asked).toBe(2)
  const fund = page.getByLabel('Choose a fund')
  await page.getByLabel('Or another amount').fill('2500')
  const give = page.getByRole('button', { name: 'Donate ₦2,500.00 Anonymously' })
  await give.waitFor()
  expect(await give.isEnabled()).toBe(false)
  await fund.selectOption({ label: 'Food Program' })
  expect(await give.isEnabled()).toBe(true)
  release()
  await expect.poll(() => calls.answered).toBe(2)
  await fund.locator('option', { hasText: 'Clean Water' }).waitFor({ state: 'attached' })
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  expect(await fund.locator('option:checked').innerText()).toBe('Food Program')
  await page.unrouteAll({ behavior: 'wait' })
}

test('a new fund is proposed on its page, confirmed, chosen by donors with and without script, closed, and what is left of it moved', async () => {
  const before = await fetch(`${site.url}/donate`)
  const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
  await storeSession(page, await newAdministrator(site, `halima.${crypto.randomUUID()}@mail.example`))
  await page.goto(`${site.url}/admin/settings/funds`)
  await page.getByRole('button', { name: 'New fund' }).click()
  await fill(page)
  await page.getByRole('button', { name: 'Propose' }).click()
  await page.getByText('Waits for a second person').waitFor()
  await confirmLast()

  const plain = await plainDonatePage()
  // Processes ask every two seconds, and render the pages then.
  await expect.poll(plain.offered).toContain('Clean Water')
  await plain.page.getByLabel('Choose a fund').selectOption({ label: 'Clean Water' })
  await plain.page.getByLabel('Or another amount').fill('2500')
  await plain.page.getByRole('button', { name: 'Donate Anonymously' }).click()
  const checkout = await plain.page.getByRole('link', { name: 'Pay' }).getAttribute('href')
  await payAt(new URL(checkout ?? '', site.url).href)
  await expect.poll(() => received('water')).toBe(2_500)

  await page.goto(`${site.url}/donate?fund=water&amount=6000`)
  const fund = page.getByLabel('Choose a fund')
  await expect.poll(() => fund.locator('option:checked').innerText()).toBe('Clean Water')
  await page.getByText('Digs and repairs wells.').waitFor()
  await page.getByText('a bag of cement').waitFor()
  // The fund's own line is no example; a fund without one shows ours, marked.
  const mark = page.locator('[data-example="impact"]')
  expect(await mark.count()).toBe(0)
  await fund.selectOption({ label: 'Food Program' })
  await mark.waitFor()
  await expectChoiceKept(page, before)
  await page.goto(`${site.url}/transparency#funds`)
  await page.getByRole('rowheader', { name: 'Clean Water' }).first().waitFor()

  const giver = await open(`${site.url}/donate?fund=water`)
  await expect.poll(() => giver.getByLabel('Choose a fund').inputValue()).toBe('water')

  await fillFund(site, 6_000, 'water')
  await page.goto(`${site.url}/admin/settings/funds`)
  await page.getByRole('button', { name: 'Close Clean Water' }).click()
  await page.getByLabel('Reason').fill('All wells are dug.')
  await page.getByRole('button', { name: 'Propose' }).click()
  await page.getByText('Waits for a second person').waitFor()
  await confirmLast()
  await expect.poll(plain.offered).not.toContain('Clean Water')
  // Tells who had chosen it, and who comes by its link.
  const told = giver.getByText('Clean Water takes no new gifts. Choose another fund.')
  await giver.reload()
  await told.waitFor()
  expect(await giver.getByLabel('Choose a fund').inputValue()).toBe('general')
  await giver.getByLabel('Choose a fund').selectOption({ label: 'Food Program' })
  await told.waitFor({ state: 'detached' })
  await giver.goto(`${site.url}/donate?fund=water`)
  await told.waitFor()
  expect(await giver.getByLabel('Choose a fund').inputValue()).toBe('food')
  await page.reload()
  await page.getByRole('button', { name: 'Move what is left of Clean Water' }).click()
  await page.getByLabel('To which fund').selectOption({ label: 'Food Program' })
  await page.getByLabel('Reason').fill('The board agreed.')
  await page.getByRole('button', { name: 'Propose' }).click()
  await page.getByText(/from Clean Water to Food Program/).waitFor()
  await confirmLast('fund-moves')
  await page.reload()
  await page.getByText('What was left went to Food Program.').waitFor()
  expect(await page.getByRole('button', { name: 'Reopen Clean Water' }).count()).toBe(0)
  await page.goto(`${site.url}/transparency#funds`)
  await page
    .getByText(/What was left of it went to Food Program/)
    .first()
    .waitFor()
})
