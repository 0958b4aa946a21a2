/** The account page: profile, linked sign-ins, data, and what its sections have in common. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openAccount, pageButton, SECTIONS, sectionAddress, signInElsewhere, toast } from '../support/account-page.ts'
import { useBrowser } from '../support/browser.ts'
import { startOidcProvider, type OidcProvider } from '../support/oidc.ts'
import { endProcesses, startServer, temporaryFolder, type ServerProcess } from '../support/process.ts'
import { postgresVariables } from '../support/shared-database.ts'
import { routeOnce } from '../support/routing.ts'
import { mailTo, PASSWORD, signInByForm, signUp, storeSession } from '../support/signing-in.ts'
import { fetchFont, shiftsOf, watchShifts } from '../support/shifts.ts'

// Some tests cause refusals on purpose, which the browser logs as errors.
const open = useBrowser([/status of (4\d\d|503)/])
const dataDir = temporaryFolder()
let provider: OidcProvider
/** A server apart: people can sign in with a provider. */
let server: ServerProcess
beforeAll(async () => {
  provider = await startOidcProvider()
  server = await startServer({
    ...(await postgresVariables()),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    ...provider.variables,
  })
})
afterAll(async () => {
  await endProcesses()
  await provider.close()
})

test('a signed-out person goes to the sign-in, and returns to the section', async () => {
  await signUp(server.url, 'chidi@mail.example')
  const page = await open(sectionAddress(server.url, 'sessions'))
  await page.waitForURL(`${server.url}/login?from=%2Faccount%3Fsection%3Dsessions`)
  await signInByForm(page, 'chidi@mail.example')
  await page.waitForURL(sectionAddress(server.url, 'sessions'))
  await page.getByText('This device', { exact: true }).waitFor()
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Sessions')
})

describe('the profile', () => {
  test('is saved, and remains after a reload', async () => {
    const { page } = await openAccount(open, server.url, 'amina@mail.example', 'profile')
    expect(await page.getByLabel('Full name').inputValue()).toBe('Amina Yusuf')
    await page.getByLabel('Full name').fill('Amina Yusuf Bello')
    await page.getByLabel('Phone').fill('+234 (0) 803-555 0101')
    await page.getByLabel('Address', { exact: true }).fill('12 Zoo Road\nKano')
    await page.getByLabel('About yourself').fill('I sew.')
    await pageButton(page, 'Save profile').click()
    await toast(page, 'Profile saved').waitFor()
    await page.reload()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Amina Yusuf Bello')
    expect(await page.getByLabel('Phone').inputValue()).toBe('+234 (0) 803-555 0101')
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('12 Zoo Road\nKano')
    expect(await page.getByLabel('About yourself').inputValue()).toBe('I sew.')
  })

  test('explains an invalid phone number at the field, sends nothing, and keeps the text', async () => {
    const { page } = await openAccount(open, server.url, 'phone@mail.example', 'profile')
    let sent = 0
    page.on('request', (request) => (sent += request.method() === 'PUT' ? 1 : 0))
    const phone = page.getByLabel('Phone')
    await phone.fill('call me')
    await pageButton(page, 'Save profile').click()
    await page.getByText('Enter a valid phone number.').waitFor()
    expect(await phone.getAttribute('aria-invalid')).toBe('true')
    expect(await phone.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await phone.inputValue()).toBe('call me')
    expect(sent).toBe(0)
  })

  test('says when it cannot be loaded, and loads on retry', async () => {
    const session = await signUp(server.url, 'slow@mail.example')
    const page = await open('about:blank')
    await storeSession(page, session)
    await routeOnce(page, '**/api/profile', (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }))
    await page.goto(sectionAddress(server.url, 'password'))
    await page.getByRole('tab', { name: 'Profile' }).click()
    await page.getByText('This section could not be loaded').waitFor()
    await pageButton(page, 'Try again').click()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Amina Yusuf')
  })

  test('changes the email address with a code that is mailed to the new one', async () => {
    const { page } = await openAccount(open, server.url, 'old@mail.example', 'profile')
    await pageButton(page, 'Change email address').click()
    await page.getByLabel('New email address').fill('old@mail.example')
    await pageButton(page, 'Send code').click()
    await page.getByText('This is already your address.').waitFor()
    await page.getByLabel('New email address').fill('new@mail.example')
    await pageButton(page, 'Send code').click()
    await page.getByText('Waiting for you to confirm new@mail.example').waitFor()
    await page.reload()
    const code = /\b(\d{6})\b/.exec(await mailTo(dataDir, 'new@mail.example', /\b\d{6}\b/))?.[1] ?? ''
    await page.getByLabel('Code from the email').fill(code === '000000' ? '000001' : '000000')
    await page.getByText('That code is not right').waitFor()
    await page.getByLabel('Code from the email').fill(code)
    await toast(page, 'Email address changed').waitFor()
    expect((await signInElsewhere(server.url, 'new@mail.example', PASSWORD)).status).toBe(200)
    expect((await signInElsewhere(server.url, 'old@mail.example', PASSWORD)).status).toBe(400)
  })
})

