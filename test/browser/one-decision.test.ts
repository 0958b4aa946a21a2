/** One person approves and proposes by keyboard, a second one releases: what is refused changes nothing and loses nothing. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { FIRST_LIMITS } from '../../server/aid/limits/limits.ts'
import { onlyRow } from '../../server/platform/db/db.ts'
import { halimaAndBola, keyboardOf, newEmail, newName, withoutPointer } from '../support/acceptance.ts'
import { toast } from '../support/account-page.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { expectBalanced } from '../support/balanced.ts'
import { useBrowser } from '../support/browser.ts'
import { setLimits } from '../support/limits.ts'
import { newAdministrator, type SitePayouts } from '../support/paying-out-site.ts'
import { askForAid, composer } from '../support/reviewing-page.ts'
import { storeSession } from '../support/signing-in.ts'
import { useSite } from '../support/site.ts'
import { callAs } from '../support/wallet-page.ts'

// Refused calls are logged by the browser.
const open = useBrowser([/status of 4(00|09)/])
const site = useSite()
let staff: SitePayouts
beforeAll(async () => {
  staff = await halimaAndBola(site)
  await staff.fill(400_000)
  // The sum that all of these tests release needs no second step.
  await setLimits(site.database.db, { secondStepAbove: 20_000_000n })
})

const HERS = { bank_code: '058', account_name: 'YUSUF AMINA HAUWA' }
let accounts = 10
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const focused = (page: Page, name: string) => button(page, name).and(page.locator(':focus')).waitFor()

interface Asked {
  readonly id: string
  readonly name: string
  /** Names an account to which the bank gives the same name, another one each time. */
  readonly nameAccount: () => Promise<unknown>
  readonly wantCash: () => Promise<unknown>
}

async function ask(more = {}): Promise<Asked> {
  const name = newName('Amina Yusuf')
  const request = { urgency: 'critical', ...more }
  const { id, session } = await askForAid(site.url, newEmail(), { name, request })
  const address = `${site.url}/api/applications/${id}`
  return {
    id,
    name,
    nameAccount: () =>
      callAs(session, 'POST', `${address}/payee`, { ...HERS, account_number: `0123456${(accounts += 1)}5` }),
    wantCash: () => callAs(session, 'POST', `${address}/payee/cash`),
  }
}

async function openAs(who: 0 | 1, path: string, viewport = { width: 1366, height: 768 }) {
  const page = await open('about:blank', { viewport })
  await withoutPointer(page)
  await storeSession(page, staff.sessions[who])
  await page.goto(site.url + path)
  return { page, hands: keyboardOf(page) }
}

async function openRequest(id: string, who: 0 | 1 = 0) {
  const opened = await openAs(who, `/admin/applications/${id}`)
  await button(opened.page, 'Approve').waitFor()
  return opened
}

const Awards = z.object({ awards: z.array(z.object({ id: z.string() })) })
const Status = z.object({ status: z.string(), awards: z.number() })
const statusOf = (id: string) =>
  onlyRow(
    site.database.db,
    sql`select status, (select count(*)::int from awards where application_id = aid_applications.id and state <> 'cancelled') as awards
          from aid_applications where id = ${id}::uuid`,
    Status,
  )
/** The minute in which decisions can be taken back is over. */
const endUndo = () => site.database.db.execute(sql`update waiting_letters set send_at = created_at`)

/** Keeps all other requests out of the queue. */
const emptyQueue = () =>
  site.database.db.execute(
    sql`update aid_applications set snoozed_until = now() + interval '1 day' where status = 'pending'`,
  )

