/** The Team page in a browser: an invitation from the proposal to the first sign-in, and a change of roles. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { errors } from '../../contract/platform/errors.ts'
import { toast } from '../support/account-page.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { askForAid } from '../support/reviewing-page.ts'
import { routeOnce } from '../support/routing.ts'
import { ADMIN, arrange, useSite } from '../support/site.ts'
import { mailTo, PASSWORD, signIn, signUp, type StoredSession, storeSession } from '../support/signing-in.ts'

const open = useBrowser([/status of 40[049]/, /ERR_FAILED/])
const site = useSite()
let halima: StoredSession
let musa: StoredSession
arrange(site, async () => {
  await signUp(site.url, 'musa@mail.example')
  await site.database.db.execute(sql`update profiles set role = 'admin'`)
  halima = await signIn(site.url, ADMIN)
  musa = await signIn(site.url, { email: 'musa@mail.example', password: PASSWORD })
})

async function openAs(session: StoredSession, path: string, options = {}): Promise<Page> {
  const page = await open('about:blank', options)
  await storeSession(page, session)
  await page.goto(site.url + path)
  return page
}

const KEMI = { email: 'kemi@mail.example', password: 'a kettle on the third shelf' }

test('two administrators invite a caller, who joins by the mailed link and sees the calls only', async () => {
  const page = await openAs(halima, '/admin/team')
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByLabel('Email').fill(KEMI.email)
  await dialog.getByLabel('Caller').check()
  await dialog.getByLabel('Reason').fill('She calls recipients.')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await page.getByText(KEMI.email, { exact: true }).waitFor()

  const second = await openAs(musa, '/admin/team')
  await second.getByRole('button', { name: `Confirm the decision on ${KEMI.email}` }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await toast(second, 'Decision recorded').waitFor()
  // The button that was pressed is gone.
  await second.locator('h2:focus', { hasText: 'Invitations' }).waitFor()
  const link = /https?:\/\/\S+\/join#[\w-]+/.exec(await mailTo(site.dataDir, KEMI.email, /\/join#/))?.[0] ?? ''

  const kemi = await open(link, { viewport: { width: 360, height: 740 } })
  await kemi.getByRole('button', { name: 'Join' }).click()
  await kemi.getByText('Enter your name.', { exact: true }).waitFor()
  expect(await violations(kemi)).toEqual([])
  await kemi.getByLabel('Full name').fill('Kemi Okafor')
  await kemi.getByLabel('Password', { exact: true }).fill('administrator')
  await kemi.getByRole('button', { name: 'Join' }).click()
  await kemi.getByText(/known to be weak/).waitFor()
  await kemi.getByLabel('Password', { exact: true }).fill(KEMI.password)
  await kemi.getByRole('button', { name: 'Join' }).click()
  await kemi.getByRole('heading', { name: 'You have joined' }).waitFor()
  // Leave the page first: the address differs only after the #.
  await kemi.goto('about:blank')
  await kemi.goto(link)
  await kemi.getByLabel('Full name').fill('Kemi Okafor')
  await kemi.getByLabel('Password', { exact: true }).fill(KEMI.password)
  await kemi.getByRole('button', { name: 'Join' }).click()
  await kemi.getByText(/^This link no longer works\./).waitFor()
  await kemi.goto(`${site.url}/join`)
  await kemi.getByText('Open the link in your email', { exact: true }).waitFor()
  expect(await violations(kemi)).toEqual([])
  await kemi.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()

  const calls = await openAs(await signIn(site.url, KEMI), '/admin')
  await calls.waitForURL('**/admin/calls')
  await calls.getByText('No one to call', { exact: true }).waitFor()
  const rail = calls.getByRole('navigation', { name: 'Administration' })
  expect(await rail.getByRole('listitem').allInnerTexts()).toEqual(['Calls'])
  await calls.goto(`${site.url}/admin/books`)
  await calls.getByText('Your roles do not include this page', { exact: true }).waitFor()
})

