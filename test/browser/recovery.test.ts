/** Account recovery: the mail in the outbox, its link and its code, in this browser and in another. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import ha from '../../contract/languages/ha.json' with { type: 'json' }
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import {
  enrolApp,
  mailTo,
  PASSWORD,
  pressMailedLink,
  proveAddress,
  signInByForm,
  signUp,
} from '../support/signing-in.ts'
import { submitButton } from '../support/submit-button.ts'

// Wrong codes and passwords are expected.
const open = useBrowser([/status of 4\d\d/])
const NEW_PASSWORD = 'four words in a row'

const site = useSite()

interface Mail {
  link: string
  code: string
}

/** Requests the mail on a page, and reads it. */
async function askFor(page: Page, email: string): Promise<Mail> {
  await page.goto(`${site.url}/forgot-password`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await submitButton(page).filter({ hasText: 'Email me a link' }).click()
  await page.getByText(`If ${email} has an account here, we have sent an email to it.`).waitFor()
  const mail = await mailTo(site.dataDir, email, /type=recovery/)
  return { link: /https?:\/\/\S*type=recovery\S*/.exec(mail)?.[0] ?? '', code: /\b\d{6}\b/.exec(mail)?.[0] ?? '' }
}

/** Whether this password is valid. */
async function opens(email: string, password: string): Promise<boolean> {
  const { ok } = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return ok
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password', { exact: true }).fill(again)
  await page.getByRole('button', { name: 'Set new password' }).click()
}

const newPasswordSet = (page: Page) => page.getByText('Password changed', { exact: true })

test('the mailed link leads to a new password; the old one becomes invalid, and the link works once', async () => {
  const email = 'forgetful@mail.example'
  await signUp(site.url, email)
  const page = await open('about:blank')
  const { link } = await askFor(page, email)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  expect(await violations(page)).toEqual([])
  // Opening it, as mail scanners do, has changed nothing.
  expect(await opens(email, PASSWORD)).toBe(true)
  await page.getByRole('button', { name: 'Choose a new password' }).click()
  await page.getByLabel('New password', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await violations(page)).toEqual([])

  await choose(page, 'five5')
  await page.getByText('Use at least 6 characters.').waitFor()
  await choose(page, NEW_PASSWORD, 'another one')
  await page.getByText('The passwords do not match.').waitFor()
  // The address was never proven, so the old password is gone, and could be chosen again.
  await choose(page, NEW_PASSWORD)
  await newPasswordSet(page).waitFor()
  await page.waitForURL(`${site.url}/wallet`)

  const other = await open(`${site.url}/login`)
  await signInByForm(other, email)
  await other.getByText('Invalid login credentials').waitFor()
  await other.goto(link)
  await other.getByRole('heading', { name: 'This link has been used or has expired' }).waitFor()
  await other.getByRole('button', { name: 'Continue' }).click()
  await other.waitForURL(/reset-password/)
  await other.getByText('This link has been used or has expired').waitFor()
  await other.getByRole('link', { name: 'Ask for a new email' }).click()
  await other.waitForURL(`${site.url}/forgot-password`)
})

test('a link that is opened in another browser says so, and the mailed code works there', async () => {
  const email = 'elsewhere@mail.example'
  await signUp(site.url, email)
  const { link, code } = await askFor(await open('about:blank'), email)
  // The address has a code that only the first browser can exchange.
  const page = await open(`${site.url}/reset-password?code=${crypto.randomUUID()}`)
  await page.getByText('You opened this link in a different browser').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Code from the email').fill(code)
  await page.getByText('Enter your email address.').waitFor()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Code from the email').fill(code === '000000' ? '000001' : '000000')
  await page.getByText('That code is not right').waitFor()
  await page.getByLabel('Code from the email').fill(code)
  await choose(page, NEW_PASSWORD)
  await newPasswordSet(page).waitFor()
  expect(link).toContain('/auth/v1/verify')
})

test('the code can be entered where the mail was requested, and an unknown address gets the same answer', async () => {
  const email = 'typing@mail.example'
  await signUp(site.url, email)
  const page = await open(`${site.url}/forgot-password`)
  await page.getByLabel('Email', { exact: true }).fill('nobody@mail.example')
  await submitButton(page).filter({ hasText: 'Email me a link' }).click()
  await page.getByText('If nobody@mail.example has an account here, we have sent an email to it.').waitFor()
  const { code } = await askFor(page, email)
  await page.getByLabel('Code from the email').fill(code)
  await page.waitForURL(`${site.url}/reset-password`)
  await choose(page, NEW_PASSWORD)
  await newPasswordSet(page).waitFor()
  expect(await opens(email, NEW_PASSWORD)).toBe(true)
})

test('an account with a second step requires it before the new password', async () => {
  const email = 'careful@mail.example'
  const { access_token: token } = await signUp(site.url, email)
  await proveAddress(site, email, token)
  const codes = await enrolApp(site.url, token)
  const page = await open('about:blank')
  await pressMailedLink(page, (await askFor(page, email)).link)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  expect(await page.getByLabel('New password').count()).toBe(0)
  await page.getByLabel('Code from your app').fill(codes.generate())
  await choose(page, PASSWORD)
  await page.getByText('New password should be different from the old password.').waitFor()
  await choose(page, NEW_PASSWORD)
  await newPasswordSet(page).waitFor()
  expect(await opens(email, NEW_PASSWORD)).toBe(true)
})

test('the button works without JavaScript, and leads to an allowed page of another origin', async () => {
  const email = 'scriptless@mail.example'
  await signUp(site.url, email)
  const { link } = await askFor(await open('about:blank'), email)
  const elsewhere = new URL(link)
  elsewhere.searchParams.set('redirect_to', `${site.url.replace('127.0.0.1', 'localhost')}/reset-password`)
  const page = await open('about:blank', { javaScriptEnabled: false })
  await pressMailedLink(page, elsewhere.href)
  await page.waitForURL(/localhost/)
  expect(page.url()).toMatch(/^http:\/\/localhost:\d+\/reset-password\?code=/)
})

test('until a new password is saved, every page of the account leads to it', async () => {
  const email = 'wandering@mail.example'
  await signUp(site.url, email)
  const page = await open('about:blank')
  await pressMailedLink(page, (await askFor(page, email)).link)
  await page.getByLabel('New password', { exact: true }).waitFor()
  await page.goto(`${site.url}/wallet`)
  await page.waitForURL(`${site.url}/reset-password`)
  await choose(page, NEW_PASSWORD)
  await page.waitForURL(`${site.url}/wallet`)
  expect(await opens(email, NEW_PASSWORD)).toBe(true)
})

test('the link that undoes a change of address leads to a new password, and names the ways to sign in that a thief may have added', async () => {
  const [email, thief] = ['moved@mail.example', 'thief@mail.example']
  await signUp(site.url, email)
  const signedIn = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await signedIn.json())
  const changed = await fetch(`${site.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ email: thief }),
  })
  expect(changed.status).toBe(200)
  const page = await open('about:blank')
  const confirm = await mailTo(site.dataDir, thief, /type=email_change/)
  await pressMailedLink(page, /https?:\/\/\S*type=email_change\S*/.exec(confirm)?.[0] ?? '')
  const mail = await mailTo(site.dataDir, email, /type=email_change_undo/)
  expect(mail).toContain('Then remove the ways to sign in that you did not add.')
  const owner = await open('about:blank')
  await pressMailedLink(owner, /https?:\/\/\S*type=email_change_undo\S*/.exec(mail)?.[0] ?? '')
  await owner.getByText('Your account has this email address again').waitFor()
  await owner.getByText('Then remove the ways to sign in that you did not add').waitFor()
  // The next reader of this telephone finds no session in its history.
  await expect.poll(() => owner.url()).toBe(`${site.url}/reset-password?undone=address`)
  expect(await violations(owner)).toEqual([])
  await owner.getByRole('link', { name: 'Ask for a new email' }).click()
  await owner.waitForURL(`${site.url}/forgot-password`)
  await pressMailedLink(owner, (await askFor(owner, email)).link)
  await choose(owner, NEW_PASSWORD)
  await newPasswordSet(owner).waitFor()
  expect(await opens(email, NEW_PASSWORD)).toBe(true)
  // The link works once.
  await pressMailedLink(page, /https?:\/\/\S*type=email_change_undo\S*/.exec(mail)?.[0] ?? '')
  await page.getByText('This link has been used or has expired').waitFor()
})

test('in Hausa, pages and mails lead from signing in to a new password without a page in English', async () => {
  const email = 'hausa@mail.example'
  await signUp(site.url, email)
  const page = await open(`${site.url}/ha/login`, { viewport: { width: 360, height: 740 } })
  await page.getByRole('link', { name: ha['signIn.forgot'] }).click()
  await page.waitForURL(`${site.url}/ha/forgot-password`)
  await page.getByLabel(ha['signIn.email'], { exact: true }).fill(email)
  expect(await violations(page)).toEqual([])
  await submitButton(page).filter({ hasText: ha['recovery.forgotButton'] }).click()
  await page.getByText(ha['recovery.sent'].replace('{0}', email)).waitFor()
  expect(await violations(page)).toEqual([])
  const mail = await mailTo(site.dataDir, email, /Wani ya nemi ya sake saita kalmar sirrin asusunku/)
  await page.goto(/https?:\/\/\S*type=recovery\S*/.exec(mail)?.[0] ?? '')
  await page.getByText(ha['accountNews.links.recovery.text']).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: ha['accountNews.links.recovery.button'] }).click()
  await page.getByLabel(ha['recovery.password'], { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/ha/reset-password')
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByLabel(ha['recovery.password'], { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel(ha['recovery.confirmPassword'], { exact: true }).fill(NEW_PASSWORD)
  await submitButton(page).filter({ hasText: ha['recovery.button'] }).click()
  await page.waitForURL(`${site.url}/wallet`)
  // A warning: its language is that of the profile, which has none yet.
  await mailTo(site.dataDir, email, /^Subject: Your password was changed/m)
})
