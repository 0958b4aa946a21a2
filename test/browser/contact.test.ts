/** The contact page: a real browser, the server as a process, and the mail in the outbox. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '../../contract/platform/rate-limits.ts'
import { useBrowser, waitUntilRunning } from '../support/browser.ts'
import { endProcesses, startServer, temporaryFolder, type ServerProcess, type Variables } from '../support/process.ts'
import { postgresVariables } from '../support/shared-database.ts'
import { submitButton } from '../support/submit-button.ts'

// Some tests cause refusals or stop the server, which the browser logs as errors.
const open = useBrowser([/status of 4(00|29)/, /ERR_CONNECTION_REFUSED/, /ERR_FAILED/])
const SUPPORT_EMAIL = 'help@kano.example'
const SUPPORT_PHONE = '+234 (0) 809-000-0001'
const MESSAGES = '**/api/contact-messages'
const THANKS = "Thank you for your message! We'll get back to you within 24 hours."

const dataDir = temporaryFolder()
/** A server apart: it limits rates, and the operator's own contacts are set. */
let server: ServerProcess
let variables: Variables
beforeAll(async () => {
  variables = { ...(await postgresVariables()), DATA_DIR: dataDir, SUPPORT_EMAIL, SUPPORT_PHONE }
  server = await startServer(variables)
})
afterAll(endProcesses)

const WORDS = {
  'First name': 'Amina',
  'Last name': 'Yusuf',
  Email: 'amina.yusuf@mail.example',
  Subject: 'School fees in Kano',
  Message: 'Good morning.\nHow do I apply for my daughter?',
} as const
type Label = keyof typeof WORDS
const LABELS: readonly Label[] = ['First name', 'Last name', 'Email', 'Subject', 'Message']

const field = (page: Page, label: Label) => page.getByLabel(label, { exact: true })
const sentDialog = (page: Page) => page.getByRole('dialog', { name: 'Message sent' })
const notSent = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your message has not been sent yet' })

/** Opens the page, whose script runs: before, the browser sends the form itself, and shows another page. */
async function openContact(): Promise<Page> {
  const page = await open(`${server.url}/contact`)
  await waitUntilRunning(page)
  return page
}

async function fillIn(page: Page, words: Partial<Record<Label, string>> = {}): Promise<void> {
  for (const label of LABELS) await field(page, label).fill(words[label] ?? WORDS[label])
}

async function typed(page: Page): Promise<string[]> {
  return Promise.all(LABELS.map((label) => field(page, label).inputValue()))
}

/** The mails with this subject, once there is one: a job sends them. */
async function mailsAbout(subject: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  const found = () =>
    (existsSync(outbox) ? readdirSync(outbox) : [])
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
      .filter((mail) => mail.includes(`Subject: Contact: ${subject}`))
  await expect.poll(() => found().length, { timeout: 60_000 }).toBeGreaterThan(0)
  return found()
}

/** Records what the page sends; `lose` drops the first answers after the server has handled the calls. */
async function watchRequests(page: Page, lose = 0): Promise<string[]> {
  const keys: string[] = []
  await page.route(MESSAGES, async (route: Route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > lose) return route.continue()
    await route.fetch()
    await route.abort()
  })
  return keys
}

describe('a message', () => {
  test('is sent, acknowledged with the text of the spec, and mailed to support', async () => {
    const page = await openContact()
    await fillIn(page)
    await submitButton(page).click()
    await sentDialog(page).getByText(THANKS, { exact: true }).waitFor()
    expect(await typed(page)).toEqual(['', '', '', '', ''])
    await page.keyboard.press('Escape')
    await sentDialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Write to us')

    const [mail = '', ...others] = await mailsAbout(WORDS.Subject)
    expect(others).toEqual([])
    expect(mail).toContain(`To: ${SUPPORT_EMAIL}\r\n`)
    expect(mail).toContain(`Reply-To: ${WORDS.Email}\r\n`)
    expect(mail).toContain('How do I apply for my daughter?')
  })

  test('is one message when the button is pressed twice; it keeps the focus while it sends', async () => {
    const page = await openContact()
    const keys = await watchRequests(page)
    const answered = Promise.withResolvers<void>()
    await page.route(MESSAGES, (route) => answered.promise.then(() => route.fallback()))
    await fillIn(page, { Subject: 'Twice' })
    await submitButton(page).dblclick()
    const busy = page.getByRole('button', { name: 'Sending …' })
    expect(await busy.getAttribute('aria-disabled')).toBe('true')
    expect(await busy.evaluate((button) => button === document.activeElement)).toBe(true)
    answered.resolve()
    await sentDialog(page).waitFor()
    expect(keys).toHaveLength(1)
    expect(await mailsAbout('Twice')).toHaveLength(1)
  })

  test('is one message even if answers are lost, and a new one after a change', async () => {
    const page = await openContact()
    const keys = await watchRequests(page, 3)
    await fillIn(page, { Subject: 'Lost' })
    await submitButton(page).click()
    await notSent(page).getByText('Check your connection').waitFor()
    expect(await field(page, 'Subject').inputValue()).toBe('Lost')
    // Two automatic tries, one more that is lost, and one that arrives.
    await submitButton(page).click()
    await sentDialog(page).waitFor()
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    expect(await mailsAbout('Lost')).toHaveLength(1)

    await page.keyboard.press('Escape')
    await fillIn(page, { Subject: 'Found' })
    await submitButton(page).click()
    await sentDialog(page).waitFor()
    expect(new Set(keys).size).toBe(2)
  })
})

