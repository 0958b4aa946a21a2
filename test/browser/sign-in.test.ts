/** Signing in and registering with the published auth client in a real browser. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { hours } from '../../server/platform/clock.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { routeForNow } from '../support/routing.ts'
import { useSite } from '../support/site.ts'
import { endProcesses, startServer, temporaryFolder } from '../support/process.ts'
import { postgresVariables } from '../support/shared-database.ts'
import { STAND_IN_CAPTCHA } from '../support/captcha.ts'
import { enrolApp, mailTo, PASSWORD, signInByForm, signUp, STORAGE_KEY, storeSession } from '../support/signing-in.ts'
import { submitButton } from '../support/submit-button.ts'

// Many tests cause refusals on purpose, which the browser logs as errors.
const open = useBrowser([/status of 4\d\d/, /Page not found/, /ERR_FAILED/])
const site = useSite()
afterAll(endProcesses)

const toast = (page: Page, title: string) =>
  page.locator('[popover].toast').filter({ has: page.getByText(title, { exact: true }) })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

describe('signing in', () => {
  test('shows a welcome, and replaces the form with the remembered page', async () => {
    await signUp(site.url, 'amina@mail.example')
    const page = await open(`${site.url}/about`)
    await page.goto(`${site.url}/login?from=${encodeURIComponent('/donate#give')}`)
    await signInByForm(page, 'Amina@mail.example ')
    await toast(page, 'Welcome back!').getByText('You have been signed in successfully.').waitFor()
    await page.waitForURL(`${site.url}/donate#give`)
    await page.goBack()
    expect(page.url()).toBe(`${site.url}/about`)
    // A signed-in person is redirected immediately, without another welcome.
    await page.goto(`${site.url}/login?from=/contact`)
    await page.waitForURL(`${site.url}/contact`)
    expect(await toast(page, 'Welcome back!').count()).toBe(0)
  })

  test('never redirects to another site', async () => {
    const page = await open('about:blank')
    await storeSession(page, await signUp(site.url, 'led@mail.example'))
    await page.goto(`${site.url}/login?${new URLSearchParams({ from: '//evil.example' })}`)
    // An account without a request for aid: its dashboard would be empty.
    await page.waitForURL(`${site.url}/wallet`)
    expect(new URL(page.url()).origin).toBe(site.url)
  })

  test('with a wrong password shows the protocol’s message, keeps the form, and accepts the right one', async () => {
    await signUp(site.url, 'bola@mail.example')
    const page = await open(`${site.url}/login`)
    await signInByForm(page, 'bola@mail.example', 'not this one')
    await toast(page, 'Error').getByText('Invalid login credentials').waitFor()
    const beside = page.getByRole('tabpanel').getByText('The email address and the password do not match.')
    await beside.waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('bola@mail.example')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('not this one')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await toast(page, 'Welcome back!').waitFor()
    expect(await toast(page, 'Error').count()).toBe(0)
    expect(await beside.count()).toBe(0)
  })

  test('reports missing input at each field, without calling the server', async () => {
    const page = await open(`${site.url}/login`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await submitButton(page).click()
    await expect.poll(() => focused(page)).toBe('email')
    const summary = page.getByRole('region', { name: '2 answers need your attention' })
    await summary.getByRole('link', { name: 'Enter your email address.' }).waitFor()
    await summary.getByRole('link', { name: 'Enter your password.' }).click()
    await expect.poll(() => focused(page)).toBe('password')
    expect(await page.getByText('Enter your password.').count()).toBe(2)
    await signInByForm(page, 'bola', 'x')
    await page.getByText('Enter a full email address').last().waitFor()
    expect(asked.filter((address) => address.includes('/auth/v1'))).toEqual([])
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.waitForURL(`${site.url}/forgot-password`)
  })

  test('says when the server does not answer, and keeps the form', async () => {
    const page = await open(`${site.url}/login`)
    await page.route('**/auth/v1/token**', (route) => route.abort())
    await signInByForm(page, 'bola@mail.example')
    await toast(page, 'Error').getByText('We could not reach the server.').waitFor()
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD)
  })

  test('stays on the page while this device has an unfinished registration of the person', async () => {
    const email = 'halfway@mail.example'
    await signUp(site.url, email)
    const page = await open(`${site.url}/login`)
    const draft = JSON.stringify({ email, kept_until: Date.now() + hours(1) })
    await page.evaluate((kept) => localStorage.setItem('taimako-registration', kept), draft)
    await signInByForm(page, email)
    await page.getByText('Your registration is not finished').waitFor()
    expect(page.url()).toBe(`${site.url}/login`)
  })
})