test('one administrator proposes new roles, and a second one confirms them', async () => {
  await signUp(site.url, 'ladi@mail.example')
  const page = await openAs(halima, '/admin/team')
  await page.getByRole('button', { name: 'Give roles to another account' }).click()
  const roles = page.getByRole('dialog', { name: 'Give roles to another account' })
  await roles.getByLabel('Email').fill('unknown@mail.example')
  await roles.getByLabel('Reason').fill('She reviews with us.')
  await roles.getByRole('button', { name: 'Propose' }).click()
  await roles.getByText('No account has this address.', { exact: true }).waitFor()
  expect(await roles.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  await roles.locator('input[type=email]:focus').waitFor()
  await roles.getByLabel('Email').fill('ladi@mail.example')
  await roles.getByRole('button', { name: 'Propose' }).click()
  await roles.getByText('This account already has these roles.', { exact: true }).waitFor()
  await roles.getByLabel('Reviewer').check()
  await roles.getByLabel('Caller').check()
  await roles.getByRole('button', { name: 'Propose' }).click()
  await toast(page, 'Your proposal is waiting for a second administrator').waitFor()
  await page.getByRole('link', { name: 'See what is waiting, under Decisions' }).click()
  await page.getByText('From Not staff to Reviewer, Caller', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /^Confirm/ }).count()).toBe(0)

  const second = await openAs(musa, '/admin/decisions')
  await second.getByRole('button', { name: /^Confirm the decision on/ }).click()
  const change = second.getByRole('dialog', { name: 'Change roles' })
  await change.getByText('Amina Yusuf (ladi@mail.example)').waitFor()
  expect(await violations(second)).toEqual([])
  await change.getByRole('button', { name: 'Confirm' }).click()
  await toast(second, 'Decision recorded').waitFor()
  await second.getByText('Nothing is waiting for you').waitFor()
  await second.goto(`${site.url}/admin/team`)
  await second.getByRole('row', { name: /ladi@mail\.example Reviewer, Caller Missing/ }).waitFor()
})

test('roles that would leave no administrator are refused in words: the reason stays, and so do the roles', async () => {
  const { user } = z.looseObject({ user: z.looseObject({ id: z.uuid() }) }).parse(musa)
  const setRoles = (roles: string) =>
    site.database.db.execute(sql`update profiles set staff_roles = ${roles}::text[] where user_id = ${user.id}`)
  await setRoles('{reviewer}')
  const page = await openAs(halima, '/admin/team')
  await page
    .getByRole('row', { name: ADMIN.email })
    .getByRole('button', { name: /^Change/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Change roles of / })
  await dialog.getByLabel('Administrator').uncheck()
  await dialog.getByLabel('Auditor').check()
  await dialog.getByLabel('Reason').fill('I only read the books now.')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await page.getByText(errors.last_administrator.sentence).first().waitFor()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('I only read the books now.')
  expect(await dialog.getByLabel('Auditor').isChecked()).toBe(true)
  await page.reload()
  await page.getByRole('row', { name: ADMIN.email }).getByText('Administrator', { exact: true }).waitFor()
  // With one administrator left, the page explains what that means.
  await page
    .getByText(/no possible second person|only one administrator|second administrator/i)
    .first()
    .waitFor()
  await setRoles('{administrator}')
})

const Owned = z.looseObject({ version: z.int(), owner: z.looseObject({ full_name: z.string() }).nullable() })

/** Calls the server as this person, about a request. */
async function asStaff(session: StoredSession, path: string, body?: object) {
  const headers = { Authorization: `Bearer ${session.access_token}`, 'Content-Type': 'application/json' }
  const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  return Owned.parse(await (await fetch(`${site.url}/api/admin/applications/${path}`, sent)).json())
}

test('the open work of someone who leaves goes to a colleague, then to the queue; a failure moves nothing', async () => {
  const { id } = await askForAid(site.url, 'left@mail.example', { name: 'Left Ade' })
  const { user } = z.looseObject({ user: z.looseObject({ id: z.uuid() }) }).parse(musa)
  const { version } = await asStaff(halima, id)
  const { owner } = await asStaff(halima, `${id}/assignment`, { to: user.id, expected_version: version })
  expect(owner).not.toBeNull()

  const page = await openAs(halima, '/admin/team', { viewport: { width: 360, height: 740 } })
  const row = page.getByRole('row', { name: /musa@mail\.example/ })
  await row.getByText('1 request', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Hand over the work of' }).click()
  const dialog = page.getByRole('dialog', { name: /^Hand over the work of/ })
  expect(await violations(page)).toEqual([])
  const to = dialog.getByLabel('To', { exact: true })
  const names = await to.getByRole('option').allInnerTexts()
  expect(names[0]).toBe('No one: back to the queue')
  // Callers decide nothing, and no one hands work to themselves.
  expect(names.join()).not.toMatch(/Kemi|musa/)
  await to.selectOption({ label: ADMIN.email })
  await routeOnce(page, '**/hand-over', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await toast(page, 'The work was not handed over').waitFor()
  expect((await asStaff(halima, id)).owner).toEqual(owner)
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await toast(page, 'Work handed over').waitFor()
  await row.getByText('1 request', { exact: true }).waitFor({ state: 'detached' })
  await row.locator('button:focus', { hasText: 'Change roles' }).waitFor()
  expect((await asStaff(halima, id)).owner).not.toEqual(owner)

  await page.getByRole('button', { name: `Hand over the work of ${ADMIN.email}` }).click()
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect.poll(async () => (await asStaff(halima, id)).owner).toBeNull()
})
