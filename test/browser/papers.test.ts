/** More documents: a reviewer asks for them, the applicant answers, and the reviewer sees the answer with the request. */
import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { applicant as applicantOf } from '../support/applicant.ts'
import { choose, keepDraft, keptFiles, paper, toast, whatIsThere } from '../support/asking-page.ts'
import { violations, violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { arrange, useSite } from '../support/site.ts'
import { routeForNow, routeOnce } from '../support/routing.ts'
import { administratorSession, askForAid, composer } from '../support/reviewing-page.ts'
import { fetchFont, shiftsOf, watchShifts } from '../support/shifts.ts'
import { signInByForm, storeSession, type StoredSession } from '../support/signing-in.ts'

// These tests cause refusals and lost connections on purpose, which the browser logs as errors.
const open = useBrowser([/status of [45]\d\d/, /ERR_FAILED/])
const site = useSite()
let administrator: StoredSession
arrange(site, async () => {
  administrator = await administratorSession(site.url)
})

const dashboard = () => `${site.url}/beneficiary/dashboard`
async function openAs(session: StoredSession, address = dashboard()): Promise<Page> {
  const page = await open('about:blank')
  await storeSession(page, session)
  await page.goto(address)
  return page
}

async function asAdministrator(method: string, path: string, body: object): Promise<void> {
  const response = await fetch(site.url + path, {
    method,
    headers: { Authorization: `Bearer ${administrator.access_token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
}

/** A person whose request needs more documents. */
async function asked(email: string): Promise<{ id: string; session: StoredSession }> {
  const applicant = await askForAid(site.url, email, { name: 'Amina Yusuf' })
  await asAdministrator('POST', `/api/admin/applications/${applicant.id}/paper-requests`, { text: 'The letter.' })
  return applicant
}

const send = (page: Page) => page.getByRole('button', { name: /^(Send|Continue sending) my answer$/ })
const waiting = (page: Page) => page.getByText('Waiting for you', { exact: true })
const sent = (page: Page) => page.getByText('You do not need to do anything more for now.').waitFor()
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('taimako-papers-')))

test('a reviewer asks for documents, the applicant answers on a phone, and the answer is shown with the request', async () => {
  const email = 'amina@mail.example'
  const { id, session } = await askForAid(site.url, email, { name: 'Amina Yusuf', withDocuments: true })
  const review = await openAs(administrator, `${site.url}/admin/applications/${id}`)
  await review.getByRole('button', { name: 'Ask for papers' }).click()
  await review.getByLabel('Which papers are missing?').fill('The letter of the school.\nAnd the bill.')
  await composer(review).getByRole('button', { name: 'Ask for papers', exact: true }).click()
  await toast(review, 'We have asked the applicant for papers').waitFor()

  const page = await open('about:blank', { viewport: { width: 360, height: 2400 }, fresh: true })
  await storeSession(page, session)
  await fetchFont(page)
  await watchShifts(page)
  await page.goto(dashboard())
  await send(page).waitFor()
  await waiting(page).waitFor()
  const question = page.getByRole('region', { name: 'We need something more from you' })
  expect(await question.locator('blockquote').innerText()).toBe('The letter of the school.\nAnd the bill.')
  await question.getByText(/^Asked on \d/).waitFor()
  await page.getByText('We are waiting for what our reviewers asked you for.').waitFor()
  expect(await shiftsOf(page)).toEqual({ score: 0, moved: [] })

  // An empty answer is refused. A problem with a file is reported before it is sent.
  await send(page).click()
  await page.getByText('Add a document, or explain why you do not have one.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('message')
  const program = { ...paper('bill.pdf'), buffer: Buffer.from('MZ\u0090 a program') }
  await page.getByLabel('Choose files', { exact: true }).setInputFiles([program, paper('huge.pdf', 11_000_000)])
  await page.getByText('bill.pdf is not a PDF, JPEG, PNG, WebP or DOCX file').waitFor()
  await page.getByText('huge.pdf is larger than 10 MB.').waitFor()
  await choose(page, paper('bill of this term.pdf'), paper('letter of the school.pdf', 400_000))
  await page.getByLabel('Name of document 2').fill('The letter')
  await page.getByLabel('Your message (optional)').fill('The stamp is on the back.')
  // Documents of the request are not offered again.
  await page.getByText('Use documents you have already sent').click()
  await page.getByText('You have no other documents to use.').waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  // The server received it, but its answer is lost: a retry finds it.
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await routeOnce(page, '**/api/applications/*/papers', lose)
  await send(page).click()
  await toast(page, 'Your answer has not been sent yet').waitFor()
  await page.getByText('We could not send your answer').waitFor()
  await send(page).click()
  await toast(page, 'Answer sent').waitFor()
  await sent(page)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Answer sent')
  await page.getByRole('button', { name: 'Open The letter' }).waitFor()
  expect([await waiting(page).count(), await send(page).count(), await kept(page)]).toEqual([0, 0, []])
  await page.getByText('The stamp is on the back.', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])

  await review.reload()
  const timeline = review.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await timeline.filter({ hasText: 'Papers asked for' }).filter({ hasText: 'The letter of the school.' }).waitFor()
  const answer = timeline.filter({ hasText: 'The applicant answered' }).filter({ hasText: 'Amina Yusuf · ' })
  await answer.getByText('The stamp is on the back.', { exact: true }).waitFor()
  expect(await review.getByText('Waits until they answer', { exact: true }).count()).toBe(0)
  const evidence: string[] = []
  for (const name of ['bill of this term.pdf', 'The letter']) {
    await review.getByRole('group', { name: 'Papers' }).getByRole('button', { name }).click()
    await review.getByRole('button', { name: `Save ${name}` }).waitFor()
    evidence.push(await review.getByText(/Sent when asked for papers/).innerText())
  }
  expect(evidence).toEqual([
    expect.stringMatching(/^PDF · /),
    expect.stringMatching(/^letter of the school\.pdf · PDF · /),
  ])
})

test('what waits for the person is on top; a card has its case number, the reason of a refusal and the mark of an answer', async () => {
  const applicant = await applicantOf(site, 'first@mail.example')
  const older = await applicant.ask({ description: 'The older request.' })
  await applicant.decide(await applicant.ask(), 'rejected', 'The bill is of another school.')
  await asAdministrator('POST', `/api/admin/applications/${older}/paper-requests`, { text: 'The letter, please.' })
  const page = await openAs(applicant.session)
  const [first, second] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)]
  await first.getByText('Waiting for you', { exact: true }).waitFor()
  await first.getByText('The older request.').waitFor()
  await first.getByText('The letter, please.').waitFor()
  // The details of the refused request are closed.
  await second.getByText('The bill is of another school.').waitFor()
  expect(await second.locator('.way').count()).toBe(0)
  await second.getByText('Progress and documents').click()
  await second.locator('.way').waitFor()
  expect(await second.getByText('The bill is of another school.').count()).toBe(1)
  const number = await first.locator('dd', { hasText: /^T-\d{5}-\d{4}-\d$/ }).innerText()

  await first.getByLabel('Your message (optional)').fill('I have none.')
  await send(page).click()
  await first.locator('.request-head').getByText('Answered', { exact: true }).waitFor()
  await first.locator('.disclosure').getByText('Answered', { exact: true }).waitFor()
  expect(await first.getByText('Waiting for you', { exact: true }).count()).toBe(0)
  await page.reload()
  await second.getByText('The older request.').waitFor()
  await second.locator('.request-head').getByText('Answered', { exact: true }).waitFor()

  const found = `/admin/applications?search=${number.replaceAll('-', '').toLowerCase()}`
  const staff = await openAs(administrator, site.url + found)
  await staff.getByRole('row').getByText(number, { exact: true }).waitFor()
  await staff.getByRole('link', { name: 'Amina Yusuf' }).click()
  await staff.getByText(`${number} · Sent on`).waitFor()
})

describe('meanwhile', () => {
  test('the request is decided: the answer is too late, and the page shows the status', async () => {
    const { id, session } = await asked('late@mail.example')
    const page = await openAs(session)
    await choose(page, paper('letter.pdf'))
    await keepDraft(page)
    await page.getByLabel('Your message (optional)').fill('Here it is.')
    // The file's bytes are stored a moment after its name.
    await expect.poll(() => keptFiles(page)).toBe(1)
    await page.reload()
    // The draft survives, with its file.
    await page.getByText('You started an answer').waitFor()
    expect(await page.getByLabel('Your message (optional)').inputValue()).toBe('Here it is.')
    await page.getByRole('button', { name: 'Remove letter.pdf' }).waitFor()
    await asAdministrator('PATCH', `/api/admin/applications/${id}`, { status: 'approved' })
    await send(page).click()
    await toast(page, 'This is no longer needed').waitFor()
    await page.getByText('Your request was decided without it.').waitFor()
    await page.getByText('Approved', { exact: true }).waitFor()
    expect([await send(page).count(), await kept(page)]).toEqual([0, []])
    const { documents } = await whatIsThere(site.url, 'late@mail.example')
    expect(documents).toMatchObject([{ filename: 'letter.pdf', is_evidence: false }])
  })

  test('the session is revoked: the draft remains, and continues after signing in', async () => {
    const email = 'out@mail.example'
    const { session } = await asked(email)
    const page = await openAs(session)
    await choose(page, paper('letter.pdf'))
    await fetch(`${site.url}/auth/v1/logout?scope=global`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${session.access_token}` },
    })
    await send(page).click()
    await page.waitForURL(`${site.url}/login?from=%2Fbeneficiary%2Fdashboard`)
    await signInByForm(page, email)
    await page.waitForURL(dashboard())
    await page.getByRole('button', { name: 'Remove letter.pdf' }).waitFor()

    await send(page).click()
    await sent(page)
    expect((await whatIsThere(site.url, email)).documents).toMatchObject([{ is_evidence: true }])
  })

  test('another tab sends too: twenty presses are one answer', async () => {
    const email = 'twenty@mail.example'
    const { session } = await asked(email)
    const page = await openAs(session)
    await keepDraft(page)
    await choose(page, paper('letter.pdf'))
    const other = await page.context().newPage()
    await other.goto(dashboard())
    await other.getByRole('button', { name: 'Remove letter.pdf' }).waitFor()
    const press = (tab: Page) =>
      send(tab).evaluate((button) => {
        if (button instanceof HTMLElement) for (let presses = 0; presses < 10; presses++) button.click()
      })
    await Promise.all([press(page), press(other)])
    await Promise.race([sent(page), sent(other)])
    const { documents, applications } = await whatIsThere(site.url, email)
    expect(documents).toMatchObject([{ filename: 'letter.pdf', is_evidence: true }])
    expect(applications).toMatchObject([{ documents_provided: [expect.stringContaining('letter.pdf')] }])
    await expect.poll(() => kept(page)).toEqual([])
  })

  test('a call fails: the page says so, and keeps uploads for the next try', async () => {
    const email = 'refused@mail.example'
    const { session } = await asked(email)
    const page = await open('about:blank')
    await storeSession(page, session)
    // The form itself fails to load at first.
    const arrive = await routeForNow(page, '**/assets/papers-form-*', (route) => route.abort())
    await page.goto(dashboard())
    await page.getByText('This section could not be loaded').waitFor()
    arrive()
    await page.getByRole('button', { name: 'Try again' }).click()
    await choose(page, paper('letter.pdf'))
    const accept = await routeForNow(page, '**/storage/v1/upload/resumable', (route) =>
      route.fulfill({ status: 422, json: { error: 'infected_file', message: 'This file is infected.' } }),
    )
    await send(page).click()
    await toast(page, 'Upload failed').getByText('Failed to upload letter.pdf').waitFor()
    await page.getByText('This file is infected.').waitFor()
    accept()
    const message = 'This is not a document of yours.'
    const refusal = { code: 'invalid_input', fields: [{ field: 'documents.0', message }] }
    await routeOnce(page, '**/api/applications/*/papers', (route) => route.fulfill({ status: 400, json: refusal }))
    await send(page).click()
    await toast(page, 'Your answer has not been sent yet').getByText(message).waitFor()
    await page.getByText('Ready to send').waitFor()
    await send(page).click()
    await sent(page)
    expect((await whatIsThere(site.url, email)).documents).toHaveLength(1)
  })
})

test('closing the account first names the requests that it withdraws and the papers that it deletes', async () => {
  const { session } = await askForAid(site.url, 'leaving@mail.example', { name: 'Amina Yusuf', withDocuments: true })
  const page = await openAs(session, `${site.url}/account?section=data`)
  await page.getByRole('button', { name: 'Close my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close this account?' })
  await dialog.getByText('We withdraw 1 request. No one will decide about it.').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'School fees, sent on' }).waitFor()
  const { documents } = await whatIsThere(site.url, 'leaving@mail.example')
  await dialog.getByText(`We delete ${documents.length} papers`).waitFor()
  for (const { filename } of documents) await dialog.getByRole('listitem').filter({ hasText: filename }).waitFor()
  const close = dialog.getByRole('button', { name: 'Close my account permanently' })
  // Red, by the token of the theme.
  const red = await close.evaluate((button) => {
    const { backgroundColor } = getComputedStyle(button)
    button.style.backgroundColor = 'var(--color-alert)'
    return backgroundColor === getComputedStyle(button).backgroundColor
  })
  expect(red).toBe(true)
  expect(await violations(page)).toEqual([])
})
