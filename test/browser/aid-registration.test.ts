/** Registering and asking for aid together (section 4 of the spec), on a bad connection and with recovery from every failure. */
import type { Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import {
  choose,
  DRAFT_KEY,
  fillRequest,
  fillStep,
  keepDraft,
  openStep,
  paper,
  send,
  sendButton,
  toast,
  TYPED,
  whatIsThere,
} from '../support/asking-page.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { endProcesses, startServer, temporaryFolder } from '../support/process.ts'
import { postgresVariables } from '../support/shared-database.ts'
import { routeForNow, routeOnce } from '../support/routing.ts'
import { enrolApp, mailTo, pressMailedLink, signUp, storeSession } from '../support/signing-in.ts'

// These tests cause refusals and lost connections on purpose, which the browser logs as errors.
const open = useBrowser([
  /status of [45]\d\d/,
  /ERR_FAILED/,
  /ERR_INTERNET_DISCONNECTED/,
  /Page not found: .beneficiary/,
])
const site = useSite()
afterAll(endProcesses)

const draftOf = (page: Page) => page.evaluate((key) => localStorage.getItem(key), DRAFT_KEY)
/** Waits until the registration leads to the dashboard. */
const arrival = (page: Page) => page.waitForURL(/\/(account|beneficiary\/dashboard)$/)
const complete = (page: Page) =>
  toast(page, 'Registration complete')
    .getByText('Your account has been created and application submitted. You can now login to view your status.', {
      exact: true,
    })
    .waitFor()

/** A slow connection: 400 kbit/s upload, and a round trip of a third of a second. */
async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 100_000,
    uploadThroughput: 50_000,
  })
}

test('a phone with a slow connection sends account, two documents, profile and application, and opens the dashboard', async () => {
  const page = await open(`${site.url}/register/aid`, { viewport: { width: 360, height: 740 } })
  await fillRequest(page)
  await choose(page, paper('fees.pdf', 90_000), paper('Ìwé: ọmọ.pdf', 60_000))
  await page.getByLabel('Name of document 1').fill('The school’s bill')
  await throttle(page)
  await send(page)
  await page.getByRole('progressbar', { name: 'All 2 documents' }).waitFor()
  await complete(page)
  await arrival(page)
  const { applications, documents, profile } = await whatIsThere(site.url, TYPED.Email)
  expect(profile).toMatchObject({
    full_name: 'Amina Yusuf',
    phone: '+234 803 000 0000',
    address: '12 Zoo Road, Kano',
    role: 'beneficiary',
  })
  expect(documents.map(({ filename }) => filename).sort()).toEqual(['fees.pdf', 'Ìwé: ọmọ.pdf'])
  expect(documents.every(({ is_evidence }) => is_evidence)).toBe(true)
  expect(applications).toEqual([
    expect.objectContaining({
      application_type: 'schoolfees',
      description: TYPED.Description,
      amount_requested: 45_000.5,
      location: '12 Zoo Road, Kano',
      urgency: 'high',
      status: 'pending',
      documents_provided: [
        expect.stringContaining('_fees.pdf'),
        expect.stringContaining(`_${encodeURIComponent('Ìwé: ọmọ.pdf')}`),
      ],
    }),
  ])
  // Nothing of it remains on the device.
  expect(await draftOf(page)).toBeNull()
})

