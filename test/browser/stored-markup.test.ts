/** User input is shown as text: on the administrators' pages, on the user's own, and in mails. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { readableMail, storeSession, type StoredSession } from '../support/signing-in.ts'

// A script or a picture would also violate the content security policy, which is a console error.
const open = useBrowser()
const MARKUP = `<img src="/x" onerror="document.title='taken'"><script>document.title='taken'</script>`

const site = useSite()
let administrator: StoredSession
let applicant: StoredSession
let requestId: string
beforeAll(async () => {
  administrator = await administratorSession(site.url)
  const written = { description: MARKUP, location: MARKUP, document_labels: [MARKUP.slice(0, 60), '<b>bold</b>'] }
  const asked = await askForAid(site.url, 'amina@mail.example', {
    name: MARKUP,
    withDocuments: true,
    request: written,
  })
  applicant = asked.session
  requestId = asked.id
  await send('PUT', '/api/profile', { full_name: MARKUP, address: MARKUP, bio: MARKUP }, applicant)
  const path = `/api/admin/applications/${requestId}`
  await send('POST', `${path}/notes`, { text: MARKUP }, administrator)
  await send('POST', `${path}/paper-requests`, { text: MARKUP }, administrator)
  await send('POST', '/api/donations', { amount: 500, message: MARKUP })
  const line = { first_name: MARKUP.slice(0, 50), last_name: '<b>Ade</b>', email: 'bola@mail.example' }
  await send('POST', '/api/contact-messages', { ...line, subject: MARKUP.slice(0, 80), message: MARKUP })
})

async function send(method: string, path: string, body: object, by?: StoredSession): Promise<void> {
  const response = await fetch(site.url + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
      ...(by && { Authorization: `Bearer ${by.access_token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
}

/** The input is visible as text, and had no effect. */
async function expectRead(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor()
  expect(await page.locator('img[src="/x"], b').count()).toBe(0)
  expect(await page.title()).not.toBe('taken')
}

test('administrators see it as text', async () => {
  const page = await open('about:blank')
  await storeSession(page, administrator)
  const show = (place: string) => page.goto(`${site.url}/admin/${place}`)
  await show('applications')
  await expectRead(page, '<script>')
  await show(`applications/${requestId}`)
  for (const text of [`School fees: ${MARKUP}`, '<b>bold</b>']) await expectRead(page, text)
  // The description, the location, the note, the requested documents and the person's bio.
  expect(await page.getByText(MARKUP, { exact: true }).count()).toBeGreaterThanOrEqual(5)
  await show('beneficiaries')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText(MARKUP).first().waitFor()
  await expectRead(page, MARKUP)
  await show('donors')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText(MARKUP, { exact: true }).waitFor()
  await expectRead(page, MARKUP)
  await show('messages')
  await expectRead(page, '<b>Ade</b>')
  await page.getByRole('link', { name: MARKUP.slice(0, 80), exact: true }).click()
  await page.getByRole('region', { name: 'Message', exact: true }).getByText(MARKUP, { exact: true }).waitFor()
  await expectRead(page, MARKUP)
  await show('audit')
  await page.getByRole('table').waitFor()
  await expectRead(page, 'What happened')
})

test('applicants see their own and the reviewers’ input as text', async () => {
  const page = await open('about:blank')
  await storeSession(page, applicant)
  await page.goto(`${site.url}/beneficiary/dashboard`)
  await expectRead(page, MARKUP)
})

test('mails contain it as text, and mails about accounts do not contain it', async () => {
  const outbox = join(site.dataDir, 'outbox')
  const mails = () =>
    (existsSync(outbox) ? readdirSync(outbox) : [])
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readableMail(readFileSync(join(outbox, name), 'utf8')))
  const isToSupport = (mail: string) => /^To: support@taimako\.example$/m.test(mail)
  await expect.poll(() => mails().some(isToSupport)).toBe(true)
  const toSupport = mails().find(isToSupport) ?? ''
  const others = mails().filter((mail) => !isToSupport(mail))
  const page = toSupport.slice(toSupport.indexOf('<html'))
  expect(page).toContain('&lt;script&gt;')
  expect(page).not.toMatch(/<script|<img|<b>/)
  for (const mail of others) expect(mail).not.toMatch(/onerror|<script|<img/)
  expect(others.length).toBeGreaterThan(0)
})
