/** The Decisions page: what waits for the reader first, counted in the rail, and one dialog for every kind. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { routeOnce } from '../support/routing.ts'
import { ADMIN, arrange, useSite } from '../support/site.ts'
import { PASSWORD, signIn, signUp, type StoredSession, storeSession } from '../support/signing-in.ts'

const open = useBrowser([/status of (40[049]|500)/])
const site = useSite()
let halima: StoredSession
let musa: StoredSession
arrange(site, async () => {
  await signUp(site.url, 'musa@mail.example')
  await site.database.db.execute(sql`update profiles set role = 'admin'`)
  await signUp(site.url, 'ladi@mail.example')
  halima = await signIn(site.url, ADMIN)
  musa = await signIn(site.url, { email: 'musa@mail.example', password: PASSWORD })
  const invitation = { email: 'kemi@mail.example', roles: ['caller'], reason: 'She calls recipients.' }
  await propose(halima, 'invitations', invitation)
  await propose(halima, 'role-changes', { ...invitation, email: 'ladi@mail.example', reason: 'She reviews with us.' })
})

async function propose({ access_token: token }: StoredSession, what: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const { status } = await fetch(`${site.url}/api/admin/${what}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(status).toBe(201)
}

async function openDecisions(session: StoredSession, options = {}): Promise<Page> {
  const page = await open('about:blank', options)
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/decisions`)
  return page
}

const waitingFor = (page: Page, count: number) =>
  page.getByRole('link', { name: `Decisions ${count} waiting for you` }).waitFor()

test('what waits for the reader comes first, is counted in the rail, and is confirmed or withdrawn in one dialog', async () => {
  const page = await openDecisions(musa, { viewport: { width: 1366, height: 900 } })
  const waiting = page.getByRole('region', { name: 'Waiting for you (2)' })
  await waiting.getByText('She calls recipients.').waitFor()
  await waitingFor(page, 2)
  expect(await violationsInEachTheme(page)).toEqual([])
  await waiting.getByRole('button', { name: 'Confirm the decision on kemi@mail.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone to the team' })
  for (const seen of ['kemi@mail.example', 'Caller', 'She calls recipients.'])
    await dialog.getByText(seen, { exact: true }).waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Decision recorded').waitFor()
  await waitingFor(page, 1)
  await page.getByRole('region', { name: 'Waiting for you (1)' }).waitFor()
  await page.getByRole('button', { name: 'Withdraw the proposal for Amina Yusuf (ladi@mail.example)' }).click()
  await page.getByRole('dialog', { name: 'Withdraw this proposal' }).getByRole('button', { name: 'Withdraw' }).click()
  await toast(page, 'Proposal withdrawn').waitFor()
  await page.getByText('Nothing is waiting for you').waitFor()
  const states = sql`select array_agg(state order by kind) as states from proposals`
  const found = await site.database.db.execute(states)
  expect(JSON.stringify(found)).toContain('["confirmed","withdrawn"]')
})

test('on a small screen its proposer sees it as theirs, and a failure can be tried again', async () => {
  const invitation = { email: 'ada@mail.example', roles: ['caller'], reason: 'She calls recipients too.' }
  await propose(halima, 'invitations', invitation)
  const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
  await storeSession(page, halima)
  await routeOnce(page, /\/api\/admin\/decisions\?group=mine/, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(`${site.url}/admin/decisions`)
  await page.getByText('Nothing is waiting for you').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  const mine = page.getByRole('region', { name: 'You proposed (1)' })
  await mine.getByText('You proposed this. A second person must confirm it.').waitFor()
  expect(await mine.getByRole('button', { name: /^Confirm/ }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await violationsInEachTheme(page)).toEqual([])
})