test('every step that fails says so, keeps everything, and can be continued, even after a reload', async () => {
  const email = 'bola@mail.example'
  const page = await open(`${site.url}/register/aid`)
  await keepDraft(page)
  await fillRequest(page, { Email: email })
  await choose(page, paper('fees.pdf'), paper('letter.pdf'))
  const press = () => send(page)
  /** Makes one call fail, once. */
  const fail = (address: string, answer: { status: number; json: object }) =>
    routeOnce(page, address, (route) => route.fulfill(answer))
  const said = (title: string, sentence: string | RegExp) => toast(page, title).getByText(sentence).waitFor()

  // The code that sends could not be loaded.
  const arrive = await routeForNow(page, '**/assets/send-with-toast-*', (route) => route.abort())
  await press()
  await said('Error', 'This page is incomplete. Reload it.')
  arrive()

  await fail('**/auth/v1/signup**', { status: 422, json: { code: 422, error_code: 'x', msg: 'Not today.' } })
  await press()
  await said('Registration failed', 'Not today.')
  await fail('**/auth/v1/signup**', { status: 200, json: {} })
  await press()
  await said('Error', 'Failed to create user account')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(TYPED.Password)

  await fail('**/storage/v1/upload/resumable', { status: 422, json: { error: 'infected_file', message: 'No.' } })
  await press()
  await said('Upload failed', 'Failed to upload fees.pdf')
  await page.getByText('We could not send your documents').waitFor()
  // The account exists: its fields are gone, and the page stays.
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
  expect(page.url()).toContain('/register/aid')

  await page.reload()
  await page.getByText('Your account has been created.').waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe(TYPED.Address)
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
  await fail('**/api/profile', {
    status: 503,
    json: { code: 'unavailable', detail: 'The database rests.', status: 503, title: 'x', type: 'about:blank' },
  })
  await press()
  await said('Profile creation failed', 'The database rests.')
  // The server received the request, but its answer is lost.
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await routeOnce(page, '**/api/applications', lose)
  await press()
  await said('Submission failed', 'Could not submit application. Try again later.')
  await press()
  await complete(page)
  await arrival(page)
  const { applications, documents } = await whatIsThere(site.url, email)
  expect([applications.length, documents.length]).toEqual([1, 2])
})

test('a lost connection is reported, and the upload continues when it is back, or begins anew where it is gone', async () => {
  const email = 'chidi@mail.example'
  const page = await open(`${site.url}/register/aid`)
  await fillRequest(page, { Email: email })
  await choose(page, paper('fees.pdf', 900_000))
  let parts = 0
  let refreshed = 0
  let begun = 0
  let gone = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/upload/resumable')) begun += 1
    if (request.url().includes('grant_type=refresh_token')) refreshed += 1
  })
  await page.route('**/storage/v1/upload/resumable/*', async (route) => {
    parts += 1
    // A long upload outlives its token: the token is refreshed, and the part sent again.
    if (parts === 1)
      return route.fulfill({ status: 401, json: { error: 'unauthorized', message: 'Please sign in first.' } })
    // The last part and the next request for the offset come to a process that does not have the upload.
    if (gone === 1 || (gone === 0 && route.request().headers()['upload-offset'] === '786432')) {
      gone += 1
      return route.fulfill({ status: 404, body: 'The file for this url was not found\n' })
    }
    // The connection is lost at the third request.
    if (parts !== 3) return route.fallback()
    await page.context().setOffline(true)
    await route.abort('internetdisconnected')
  })
  await send(page)
  await page.getByText('You are offline').waitFor()
  await page.context().setOffline(false)
  await complete(page)
  expect([refreshed, begun, gone]).toEqual([1, 2, 2])
  const { documents, applications } = await whatIsThere(site.url, email)
  expect(documents).toEqual([expect.objectContaining({ bytes: paper('fees.pdf', 900_000).buffer.length })])
  expect(applications).toHaveLength(1)
})