describe('what is missing', () => {
  test('is reported at each field, even if it is only whitespace, and the first one gets the focus', async () => {
    const page = await openContact()
    const keys = await watchRequests(page)
    await submitButton(page).click()
    for (const label of LABELS) {
      expect(await field(page, label).getAttribute('aria-invalid')).toBe('true')
      const errorId = (await field(page, label).getAttribute('aria-describedby'))?.split(' ').at(-1)
      expect(await page.locator(`[id="${errorId}"]`).textContent()).toMatch(/^Enter /)
    }
    expect(await focusedName(page)).toBe('first_name')
    // The list above the fields has them all, and leads to each.
    const summary = page.getByRole('region', { name: '5 answers need your attention' })
    expect(await summary.getByRole('link').count()).toBe(5)
    await summary.getByRole('link', { name: 'Enter a subject.' }).click()
    expect(await focusedName(page)).toBe('subject')

    await fillIn(page, { Subject: '  ', Email: 'amina' })
    await submitButton(page).click()
    expect(await focusedName(page)).toBe('email')
    expect(await page.getByText('Enter a full email address').last().isVisible()).toBe(true)
    expect(await page.getByText('Enter a subject.').last().isVisible()).toBe(true)

    await field(page, 'Email').fill(WORDS.Email)
    expect(await field(page, 'Email').getAttribute('aria-invalid')).toBe('false')
    await field(page, 'Subject').fill('All there')
    // Only with the keyboard.
    await field(page, 'Subject').press('Enter')
    await sentDialog(page).waitFor()
    expect(keys).toHaveLength(1)
  })

  test('is also reported when only the server finds it', async () => {
    const page = await openContact()
    await fillIn(page, { Email: 'amina@-mail-.example' })
    await submitButton(page).click()
    await page.getByText('Enter an email address.').last().waitFor()
    expect(await focusedName(page)).toBe('email')
    expect(await field(page, 'Message').inputValue()).toBe(WORDS.Message)
  })
})

/** Uses up the rate limit, in a window that does not end soon. */
async function useUp(url: string): Promise<void> {
  const body = JSON.stringify({ first_name: 'A', last_name: 'B', email: 'a@mail.example', subject: 'S', message: 'M' })
  for (;;) {
    const answers = await Promise.all(
      Array.from({ length: rateLimits.contact.requests + 1 }, () =>
        fetch(`${url}/api/contact-messages`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
          body,
        }),
      ),
    )
    const seconds = Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))
    if (seconds > 10) return
    await pause(seconds * 1000)
  }
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

test('when the server is down, the text stays, and is sent once it is back', async () => {
  const page = await openContact()
  await fillIn(page)
  await submitButton(page).waitFor()
  await server.stop()
  await submitButton(page).click()
  await notSent(page).getByText('Your text is still in the form.').waitFor()
  expect(await typed(page)).toEqual(Object.values(WORDS))

  server = await startServer({ ...variables, PORT: new URL(server.url).port })
  await submitButton(page).click()
  await sentDialog(page).waitFor()
})

describe('without JavaScript', () => {
  const SUBJECT = 'A phone without scripts'

  test('the form is sent, once however often it is pressed, and mailed to support', async () => {
    const page = await open(`${server.url}/contact`, { javaScriptEnabled: false })
    for (let press = 0; press < 2; press += 1) {
      await page.goto(`${server.url}/contact`)
      await fillIn(page, { Subject: SUBJECT })
      await submitButton(page).click()
      await page.getByRole('heading', { name: 'Message sent' }).waitFor()
      await page.getByText(THANKS).waitFor()
    }
    expect(page.url()).not.toContain('?')
    const [mail, ...others] = await mailsAbout(SUBJECT)
    expect(mail).toContain('How do I apply for my daughter?')
    expect(others).toEqual([])
  })

  test('a refused form says why, and its text is still there on the way back', async () => {
    const page = await open(`${server.url}/contact`, { javaScriptEnabled: false })
    await fillIn(page, { Email: 'amina@mail', Subject: 'Refused' })
    await submitButton(page).click()
    await page.getByText('Email: Enter an email address.').waitFor()
    await page.goBack()
    expect(await field(page, 'Message').inputValue()).toBe(WORDS.Message)
  })

  test('the answers are no pages of their own', async () => {
    for (const path of ['/contact/sent', '/contact/not-sent']) expect((await fetch(server.url + path)).status).toBe(404)
    const asked = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const refused = await fetch(`${server.url}/contact`, { ...asked, body: 'first_name=%3Cb%3EAmina' })
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([400, 'no-store'])
    expect(await refused.text()).not.toMatch(/%[A-Z_]+%|<script/)
  })
})

test('the footer and the pages show the configured contacts', async () => {
  for (const [address, places] of [
    ['/', 1],
    ['/contact', 2],
    ['/register', 2],
  ] as const) {
    const page = await open(server.url + address)
    await page.getByRole('contentinfo').getByRole('link', { name: SUPPORT_EMAIL }).waitFor()
    expect(await page.locator(`a[href="mailto:${SUPPORT_EMAIL}"]`).count()).toBe(places)
    expect(await page.locator('a[href="tel:+23408090000001"]').count()).toBe(places)
  }
})

// The last one: the server takes no more messages for a while.
test('when the network has sent too many messages, the text stays, and the page says how long to wait', async () => {
  const page = await openContact()
  await fillIn(page)
  await useUp(server.url)
  await submitButton(page).click()
  await notSent(page)
    .getByText(/Wait \d+ seconds, then send it again\./)
    .waitFor()
  expect(await typed(page)).toEqual(Object.values(WORDS))
})
