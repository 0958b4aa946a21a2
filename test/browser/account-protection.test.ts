/** Account security on the account page: password, second steps, sessions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { appOf, openAccount, pageButton, sectionAddress, signInElsewhere, toast } from '../support/account-page.ts'
import { authClient } from '../support/auth-client.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { ADMIN, useSite } from '../support/site.ts'
import { mailTo, PASSWORD, signInByForm, storeSession } from '../support/signing-in.ts'

// Some tests cause refusals on purpose, which the browser logs as errors.
const open = useBrowser([/status of 4\d\d/])
const Session = z.looseObject({ access_token: z.string() })
const site = useSite()

describe('the password', () => {
  test('is refused with the texts of the spec when it is repeated wrongly or too short, and nothing changes', async () => {
    const { page } = await openAccount(open, site.url, 'typo@mail.example', 'password')
    await page.getByLabel('New password', { exact: true }).fill('a quiet river')
    await page.getByLabel('Confirm new password').fill('a quiet rivet')
    await pageButton(page, 'Set new password').click()
    await toast(page, 'Password mismatch').getByText('Passwords do not match').waitFor()
    expect(await page.getByLabel('Confirm new password').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('New password', { exact: true }).fill('short')
    await pageButton(page, 'Set new password').click()
    await toast(page, 'Weak password').getByText('Password must be at least 6 characters').waitFor()
    await page.getByLabel('New password', { exact: true }).fill('qwerty123')
    await page.getByLabel('Confirm new password').fill('qwerty123')
    await pageButton(page, 'Set new password').click()
    await toast(page, 'Weak password').getByText('Many people use this password').waitFor()
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm new password').fill(PASSWORD)
    await pageButton(page, 'Set new password').click()
    await page.getByText('This is already your password.').waitFor()
    expect((await signInElsewhere(site.url, 'typo@mail.example', PASSWORD)).status).toBe(200)
  })

  test('takes effect immediately, and the form is emptied', async () => {
    const { page } = await openAccount(open, site.url, 'change@mail.example', 'password')
    await page.getByLabel('New password', { exact: true }).fill('a quiet river')
    await page.getByLabel('Confirm new password').fill('a quiet river')
    await page.getByLabel('Confirm new password').press('Enter')
    await toast(page, 'Password changed').waitFor()
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('')
    expect((await signInElsewhere(site.url, 'change@mail.example', 'a quiet river')).status).toBe(200)
    expect((await signInElsewhere(site.url, 'change@mail.example', PASSWORD)).status).toBe(400)
  })
})

test('a password from another person must be changed first, and then opens the page asked for', async () => {
  await site.database.db.execute(sql`update users set password_change_required = true where email = ${ADMIN.email}`)
  const page = await open(`${site.url}/admin/books`)
  await page.waitForURL(/\/admin-auth\?from=/)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL(/\/account\?section=password&from=/)
  await page.getByText('Choose your own password').waitFor()
  expect(await page.getByRole('tab').count()).toBe(0)
  await page.getByLabel('New password', { exact: true }).fill('a quiet river')
  await page.getByLabel('Confirm new password').fill('a quiet river')
  await pageButton(page, 'Set new password').click()
  await toast(page, 'Password changed').waitFor()
  await page.waitForURL(`${site.url}/admin/books`)
  await page.getByRole('heading', { level: 1, name: 'Books' }).waitFor()
})

describe('two-step sign-in', () => {
  test('with an app is set up, required at the next sign-in, and removed', async () => {
    const { page } = await openAccount(open, site.url, 'app@mail.example', 'two-step')
    await page.getByText('No second step yet').waitFor()
    await pageButton(page, 'Add an authenticator app').click()
    await page.getByRole('heading', { name: 'Confirm your email address first' }).waitFor()
    await pageButton(page, 'Send code').click()
    const mail = await mailTo(site.dataDir, 'app@mail.example', /Subject: Confirm your email address/)
    const mailed = /^\d{6}\b/m.exec(mail)?.[0] ?? ''
    await page.getByLabel('Code from the email').fill(mailed === '000000' ? '000001' : '000000')
    await page.getByText('That code is not right').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Code from the email').fill(mailed)
    await page.getByLabel('Name').fill('Aegis')
    await pageButton(page, 'Continue').click()
    const picture = page.getByRole('img', { name: /QR code/ })
    await picture.waitFor()
    expect(await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true)
    const code = await appOf(page)
    await page.getByLabel('Code from the app').fill(code(3600))
    await page.getByText('That code is not right').waitFor()
    await page.getByLabel('Code from the app').fill(code())
    await toast(page, 'Two-step sign-in is on').waitFor()
    await page.getByText('Aegis', { exact: true }).waitFor()

    await page.getByRole('tab', { name: 'Sessions' }).click()
    await pageButton(page, 'Sign out here').click()
    await page.waitForURL(`${site.url}/login`)
    await page.goto(`${site.url}/login?from=${encodeURIComponent('/account?section=two-step')}`)
    await signInByForm(page, 'app@mail.example')
    // The next code: each one is valid once.
    await page.getByLabel('Code from your app').fill(code(30))
    await page.waitForURL(sectionAddress(site.url, 'two-step'))

    await pageButton(page, 'Remove Aegis').click()
    const dialog = page.getByRole('dialog', { name: 'Remove “Aegis”?' })
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
    await pageButton(page, 'Remove Aegis').click()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await toast(page, 'Second step removed').waitFor()
    await page.getByText('No second step yet').waitFor()
  })

  test('that is lost is replaced by a recovery code, which works once', async () => {
    const email = 'lost@mail.example'
    const device = authClient(fetch, site.url)
    await device.signUp({ email, password: PASSWORD })
    await enrol(device, 'Lost')
    const page = await open('about:blank')
    await storeSession(page, (await device.getSession()).data.session ?? {})
    await page.goto(sectionAddress(site.url, 'two-step'))
    await page.getByText('You have no recovery codes.').waitFor()
    await pageButton(page, 'Make ten codes').click()
    const codes = page.locator('ol[translate=no] li')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    expect(await violations(page)).toEqual([])
    const code = await codes.first().innerText()
    const saved = page.waitForEvent('download')
    await pageButton(page, 'Save as a text file').click()
    expect(readFileSync(await (await saved).path(), 'utf8')).toContain(code)
    await pageButton(page, 'I have saved them').click()
    await page.getByText('You have 10 unused codes.').waitFor()

    const laptop = await open(`${site.url}/login?from=${encodeURIComponent('/account?section=two-step')}`)
    await signInByForm(laptop, email)
    await pageButton(laptop, 'Use a recovery code').click()
    await laptop.getByLabel('Recovery code').fill('00000-00000')
    await pageButton(laptop, 'Confirm').click()
    await laptop.getByText('That code is not right, or it was used before.').waitFor()
    expect(await violations(laptop)).toEqual([])
    await laptop.getByLabel('Recovery code').fill(code.toUpperCase())
    await pageButton(laptop, 'Confirm').click()
    await laptop.waitForURL(sectionAddress(site.url, 'two-step'))
    await laptop.getByText('You have 9 unused codes.').waitFor()
  })

  test('that the session has lost is asked for in place, and the action continues', async () => {
    const device = authClient(fetch, site.url)
    await device.signUp({ email: 'lowered@mail.example', password: PASSWORD })
    const kept = await enrol(device, 'Kept')
    const removed = await enrol(device, 'Removed')
    const session = (await device.getSession()).data.session ?? {}
    // The session used this factor, so the server lowers its level. The tokens do not show that yet.
    expect((await device.mfa.unenroll({ factorId: removed.factorId })).error).toBeNull()

    const page = await open('about:blank')
    await storeSession(page, session)
    await page.goto(sectionAddress(site.url, 'password'))
    await page.getByLabel('New password', { exact: true }).fill('a quiet river')
    await page.getByLabel('Confirm new password').fill('a quiet river')
    await pageButton(page, 'Set new password').click()
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    expect((await signInElsewhere(site.url, 'lowered@mail.example')).status).toBe(200)
    await page.getByRole('radio', { name: 'Kept' }).check()
    await page.getByLabel('Code from your app').fill(kept.code(30))
    await toast(page, 'Password changed').waitFor()
    expect((await signInElsewhere(site.url, 'lowered@mail.example', 'a quiet river')).status).toBe(200)
  })

  test('with a phone sends the code as a text message', async () => {
    const { page } = await openAccount(open, site.url, 'sms@mail.example', 'two-step')
    await pageButton(page, 'Add a phone').click()
    await pageButton(page, 'Continue without confirming').click()
    await page.getByLabel('Phone number', { exact: true }).fill('mine')
    await pageButton(page, 'Send me a code').click()
    await page.getByText('Enter a valid phone number.').waitFor()
    await page.getByLabel('Phone number', { exact: true }).fill('0803 555 0199')
    await pageButton(page, 'Send me a code').click()
    await page.getByText(/You can ask for a new one in \d+ seconds/).waitFor()
    await page.getByLabel('Code from the text message').fill(await textedCode('2348035550199'))
    await toast(page, 'Two-step sign-in is on').waitFor()
    await page.getByText('Add a second one in case you lose your phone').waitFor()
    expect(await page.getByText('My phone number', { exact: true }).isVisible()).toBe(true)
  })

  test('that is abandoned leaves nothing behind, and can be set up again under the same name', async () => {
    const { page } = await openAccount(open, site.url, 'half@mail.example', 'two-step')
    for (let times = 0; times < 2; times++) {
      await pageButton(page, 'Add an authenticator app').click()
      await pageButton(page, 'Continue without confirming').click()
      await pageButton(page, 'Continue').click()
      await page.getByRole('img', { name: /QR code/ }).waitFor()
      await pageButton(page, 'Cancel').click()
      await page.getByText('No second step yet').waitFor()
      expect(await toast(page, 'The second step could not be added').count()).toBe(0)
    }
  })
})

/** Enrolls an authenticator app with its first code. */
async function enrol(device: ReturnType<typeof authClient>, friendlyName: string) {
  const { data, error } = await device.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const totp = new TOTP({ secret: data.totp.secret })
  const code = (secondsFromNow = 0) => totp.generate({ timestamp: Date.now() + secondsFromNow * 1000 })
  const verified = await device.mfa.challengeAndVerify({ factorId: data.id, code: code() })
  if (verified.error) throw verified.error
  return { factorId: data.id, code }
}

