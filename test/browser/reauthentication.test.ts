/** Changes to how an account is signed in to, in a session that is older than ten minutes. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openAccount, pageButton, signInElsewhere, toast } from '../support/account-page.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { mailTo, PASSWORD } from '../support/signing-in.ts'

// The refusals, which the browser logs as errors.
const open = useBrowser([/status of 4\d\d/])
const site = useSite()

/** Opens the account of a person whose sign-in was an hour ago. */
async function openOldSession(email: string, section: 'password' | 'two-step') {
  const { page } = await openAccount(open, site.url, email, section)
  await site.database.db.execute(sql`
    update sessions set amr = jsonb_set(amr, '{0,timestamp}', to_jsonb((amr->0->>'timestamp')::int - 3600))
     where user_id = (select id from users where email = ${email})`)
  return page
}

test('a new password asks for the current one in place, and is then set', async () => {
  const page = await openOldSession('an-hour@mail.example', 'password')
  await page.getByLabel('New password', { exact: true }).fill('a quiet river')
  await page.getByLabel('Confirm new password').fill('a quiet river')
  await pageButton(page, 'Set new password').click()
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Your password', { exact: true }).fill('not this one')
  await page.getByLabel('Your password', { exact: true }).press('Enter')
  await page.getByText('That password is not right.').waitFor()
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Your password', { exact: true }).press('Enter')
  await toast(page, 'Password changed').waitFor()
  expect((await signInElsewhere(site.url, 'an-hour@mail.example', 'a quiet river')).status).toBe(200)
})

test('the page for a new password after a recovery asks in place too', async () => {
  const page = await openOldSession('slow-recovery@mail.example', 'password')
  await page.goto(`${site.url}/reset-password`)
  await page.getByLabel('New password', { exact: true }).fill('a quiet river')
  await page.getByLabel('Confirm new password').fill('a quiet river')
  await page.getByLabel('Confirm new password').press('Enter')
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Your password', { exact: true }).press('Enter')
  await expect
    .poll(async () => (await signInElsewhere(site.url, 'slow-recovery@mail.example', 'a quiet river')).status)
    .toBe(200)
})

test('a person who does not know the password confirms with an emailed code', async () => {
  const page = await openOldSession('no-password@mail.example', 'password')
  await page.getByLabel('New password', { exact: true }).fill('a quiet river')
  await page.getByLabel('Confirm new password').fill('a quiet river')
  await pageButton(page, 'Set new password').click()
  await pageButton(page, 'Email me a code instead').click()
  const mail = await mailTo(site.dataDir, 'no-password@mail.example', /Confirm that it is you/)
  const code = /^\d{6}\r?$/m.exec(mail)?.[0].trim() ?? ''
  await page.getByLabel('Code from the email').pressSequentially(code)
  await toast(page, 'Password changed').waitFor()
  expect((await signInElsewhere(site.url, 'no-password@mail.example', 'a quiet river')).status).toBe(200)
})
