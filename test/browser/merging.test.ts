/** Two profiles of one person become one: a reviewer proposes it in the review, an administrator confirms it, and it is undone. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { onlyRow } from '../../server/platform/db/db.ts'
import { toast } from '../support/account-page.ts'
import { violationsInBothThemes } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { PASSWORD, signUp, storeSession, type StoredSession } from '../support/signing-in.ts'

const open = useBrowser([/status of 409/])
const site = useSite()
let halima: StoredSession
let reviewer: StoredSession
arrange(site, async () => {
  halima = await administratorSession(site.url)
  await signUp(site.url, 'musa@mail.example')
  await site.database.db.execute(
    sql`update profiles set role = 'admin', staff_roles = '{reviewer}' from users where users.id = user_id and email = 'musa@mail.example'`,
  )
  reviewer = await administratorSession(site.url, { email: 'musa@mail.example', password: PASSWORD })
})

async function openAs(session: StoredSession, path: string, width: number): Promise<Page> {
  const page = await open('about:blank', { viewport: { width, height: 900 } })
  await storeSession(page, session)
  await page.goto(site.url + path)
  return page
}

const Entered = z.object({ id: z.string(), case_number: z.string() })

/** Halima enters a request for someone new, who cannot sign in. */
async function enter(name: string, description: string) {
  const entry = {
    application_type: 'food',
    description,
    amount_requested: 18_000,
    urgency: 'high',
    location: null,
    channel: 'walk_in',
    consent: true,
    privacy_version: '2026-11-22',
    person: { is: 'new', full_name: name, phone: '08035550001', address: 'Behind the grain market, Maiduguri' },
  }
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${halima.access_token}`,
    'Idempotency-Key': crypto.randomUUID(),
  }
  const answer = await fetch(`${site.url}/api/admin/applications`, {
    method: 'POST',
    headers,
    body: JSON.stringify(entry),
  })
  return Entered.parse(z.looseObject({}).parse(await answer.json()))
}

const merge = (page: Page, name: string) =>
  page.getByRole('button', { name: `Merge the profile of ${name} into this one` })
const samePerson = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Same person as ${name}` }).click()
  await merge(page, name).waitFor()
  await page.locator('li:focus', { hasText: name }).waitFor()
}
const state = () =>
  onlyRow(
    site.database.db,
    sql`select (select json_agg(json_build_array(id, beneficiary_id) order by id) from aid_applications)::text as requests,
               (select count(*) from profile_merges where merged_at is not null)::int as merged`,
    z.looseObject({}),
  )

test('a reviewer proposes it, an administrator compares both and confirms it, and it is undone; a cut short reason is kept', async () => {
  const kept = await enter('Hajara Suleiman', 'Rice for five children.')
  const ended = await enter('Hajara Suleman', 'School fees of her eldest.')
  const page = await openAs(reviewer, `/admin/applications/${kept.case_number}`, 1440)
  await samePerson(page, 'Hajara Suleman')
  await merge(page, 'Hajara Suleman').click()
  const dialog = page.getByRole('dialog', { name: 'Merge the profile of Hajara Suleman into this one?' })
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('The same telephone and street.')
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.reload()
  await merge(page, 'Hajara Suleman').click()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('The same telephone and street.')
  await dialog.getByRole('button', { name: 'Propose' }).click()
  const waits = page.getByText('Proposed. An administrator confirms it on the Beneficiaries page.')
  await waits.waitFor()
  await page.reload()
  await waits.waitFor()
  expect(await merge(page, 'Hajara Suleman').count()).toBe(0)

  // A reviewer may take the proposal back, and not confirm it.
  const own = await openAs(reviewer, '/admin/beneficiaries', 1440)
  await own.getByRole('button', { name: 'Withdraw the merge of Hajara Suleman' }).waitFor()
  expect(await own.getByRole('button', { name: 'Confirm the merge of Hajara Suleman' }).count()).toBe(0)

  const second = await openAs(halima, '/admin/beneficiaries', 360)
  const card = second.getByRole('region', { name: 'Merged profiles' })
  for (const { case_number: number } of [kept, ended]) await card.getByRole('link', { name: number }).waitFor()
  expect(await violationsInBothThemes(second)).toEqual([])
  const before = await state()
  await card.getByRole('button', { name: 'Confirm the merge of Hajara Suleman' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await toast(second, 'Profiles merged').waitFor()
  await card.getByText('1 merge can be undone').click()
  await card.getByText(/^Merged by .*: 1 request moved$/).waitFor()
  await card.getByText(/^Can be undone until /).waitFor()
  expect(await second.getByRole('main').getByText('Hajara Suleman', { exact: true }).count()).toBe(0)
  expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await card.getByRole('button', { name: 'Undo the merge of Hajara Suleman' }).click()
  await toast(second, 'Merge undone').waitFor()
  await card.waitFor({ state: 'detached' })
  expect(await state()).toEqual({ ...before, merged: 1 })
})

test('of someone who can sign in, and of someone with money, it is refused in words: nothing changes, and the reason stays', async () => {
  const kept = await enter('Ladi Bello', 'Rice.')
  const { id, session } = await askForAid(site.url, 'ladi@mail.example', { name: 'Ladi Bello', phone: '08035550001' })
  const page = await openAs(reviewer, `/admin/applications/${kept.case_number}`, 1440)
  await samePerson(page, 'Ladi Bello')
  const before = await state()
  // The first read of a wallet makes it.
  const wallet = { headers: { Authorization: `Bearer ${session.access_token}` } }
  expect((await fetch(`${site.url}/api/wallet`, wallet)).status).toBe(200)
  const noSignIn = sql`with identity as (delete from identities where user_id = (select user_id from aid_applications where id = ${id}::uuid))
                        update users set email = null, email_proven_at = null, password_hash = null
                        where id = (select user_id from aid_applications where id = ${id}::uuid)`
  const refusals = [
    [sql`select 1`, 'One of them can sign in. Only people for whom staff entered everything can be merged.'],
    [noSignIn, /^One of them has an award, a bank account or a wallet\./],
  ] as const
  for (const [change, words] of refusals) {
    await site.database.db.execute(change)
    await page.reload()
    await merge(page, 'Ladi Bello').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The same telephone.')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await page.getByText(words).waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('The same telephone.')
    expect(await state()).toEqual(before)
  }
})