describe('an account with a second step', () => {
  test('requires the code first; a wrong one is reported at its field, and the sixth digit submits it', async () => {
    const { access_token } = await signUp(site.url, 'careful@mail.example')
    const codes = await enrolApp(site.url, access_token)
    const page = await open(`${site.url}/login?from=/about`)
    await signInByForm(page, 'careful@mail.example')
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    expect(await toast(page, 'Welcome back!').count()).toBe(0)
    const code = page.getByLabel('Code from your app')
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await violationsInEachTheme(page)).toEqual([])

    await code.fill('000000')
    await page.getByText('That code is not right').waitFor()
    await expect.poll(() => focused(page)).toBe('code')
    // Without a connection the failure is said at the same place.
    const reconnect = await routeForNow(page, '**/auth/v1/factors/**', (route) => route.abort())
    await code.fill('111111')
    await page.locator('form').getByText('We could not reach the server.').waitFor()
    reconnect()
    // A reload changes nothing: the code is still required.
    await page.reload()
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await code.pressSequentially(codes.generate())
    await toast(page, 'Welcome back!').waitFor()
    await page.waitForURL(`${site.url}/about`)
  })

  test('can be cancelled: the session ends on this device', async () => {
    const { access_token } = await signUp(site.url, 'undecided@mail.example')
    await enrolApp(site.url, access_token)
    const page = await open(`${site.url}/login`)
    await signInByForm(page, 'undecided@mail.example')
    await page.getByRole('button', { name: 'Cancel and sign out' }).click()
    await page.getByRole('tab', { name: 'Sign In' }).waitFor()
    expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).toBeNull()
  })
})

const REGISTRATION = {
  'First name': 'Chidi',
  'Last name': 'Okafor',
  Email: 'chidi@mail.example',
  Password: PASSWORD,
  'Confirm password': PASSWORD,
} as const

async function register(page: Page, changed: Partial<Record<keyof typeof REGISTRATION, string>> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...REGISTRATION, ...changed }))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Create my account', exact: true }).click()
}