test('a case with a known account: four keys take, check, approve and propose, three keys of another release it and open the next', async () => {
  await emptyQueue()
  const [first, second] = [await ask(), await ask()]
  for (const each of [first, second]) await each.nameAccount()
  const { page, hands } = await openAs(0, '/admin')
  await page.getByRole('rowheader').first().waitFor()
  for (const [each, keys] of [
    [first, ['n', 'a', 'i', 'Enter']],
    [second, ['a', 'i', 'Enter']],
  ] as const) {
    for (const key of keys) {
      if (key === 'Enter' || key === 'i') await focused(page, 'Approve and next')
      else if (key === 'a') await page.getByRole('heading', { name: new RegExp(each.name) }).waitFor()
      await hands.press(key)
    }
    await toast(page, 'Request approved, ₦45,000.00 proposed').waitFor()
    await expect.poll(() => statusOf(each.id)).toEqual({ status: 'approved', awards: 1 })
  }
  expect(hands.keys).toBe(7)

  await endUndo()
  const other = await openAs(1, '/admin/payouts')
  const row = (name: string) => other.page.getByRole('row').filter({ hasText: name })
  await row(first.name).waitFor()
  await other.hands.press('j', 'a')
  const sheet = other.page.getByRole('dialog', {
    name: /^Release Bank transfer by the payment provider, ₦45,000.00 to /,
  })
  await sheet.getByText(/^Approved by Halima Musa/).waitFor()
  await sheet.getByText('To YUSUF AMINA HAUWA, Guaranty Trust Bank').waitFor()
  await sheet.getByRole('link', { name: 'Open the request' }).waitFor()
  await sheet.getByRole('heading', { name: 'Granted before' }).waitFor()
  await focused(other.page, 'Release')
  expect(await violationsInEachTheme(other.page)).toEqual([])
  const address = other.page.url()
  await other.hands.press('Enter')
  await toast(other.page, 'Payout released').waitFor()
  expect(other.hands.keys).toBe(3)
  // The next of the view is open, in place of the first.
  await expect.poll(() => other.page.url()).not.toBe(address)
  await other.hands.press('a')
  await focused(other.page, 'Release')
  await other.hands.press('Enter')
  await other.page.waitForURL(`${site.url}/admin/payouts`)
  expect(other.hands.keys).toBe(5)
  await expectBalanced(site.database.db)
})

test('u takes the approval and its award back', async () => {
  await emptyQueue()
  const { id, name, wantCash } = await ask()
  await wantCash()
  const { page, hands } = await openRequest(id)
  await hands.press('a')
  await focused(page, 'Approve and next')
  expect(await composer(page).getByLabel('How it reaches them').inputValue()).toBe('cash')
  await hands.press('Enter')
  await toast(page, 'Request approved, ₦45,000.00 proposed').waitFor()
  expect(await statusOf(id)).toEqual({ status: 'approved', awards: 1 })
  await page.goto(`${site.url}/admin/applications/${id}`)
  await page.getByRole('button', { name: /^Undo/ }).waitFor()
  await hands.press('u')
  await page.getByText(/^Taken back/).waitFor()
  expect(await statusOf(id)).toEqual({ status: 'pending', awards: 0 })
  expect(await page.getByRole('heading', { name: new RegExp(name) }).count()).toBe(1)
  await expectBalanced(site.database.db)
})

test('without an account or a fund that fits, it is only approved, and waits in To award; both can be chosen all the same', async () => {
  const [poor, unknown] = [await ask({ application_type: 'food' }), await ask()]
  await poor.wantCash()
  for (const { id, name } of [poor, unknown]) {
    const { page, hands } = await openRequest(id)
    await hands.press('a')
    await focused(page, 'Approve and next')
    expect(await composer(page).getByLabel('From').inputValue()).toBe('+none')
    await composer(page).getByText('The request then waits in “To award”.').waitFor()
    await hands.press('Enter')
    await toast(page, 'Request approved').waitFor()
    expect(await statusOf(id)).toEqual({ status: 'approved', awards: 0 })
    await page.goto(`${site.url}/admin/payouts?view=to_award`)
    await page.getByRole('row').filter({ hasText: name }).waitFor()
    await page.close()
  }
})

test('what is refused changes nothing, and nothing that was typed is lost', async () => {
  const { id, nameAccount } = await ask()
  await nameAccount()
  const { page, hands } = await openRequest(id)
  const form = composer(page)
  const amount = form.getByLabel('Amount')
  const send = async (says: RegExp | string) => {
    const before = await statusOf(id)
    await hands.press('Control+Enter')
    await page.getByText(says).first().waitFor()
    expect(await statusOf(id)).toEqual(before)
    expect(await form.getByLabel('Reason').inputValue()).toBe('Seen at the school.')
  }
  await hands.press('a')
  await focused(page, 'Approve and next')
  await hands.press('i')
  await hands.tabTo(form.getByLabel('Reason'))
  await hands.type('Seen at the school.')
  await amount.fill('lots')
  await send('Enter an amount in naira, such as 45,000.')
  await amount.fill('600,000')
  await form.getByText(/^Above ₦500,000.00 three people decide/).waitFor()
  await send(/This request may be granted ₦45,000.00 in all/)
  await amount.fill('44,000')
  await form.getByText('A second person releases it.').waitFor()
  // The applicant names another account while the form is open.
  await nameAccount()
  await send(/This bank account cannot be used/)
  expect(await amount.inputValue()).toBe('44,000')
  await form.getByLabel('How it reaches them').selectOption({ label: 'Decide later' })
  await form.getByText('A second person grants it.').waitFor()
  // A colleague changes the request. The lease is hers, so theirs is the same account.
  await staff.act(`PATCH /applications/${id}`, { status: 'under_review' })
  await send('Already decided')
  expect(await amount.inputValue()).toBe('44,000')
  await hands.press('Control+Enter')
  await expect.poll(() => statusOf(id)).toEqual({ status: 'approved', awards: 1 })
  await expectBalanced(site.database.db)
})