describe('linked sign-ins', () => {
  test('are added and removed, but the last one cannot be removed', async () => {
    const { page } = await openAccount(open, server.url, 'linked@mail.example', 'linked')
    const last = pageButton(page, 'Unlink Email and password')
    await last.waitFor()
    expect(await last.isDisabled()).toBe(true)
    const reason = await last.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${reason}"]`).textContent()).toBe(
      'This is your only sign-in method, so you cannot remove it.',
    )

    provider.signsIn({ sub: 'linked', email: 'linked@id.example', email_verified: true })
    await pageButton(page, 'Link Example ID').click()
    await page.getByText('linked@id.example').waitFor()
    expect(await last.isDisabled()).toBe(false)

    await pageButton(page, 'Unlink Example ID').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink', exact: true }).click()
    await toast(page, 'Sign-in unlinked').waitFor()
    await expect.poll(() => last.isDisabled()).toBe(true)
    expect(await page.getByText('linked@id.example').count()).toBe(0)
  })

  test('of another account are refused with our own text, and the address bar is cleaned', async () => {
    provider.signsIn({ sub: 'taken', email: 'taken@id.example', email_verified: true })
    const { page: first } = await openAccount(open, server.url, 'first@mail.example', 'linked')
    await pageButton(first, 'Link Example ID').click()
    await first.getByText('taken@id.example').waitFor()
    const { page } = await openAccount(open, server.url, 'second@mail.example', 'linked')
    await pageButton(page, 'Link Example ID').click()
    await toast(page, 'This sign-in could not be linked').getByText('It is already linked').waitFor()
    await page.waitForURL(sectionAddress(server.url, 'linked'))
    await pageButton(page, 'Unlink Email and password').waitFor()
    expect(await page.getByText('taken@id.example').count()).toBe(0)
  })
})

describe('the data', () => {
  test('is exported as one file, which contains the profile', async () => {
    const { page } = await openAccount(open, server.url, 'data@mail.example', 'data')
    // Half past midnight in Lagos.
    await page.route('**/api/account/data', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), taken_at: '2026-11-28T23:30:00.000Z' } })
    })
    const [download] = await Promise.all([page.waitForEvent('download'), pageButton(page, 'Download my data').click()])
    expect(download.suggestedFilename()).toBe('taimako-my-data-2026-11-29.json')
    const text = await readFile(await download.path(), 'utf8')
    expect(z.looseObject({ taken_at: z.string() }).parse(JSON.parse(text)).taken_at).not.toBe('')
    expect(text).toContain('Amina Yusuf')
    expect(text).toContain('data@mail.example')
  })

  test('is erased with the account, after the password and a confirmation', async () => {
    const { page, session } = await openAccount(open, server.url, 'closing@mail.example', 'data')
    await pageButton(page, 'Close my account').click()
    const dialog = page.getByRole('dialog', { name: 'Close this account?' })
    await dialog.getByRole('button', { name: 'Close my account permanently' }).click()
    await dialog.getByText('Enter your password.').waitFor()
    await dialog.getByText('Tick the box to confirm.').waitFor()
    await dialog.getByLabel('Your password', { exact: true }).fill('not this one')
    await dialog.getByLabel('I understand that this cannot be undone').check()
    await dialog.getByRole('button', { name: 'Close my account permanently' }).click()
    await dialog.getByText('That is not the password for this account.').waitFor()
    expect((await signInElsewhere(server.url, 'closing@mail.example', PASSWORD)).status).toBe(200)

    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Close my account permanently' }).click()
    await page.getByRole('heading', { name: 'Your account is closed' }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
    expect((await signInElsewhere(server.url, 'closing@mail.example', PASSWORD)).status).toBe(400)
    const { status } = await fetch(`${server.url}/api/profile`, {
      headers: { Authorization: `Bearer ${session.access_token}` },
    })
    expect(status).toBe(401)
  })
})

describe('every section', () => {
  test('fits a phone, and nothing moves while it loads', async () => {
    const session = await signUp(server.url, 'axe@mail.example')
    const page = await open('about:blank', { viewport: { width: 360, height: 1400 }, fresh: true })
    await storeSession(page, session)
    await fetchFont(page)
    await watchShifts(page)
    for (const section of SECTIONS) {
      await page.goto(sectionAddress(server.url, section))
      await page.getByRole('tab', { selected: true }).waitFor()
      await page.locator('.label-and-content h3, .label-and-content .empty').first().waitFor()
      await page.locator('main:not(:has([aria-busy=true]))').waitFor()
      expect([section, await shiftsOf(page)]).toEqual([section, { score: 0, moved: [] }])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    }
  })

  test('is reached with the arrow keys, and by its address', async () => {
    const { page } = await openAccount(open, server.url, 'keys@mail.example', 'profile')
    const tab = (name: string) => page.getByRole('tab', { name, selected: true })
    await page.getByRole('tab', { name: 'Profile' }).focus()
    // Past the first tab is the last one.
    for (const [key, name] of [
      ['ArrowLeft', 'Your data'],
      ['ArrowRight', 'Profile'],
      ['End', 'Your data'],
      ['Home', 'Profile'],
    ] as const) {
      await page.keyboard.press(key)
      await tab(name).waitFor()
      expect(await tab(name).evaluate((element) => element === document.activeElement)).toBe(true)
    }
    // The tabs are one stop.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tabpanel')
    await page.keyboard.press('Shift+Tab')
    // The next keys are pressed before the first selection is drawn.
    await page.evaluate(() => {
      for (const key of ['End', 'ArrowLeft', 'ArrowLeft'])
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    await page.waitForURL(sectionAddress(server.url, 'sessions'))
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Sessions')
  })
})