describe('only an account', () => {
  test('is refused with the texts of the spec, and sends nothing', async () => {
    const page = await open(`${site.url}/register/account`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await register(page, { 'First name': '  ', Email: '', 'Confirm password': '' })
    await toast(page, 'Missing required fields')
      .getByText('Please fill: First name, Email, Confirm password', { exact: true })
      .waitFor()
    await expect.poll(() => focused(page)).toBe('first_name')
    await register(page, { 'Confirm password': 'another one' })
    await toast(page, 'Password mismatch').getByText('Passwords do not match', { exact: true }).waitFor()
    await register(page, { Password: 'five5', 'Confirm password': 'five5' })
    await toast(page, 'Weak password').getByText('Password must be at least 6 characters', { exact: true }).waitFor()
    expect(asked.filter((address) => address.includes('/auth/v1'))).toEqual([])
  })

  test('is created and signed in; a known address is refused with the message', async () => {
    const page = await open(`${site.url}/register/account?from=/about`)
    const sent = page.waitForRequest('**/auth/v1/signup**')
    await register(page)
    expect((await sent).postDataJSON()).toMatchObject({ data: { full_name: 'Chidi Okafor', role: 'beneficiary' } })
    await toast(page, 'Your account is ready').waitFor()
    await page.waitForURL(`${site.url}/about`)

    const other = await open(`${site.url}/register/account`)
    await register(other)
    await toast(other, 'Registration failed').getByText('User already registered').waitFor()
    expect(await other.getByLabel('First name').inputValue()).toBe('Chidi')
  })

  test('shows the strength of the password, and the password on request', async () => {
    const page = await open(`${site.url}/register/account`)
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('12345')
    await page.getByText('Too short').waitFor()
    await password.fill(PASSWORD)
    await page.getByText('Hard to guess.').waitFor()
    await page.getByRole('button', { name: 'Show password' }).first().click()
    expect(await password.getAttribute('type')).toBe('text')
  })
})

describe('in both themes', () => {
  test('axe finds nothing on the forms, with their errors shown', async () => {
    const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
    for (const address of ['/login', '/register/account', '/forgot-password', '/reset-password']) {
      await page.goto(site.url + address)
      await submitButton(page).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      expect(await violationsInEachTheme(page)).toEqual([])
    }
  })
})

describe('a configured instance', () => {
  test('requires confirmed addresses, leads to recovery, and offers another sign-in', async () => {
    const folder = temporaryFolder()
    const strict = await startServer({
      ...(await postgresVariables()),
      RATE_LIMITS: 'off',
      DATA_DIR: folder,
      AUTH_CONFIRM_EMAIL: '1',
      OAUTH_OIDC_ISSUER: 'https://id.example',
      OAUTH_OIDC_CLIENT_ID: 'taimako',
      OAUTH_OIDC_CLIENT_SECRET: 'secret',
      OAUTH_OIDC_NAME: 'Kano ID',
    })
    const page = await open(`${strict.url}/register/account?from=/about`)
    await register(page)
    await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
    await page.getByText(REGISTRATION.Email).waitFor()
    // The sixth digit submits the code. Pressing Enter as well does not remove the error.
    const unfit = page.getByText('That code is not right, or it has expired. Use the newest one.')
    await page.getByLabel('Code from the email').fill('000000')
    await unfit.waitFor()
    await page.getByLabel('Code from the email').press('Enter')
    expect(await unfit.count()).toBe(1)
    const code = /\b\d{6}\b/.exec(await mailTo(folder, REGISTRATION.Email, /\b\d{6}\b/))?.[0] ?? ''
    await page.getByLabel('Code from the email').fill(code)
    await page.waitForURL(`${strict.url}/about`)

    // A stranger signed up with the address first, and its owner confirms elsewhere: one press leads to a password of their own.
    const [email, owns] = ['bola@mail.example', 'a password of my own']
    const auth = (path: string, body: object) =>
      fetch(`${strict.url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    await auth('signup', { email, password: PASSWORD })
    await auth('signup', { email, password: owns })
    const token = /\b\d{6}\b/.exec(await mailTo(folder, email, /\b\d{6}\b/))?.[0]
    expect((await auth('verify', { type: 'signup', email, token })).status).toBe(200)
    const owner = await open(`${strict.url}/login`)
    await signInByForm(owner, email, owns)
    await owner.getByText('If someone signed up with it before you', { exact: false }).waitFor()
    expect(await violationsInEachTheme(owner)).toEqual([])
    await owner.getByRole('button', { name: 'Email me a link to a new password' }).click()
    await owner.waitForURL(`${strict.url}/forgot-password`)
    await owner.getByText(`If ${email} has an account here, we have sent an email to it.`).waitFor()
    const recovery = /\b\d{6}\b/.exec(await mailTo(folder, email, /type=recovery/))?.[0] ?? ''
    await owner.getByLabel('Code from the email').fill(recovery)
    await owner.waitForURL(`${strict.url}/reset-password`)

    // The other sign-in starts with a challenge of this browser, and returns to the sign-in page.
    const other = await open(`${strict.url}/login?from=/about`)
    await other.route('**/auth/v1/authorize**', (route) => route.fulfill({ body: 'elsewhere' }))
    const asked = other.waitForRequest('**/auth/v1/authorize**')
    await other.getByRole('button', { name: 'Continue with Kano ID' }).click()
    const { searchParams } = new URL((await asked).url())
    expect(searchParams.get('provider')).toBe('oidc')
    expect(searchParams.get('redirect_to')).toBe(`${strict.url}/login?from=%2Fabout`)
    expect(searchParams.get('code_challenge_method')).toBe('s256')
    await strict.stop()
  })

  test('requires a captcha, sends each token once, and accepts no new accounts', async () => {
    const asking = await startServer({
      ...(await postgresVariables()),
      AUTH_SIGNUP: 'off',
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'site-key',
      CAPTCHA_SECRET: 'secret',
      // No captcha server runs there, so the server cannot verify and refuses.
      CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/siteverify',
    })
    const script = 'https://challenges.cloudflare.com/**'
    const page = await open('about:blank')
    await page.route(script, (route) => route.abort())
    await page.goto(`${asking.url}/login`)
    await page.getByText('The check that you are a person could not be loaded.').waitFor()

    await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: STAND_IN_CAPTCHA }))
    await page.getByRole('button', { name: 'Try again' }).click()
    const answer = page.getByRole('button', { name: 'I am a person' })
    await answer.waitFor()
    await signInByForm(page, 'anybody@mail.example')
    await page.getByText('Answer the question above first.').waitFor()
    await answer.click()
    const sent = page.waitForRequest('**/auth/v1/token**')
    await signInByForm(page, 'anybody@mail.example')
    expect((await sent).postDataJSON()).toMatchObject({ gotrue_meta_security: { captcha_token: 'answer 1' } })
    await toast(page, 'Error').waitFor()
    // The token is used: a retry needs a new one.
    await signInByForm(page, 'anybody@mail.example')
    await page.getByText('Answer the question above first.').waitFor()

    await page.getByRole('tab', { name: 'Register' }).click()
    await page.getByText('This site does not accept new accounts').waitFor()
    expect(await page.getByRole('button', { name: 'Create my account', exact: true }).count()).toBe(0)
    await asking.stop()
  })
})