test('keys that are pressed while a part loads are not lost: a opens the approval, and r, 2, Ctrl Enter rejects', async () => {
  const { id } = await ask()
  const { page, hands } = await openAs(0, '/admin/team')
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  const held: (() => void)[] = []
  const hold = (pattern: RegExp | string) =>
    page.route(pattern, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.fallback()
    })
  const answer = () => held.splice(0).forEach((each) => each())
  const details = new RegExp(`/api/admin/applications/${id}\\??$`)
  await hold(details)
  await page.goto(`${site.url}/admin/applications/${id}`)
  await expect.poll(() => held.length).toBe(1)
  await hands.press('a')
  answer()
  await focused(page, 'Approve and next')
  await page.unroute(details)
  await hold('**/api/admin/reason-templates*')
  await page.goto(`${site.url}/admin/applications/${id}`)
  await button(page, 'Reject').waitFor()
  await hands.press('r', '2', 'Control+Enter')
  expect(await statusOf(id)).toEqual({ status: 'pending', awards: 0 })
  await expect.poll(() => held.length).toBeGreaterThan(0)
  answer()
  await toast(page, 'Request rejected').waitFor()
  await expect.poll(() => statusOf(id)).toEqual({ status: 'rejected', awards: 0 })
  // Right after the dialog was closed, before the page has heard of it.
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await keys.waitFor()
})

test('templates are narrowed by a word, and come filled in', async () => {
  const { id } = await ask()
  const { page, hands } = await openRequest(id)
  await hands.press('r')
  const templates = composer(page).getByRole('group', { name: 'Templates' })
  await templates.getByRole('button').nth(3).waitFor()
  await hands.press('/')
  await hands.type('twice')
  await expect.poll(() => templates.getByRole('button').count()).toBe(1)
  await hands.press('Enter')
  const text = await composer(page).getByLabel('Reason').inputValue()
  expect(text).toContain('Amina')
  expect(text).not.toMatch(/[{}]/)
  expect(await statusOf(id)).toEqual({ status: 'pending', awards: 0 })
})

test('of three people, the first who releases is told that one more is needed', async () => {
  await setLimits(site.database.db, { threePeopleAbove: 4_000_000n, secondStepAbove: 4_000_000n })
  const { id, name, wantCash } = await ask()
  await wantCash()
  const { page, hands } = await openRequest(id)
  await hands.press('a')
  await focused(page, 'Approve and next')
  await composer(page)
    .getByText(/^Above ₦40,000.00 three people decide/)
    .waitFor()
  await hands.press('Enter')
  await toast(page, 'Request approved, ₦45,000.00 proposed').waitFor()
  await endUndo()
  const third = await newAdministrator(site, newEmail())
  await site.database.db.execute(
    sql`update sessions set amr = jsonb_build_array(jsonb_build_object('method', 'totp', 'timestamp', extract(epoch from now())::int)) || amr`,
  )
  const { awards } = Awards.parse(await callAs(third, 'GET', `${site.url}/api/admin/applications/${id}/awards`))
  for (const session of [staff.sessions[1], third])
    await callAs(session, 'POST', `${site.url}/api/admin/awards/${awards[0]?.id}/grant`, { expected_state: 'proposed' })
  const other = await openAs(1, '/admin/payouts')
  await other.page.getByRole('row').filter({ hasText: name }).getByRole('link').press('a')
  await focused(other.page, 'Release')
  await other.hands.press('Enter')
  await toast(other.page, 'Approved: it needs one more person').waitFor()
  await setLimits(site.database.db, FIRST_LIMITS)
  await expectBalanced(site.database.db)
})