/** Waits for the text message to a number. @returns its code */
async function textedCode(phone: string): Promise<string> {
  const folder = join(site.dataDir, 'sms')
  for (let tries = 0; ; tries++) {
    const names = existsSync(folder) ? readdirSync(folder) : []
    const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'))
    const code = /\b(\d{6})\b/.exec(texts.find((text) => text.includes(phone)) ?? '')?.[1]
    if (code !== undefined) return code
    if (tries > 100) throw new Error(`no message to ${phone}`)
    await pause(100)
  }
}

describe('sessions', () => {
  test('a revoked session signs out its device, which says so', async () => {
    const { page: here } = await openAccount(open, site.url, 'two@mail.example', 'sessions')
    const there = await open(`${site.url}/login?from=/account`)
    await signInByForm(there, 'two@mail.example')
    await there.waitForURL(`${site.url}/account`)
    await there.getByLabel('Full name').waitFor()

    await here.reload()
    await here.getByRole('button', { name: /^Sign out Chrome on/ }).click()
    await toast(here, 'Device signed out').waitFor()
    await expect.poll(() => here.getByRole('button', { name: /^Sign out .+, signed in on/ }).count()).toBe(0)
    await here.getByText('This device', { exact: true }).waitFor()

    await there.getByRole('tab', { name: 'Sessions' }).click()
    // Both at once, because a toast disappears.
    await Promise.all([toast(there, 'Your session has ended').waitFor(), there.waitForURL(/\/login\?from=/)])
  })

  test('all other sessions are revoked together', async () => {
    const { page } = await openAccount(open, site.url, 'others@mail.example', 'sessions')
    const { access_token } = Session.parse(await (await signInElsewhere(site.url, 'others@mail.example')).json())
    await page.reload()
    await pageButton(page, 'Sign out elsewhere').click()
    await toast(page, 'Your other devices are signed out').waitFor()
    await expect.poll(() => pageButton(page, 'Sign out elsewhere').isDisabled()).toBe(true)
    const { status } = await fetch(`${site.url}/api/profile`, {
      headers: { Authorization: `Bearer ${access_token}` },
    })
    expect(status).toBe(401)
  })
})