describe('an address that has an account', () => {
  test('is refused with a wrong password, and continues with the right one', async () => {
    const email = 'dayo@mail.example'
    await signUp(site.url, email)
    const page = await open(`${site.url}/register/aid`)
    await fillRequest(page, { Email: email, Password: 'not this one', 'Confirm password': 'not this one' })
    await send(page)
    await toast(page, 'Registration failed')
      .getByText('An account with this email address exists, and this is not its password.')
      .waitFor()
    expect(await page.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
    await openStep(page, 'About you')
    await fillStep(page, 'About you', { Email: email })
    await send(page)
    await complete(page)
    expect((await whatIsThere(site.url, email)).applications).toHaveLength(1)
  })

  test('with a second step asks for its code in place, and continues automatically', async () => {
    const email = 'efe@mail.example'
    const { access_token } = await signUp(site.url, email)
    const codes = await enrolApp(site.url, access_token)
    const page = await open(`${site.url}/register/aid`)
    await fillRequest(page, { Email: email })
    await choose(page, paper('fees.pdf'))
    await send(page)
    await page.getByLabel('Code from your app').fill(codes.generate())
    await complete(page)
    await arrival(page)
    expect(await draftOf(page)).toBeNull()
  })
})

test('with confirmation required it waits for the mailed code or link, and then continues', async () => {
  const folder = temporaryFolder()
  const strict = await startServer({
    ...(await postgresVariables()),
    RATE_LIMITS: 'off',
    DATA_DIR: folder,
    AUTH_CONFIRM_EMAIL: '1',
  })
  const email = 'linked@mail.example'
  const [page, other] = [await open(`${strict.url}/register/aid`), await open(`${strict.url}/register/aid`)]
  await fillRequest(page)
  await choose(page, paper('fees.pdf'))
  await send(page)
  await fillRequest(other, { Email: email })
  await send(other)
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
  await other.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
  // Even after a reload.
  await page.reload()
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
  const code = /\b\d{6}\b/.exec(await mailTo(folder, TYPED.Email, /\b\d{6}\b/))?.[0] ?? ''
  await page.getByLabel('Code from the email').fill(code)
  await complete(page)

  const link = /https?:\/\/\S+verify\S+/.exec(await mailTo(folder, email, /verify/))?.[0] ?? ''
  await pressMailedLink(other, link.replaceAll('&amp;', '&').replace(/[")>\]].*$/, ''))
  await complete(other)
  expect(await draftOf(other)).toBeNull()
})

test('twenty presses in two tabs make one account, one file and one application', async () => {
  const email = 'funmi@mail.example'
  const page = await open(`${site.url}/register/aid`)
  await keepDraft(page)
  await fillRequest(page, { Email: email })
  await choose(page, paper('fees.pdf', 400_000))
  const twin = await page.context().newPage()
  await twin.goto(`${site.url}/register/aid`)
  await twin.getByText('You started a request').waitFor()
  await fillStep(twin, 'About you', { Email: email })
  await Promise.all([openStep(page, 'Check your answers'), openStep(twin, 'Check your answers')])
  const pressed = (tab: Page) =>
    sendButton(tab).evaluate((button) => {
      for (let times = 0; times < 10; times++) if (button instanceof HTMLButtonElement) button.click()
    })
  await Promise.all([pressed(page), pressed(twin)])
  await Promise.all([arrival(page), arrival(twin)])
  const { applications, documents } = await whatIsThere(site.url, email)
  expect([applications.length, documents.length]).toEqual([1, 1])
})

test('an upload can be stopped and resumed, and a failed one retried', async () => {
  const email = 'a.long.address.that.no.small.phone.has.room.for@mail.example'
  const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
  await storeSession(page, await signUp(site.url, email))
  await page.goto(`${site.url}/apply-for-aid`)
  await fillRequest(page)
  const fees = paper('fees.pdf', 600_000)
  await choose(page, fees)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const offsets: (string | undefined)[] = []
  let reached = () => {}
  const held = new Promise<void>((resolve) => (reached = resolve))
  await page.route('**/storage/v1/upload/resumable/*', (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    offsets.push(route.request().headers()['upload-offset'])
    // The first part arrives, the second is lost, and the carrier answers the third with its own page.
    if (offsets.length === 1) return route.continue()
    if (offsets.length === 2) return reached()
    if (offsets.length === 3) return route.fulfill({ status: 403, body: '<h1>No credit</h1>' })
    return route.continue()
  })
  await send(page)
  await held
  await page.getByRole('button', { name: 'Stop sending fees.pdf' }).click()
  await page.getByText('Stopped. The part already sent is saved.').waitFor()
  expect(await page.locator('[popover].toast').count()).toBe(0)
  await page.getByRole('button', { name: 'Try again with fees.pdf' }).click()
  await toast(page, 'Upload failed').getByText('Failed to upload fees.pdf').waitFor()
  await page.getByText('Not sent yet. The part already sent is saved.').waitFor()
  await page.getByRole('button', { name: 'Try again with fees.pdf' }).click()
  await toast(page, 'Request sent').waitFor()
  // No part that had arrived is sent twice.
  expect(offsets).toEqual(['0', '262144', '262144', '262144', '524288'])
  const { documents, applications } = await whatIsThere(site.url, email)
  expect(documents).toMatchObject([{ filename: 'fees.pdf', bytes: fees.buffer.length, is_evidence: true }])
  expect(applications).toHaveLength(1)
})
