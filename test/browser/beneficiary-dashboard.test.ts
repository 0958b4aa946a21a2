/** The beneficiary dashboard. */
import { sql } from 'drizzle-orm'
import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { applicant as applicantOf, type Applicant } from '../support/applicant.ts'
import { REQUEST } from '../support/asking.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { docx, pdf } from '../support/documents.ts'
import { routeOnce } from '../support/routing.ts'
import { signInByForm, signUp, storeSession } from '../support/signing-in.ts'
import { fetchFont, shiftsOf, watchShifts } from '../support/shifts.ts'

// Some tests cause refusals on purpose, which the browser logs as errors.
const open = useBrowser([/status of (4\d\d|503)/, /ERR_FAILED/])
const site = useSite()

const newApplicant = (email: string) => applicantOf(site, email)
const address = () => `${site.url}/beneficiary/dashboard`
async function openAs({ session }: Applicant, options = {}): Promise<Page> {
  const page = await open('about:blank', options)
  await storeSession(page, session)
  await page.goto(address())
  return page
}

const cards = (page: Page) => page.getByRole('article')
const MORE = 'Progress and documents'

test('a signed-out person goes to the sign-in and returns; without requests, the page leads to the form', async () => {
  await signUp(site.url, 'none@mail.example')
  const page = await open(address())
  await page.waitForURL(`${site.url}/login?from=%2Fbeneficiary%2Fdashboard`)
  await signInByForm(page, 'none@mail.example')
  await page.waitForURL(address())
  await page.getByRole('heading', { level: 1, name: 'Beneficiary Dashboard' }).waitFor()
  await page.getByRole('main').getByText('Welcome, none@mail.example').waitFor()
  await page.getByRole('heading', { level: 2, name: 'Your Applications' }).waitFor()
  await page.getByText('No applications found. Submit your first aid request!', { exact: true }).waitFor()
  const way = page.getByRole('main').getByRole('link', { name: 'Ask for aid' })
  expect(await way.getAttribute('href')).toBe('/apply-for-aid')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await page.waitForURL(`${site.url}/`)
})

test('how one receives it can be said before the decision', async () => {
  const applicant = await newApplicant('before@mail.example')
  await applicant.ask()
  const page = await openAs(applicant)
  // The newest request is open.
  await page.getByRole('button', { name: 'How you receive it' }).click()
  await page.getByText('Tell us how you want to receive it.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Choose how' }).click()
  await page.getByLabel('How do you want to receive it?').selectOption({ label: 'In cash' })
  await page.getByRole('button', { name: 'Ask for cash' }).click()
  await page.getByText('You asked for cash.', { exact: false }).waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
})

test('an account is named with the keyboard alone: the focus is never lost', async () => {
  const applicant = await newApplicant('keyboard@mail.example')
  await applicant.ask()
  const page = await openAs(applicant)
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await button.press('Enter')
    await button.waitFor({ state: 'detached' })
    await page.locator('h5:focus', { hasText: 'How you receive it' }).waitFor({ timeout: 5000 })
  }
  await press('How you receive it')
  await press('Choose how')
  await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'Guaranty Trust Bank' })
  await page.getByLabel('Account number').fill('0123456785')
  await press('Show the name')
  await press('Yes, this is my account')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H5')
})

test('who chooses another way while the bank is asked is not shown the name for the way before', async () => {
  const applicant = await newApplicant('other-way@mail.example')
  await applicant.ask()
  const page = await openAs(applicant)
  await page.getByRole('button', { name: 'How you receive it' }).click()
  await page.getByRole('button', { name: 'Choose how' }).click()
  await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'Guaranty Trust Bank' })
  await page.getByLabel('Account number').fill('0123456785')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await routeOnce(page, '**/api/banks/account-name', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Show the name' }).click()
  const way = page.getByLabel('How do you want to receive it?')
  await way.selectOption({ index: 1 })
  const theirs = page.getByRole('form').locator('input[name=who]')
  await theirs.waitFor()
  release()
  // The button no longer waits.
  await page.getByRole('button', { name: 'Show the name' }).waitFor()
  expect(await theirs.isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: /^Yes, / }).count()).toBe(0)
  // The number is that of the way before, whose name is shown there.
  await way.selectOption({ index: 0 })
  await page.getByRole('button', { name: 'Yes, this is my account' }).waitFor()
})

test('a request that is not decided can be withdrawn, after a second question', async () => {
  const applicant = await newApplicant('withdraws@mail.example')
  const approved = await applicant.ask()
  await applicant.decide(approved, 'approved')
  const id = await applicant.ask()
  const page = await openAs(applicant, { viewport: { width: 360, height: 740 } })
  const withdraw = page.getByRole('button', { name: 'Withdraw this request' })
  await withdraw.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This cannot be undone.').waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep my request' }).click()
  await dialog.waitFor({ state: 'detached' })
  await withdraw.click()
  await dialog.getByRole('button', { name: 'Withdraw it', exact: true }).click()
  await page.getByText(/^You withdrew request T-/).waitFor()
  expect(await cards(page).count()).toBe(1)
  await cards(page).getByText(MORE).click()
  await cards(page)
    .getByText(/^Sent$/)
    .waitFor()
  expect(await withdraw.count()).toBe(0)
  const { session } = applicant
  const seen = await fetch(`${site.url}/api/applications/${id}`, {
    headers: { Authorization: `Bearer ${session.access_token}` },
  })
  expect(seen.status).toBe(404)
})

test('each request shows what was asked for, and people see only their own', async () => {
  const amina = await newApplicant('amina@mail.example')
  const bello = await newApplicant('bello@mail.example')
  await bello.ask({ description: 'Words of Bello.' })
  await amina.ask({ application_type: 'food', description: 'Rice.', amount_requested: null, urgency: null })
  await amina.ask()
  const page = await openAs(amina)
  await cards(page).nth(1).waitFor()
  expect(await cards(page).count()).toBe(2)
  const [newest, oldest] = [cards(page).nth(0), cards(page).nth(1)]
  const today = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' }).format(new Date())
  for (const text of ['School fees', '₦45,000.50', 'High', 'Pending', today])
    await newest.getByText(text, { exact: true }).first().waitFor()
  expect(await newest.locator('.request-text').first().innerText()).toBe(REQUEST.description)
  expect(await oldest.locator('dt').allTextContents()).toEqual(['Case number', 'Submitted', 'We decide by'])
  await oldest.getByText('Food', { exact: true }).waitFor()
  expect(await page.getByText('Words of Bello.').count()).toBe(0)
})

describe('the status of a request', () => {
  test('has a text and a colour for each status, and the reason of a rejection', async () => {
    const applicant = await newApplicant('way@mail.example')
    for (const status of ['approved', 'under_review', 'pending'] as const)
      await applicant.decide(await applicant.ask(), status)
    const refused = await applicant.ask()
    await applicant.decide(refused, 'under_review')
    await applicant.decide(refused, 'rejected', 'Please send the letter of the school.')
    const page = await openAs(applicant)
    await cards(page).nth(3).waitFor()
    const badges = await cards(page).locator('.badge').all()
    expect(
      await Promise.all(badges.map(async (badge) => [await badge.innerText(), await badge.getAttribute('class')])),
    ).toEqual([
      ['Rejected', 'badge badge-bad'],
      ['Pending', 'badge badge-waiting'],
      ['Under review', 'badge badge-info'],
      ['Approved', 'badge badge-good'],
    ])
    const steps = (place: number) => cards(page).nth(place).locator('.way > li > p:first-child')
    expect(await steps(0).allTextContents()).toEqual(['Sent', 'Under review', 'Decision: rejected'])
    await cards(page).nth(0).getByText('Please send the letter of the school.').waitFor()
    await cards(page).nth(0).getByText('you can send a new request').waitFor()
    await cards(page).nth(2).getByText(MORE).click()
    await cards(page).nth(2).getByText('A reviewer is looking at your request').waitFor()
    expect(await steps(2).allTextContents()).toEqual(['Sent', 'Under review', 'Decision'])
    expect(await cards(page).nth(2).locator('.way-to-come > p').allTextContents()).toEqual(['Decision', 'to come'])
  })

  test('is grey if the page does not know it, without a wrong explanation', async () => {
    const applicant = await newApplicant('grey@mail.example')
    await applicant.ask()
    const page = await open('about:blank')
    await storeSession(page, applicant.session)
    await page.route(/\/api\/applications(\?|\/[\da-f]{8}-)/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('"pending"', '"waiting_for_funds"') })
    })
    await page.goto(address())
    expect(await cards(page).locator('.badge-plain').innerText()).toBe('waiting_for_funds')
    await page.getByText('You sent no documents with this request.').waitFor()
    expect(await page.getByText('What happens next').count()).toBe(0)
  })

  test('includes the typical time to a decision, once there is enough data', async () => {
    const applicant = await newApplicant('time@mail.example')
    const bello = await newApplicant('decided@mail.example')
    await applicant.ask()
    const page = await openAs(applicant)
    await page.getByText('We decide by').first().waitFor()
    await site.database.db.execute(
      sql`insert into aid_applications (id, user_id, beneficiary_id, application_type, description, location, status,
                                        idempotency_key_hash, request_hash, created_at, decided_at)
          select gen_random_uuid(), user_id, id, 'food', 'x', 'x', 'approved', sha256(gen_random_uuid()::text::bytea), '',
                 now() - interval '6 days', now() - interval '3 days'
            from profiles, generate_series(1, 20) where user_id = ${bello.userId}`,
    )
    await page.reload()
    await page.getByText('A decision typically takes about 3 days.').waitFor()
    expect(await page.getByText('We decide by').count()).toBe(1)
  })
})

describe('its documents', () => {
  test('open in an isolated tab with a signed address; types that browsers cannot show are downloaded', async () => {
    const applicant = await newApplicant('papers@mail.example')
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#2a7' } })
      .png()
      .toBuffer()
    const urls = [
      await applicant.upload('Ẹ̀kọ́ bill 1.png', Buffer.from(picture), 'image/png'),
      await applicant.upload('letter.docx', docx(), 'application/octet-stream'),
    ]
    await applicant.ask({ documents_provided: urls, document_labels: ['School bill', null] })
    const page = await openAs(applicant)
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open School bill' }).click(),
    ])
    await tab.waitForURL(/\/storage\/v1\/object\/sign\/documents\/.+\?token=/)
    expect(await tab.evaluate(() => window.opener)).toBe(null)
    expect(await tab.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(30)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save letter.docx' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('letter.docx')
    expect(page.url()).toBe(address())
  })

  test('that the server does not sign leave no empty tab, and an explanation', async () => {
    const applicant = await newApplicant('unsigned@mail.example')
    await applicant.ask({ documents_provided: [await applicant.upload('bill.pdf', pdf(), 'application/pdf')] })
    const page = await openAs(applicant)
    const message = 'The files cannot be reached right now.'
    await page.route('**/storage/v1/object/sign/**', (route) => route.fulfill({ status: 503, json: { message } }))
    const button = page.getByRole('button', { name: 'Open bill.pdf' })
    const [tab] = await Promise.all([page.waitForEvent('popup'), button.click()])
    await toast(page, 'The document could not be opened').getByText(message).waitFor()
    await expect.poll(() => tab.isClosed()).toBe(true)
    await expect.poll(() => button.getAttribute('aria-busy')).toBe(null)
  })
})

describe('a request that fails to load', () => {
  test('shows the toast of the spec, and loads on retry', async () => {
    const applicant = await newApplicant('failing@mail.example')
    await applicant.ask()
    const page = await open('about:blank')
    await storeSession(page, applicant.session)
    const unavailable = (route: Route) => route.fulfill({ status: 503, json: { code: 'unavailable' } })
    await routeOnce(page, '**/api/applications?*', unavailable)
    await routeOnce(page, /\/api\/applications\/[\da-f]{8}-/, unavailable)
    await page.goto(address())
    await toast(page, 'Failed to fetch applications').waitFor()
    await page.getByText('Your requests could not be loaded').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    // The toast is outdated, and may cover the content.
    await toast(page, 'Failed to fetch applications').waitFor({ state: 'detached' })
    // The details of the newest request are retried automatically.
    await cards(page).getByText('A person will read your request.').waitFor()
    expect(await cards(page).count()).toBe(1)
  })

  test('does not affect other pages of a long list: earlier requests follow, and the focus moves to them', async () => {
    const applicant = await newApplicant('many@mail.example')
    for (let each = 1; each <= 12; each += 1) {
      const id = await applicant.ask({ description: `Request ${each}` })
      await applicant.decide(id, 'approved')
      // No more than six are sent within a day.
      if (each === 6)
        await site.database.db.execute(sql`update aid_applications set created_at = created_at - interval '24 hours'`)
    }
    const page = await openAs(applicant)
    const more = page.getByRole('button', { name: 'Show earlier requests' })
    await more.waitFor()
    expect(await cards(page).count()).toBe(10)
    await routeOnce(page, '**/api/applications?*cursor*', (route) => route.abort())
    await more.click()
    await toast(page, 'Failed to fetch applications').waitFor()
    expect(await cards(page).count()).toBe(10)
    // Without their messages, they are not shown as if there were none.
    await routeOnce(page, '**/api/messages', (route) => route.fulfill({ status: 503 }))
    const failed = page.waitForResponse((response) => response.url().endsWith('/api/messages'))
    await more.click()
    await failed
    await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' })
    expect(await cards(page).count()).toBe(10)
    await more.click()
    await cards(page).nth(11).waitFor()
    expect(await cards(page).count()).toBe(12)
    expect(await more.count()).toBe(0)
    expect(await page.locator('article:has(h3:focus) .request-text').innerText()).toBe('Request 2')
  })
})

test('the page leads back to this person’s unsent draft, and not to those of others', async () => {
  const applicant = await newApplicant('begun@mail.example')
  const page = await openAs(applicant)
  const begin = (draft: 'registration' | 'request', email: string, userId: string | null) => {
    const begun = {
      email,
      texts: { description: 'x' },
      documents: [],
      earlier: [],
      key: 'k',
      progress: { next: 'documents', userId, waiting: null },
      keep: 'day',
      kept_until: Date.now() + 60_000,
    }
    return page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      `taimako-${draft}`,
      JSON.stringify(begun),
    ] as const)
  }
  const note = page.getByText('You started a request on this device')
  const wayBack = () => page.getByRole('link', { name: 'Continue', exact: true }).getAttribute('href')
  await begin('registration', 'somebody.else@mail.example', null)
  await begin('request', 'somebody.else@mail.example', crypto.randomUUID())
  await page.reload()
  await page.getByText('No applications found.').waitFor()
  expect(await note.count()).toBe(0)
  await begin('request', 'begun@mail.example', applicant.userId)
  await page.reload()
  await note.waitFor()
  expect(await wayBack()).toBe('/apply-for-aid')
  await begin('registration', 'Begun@mail.example', null)
  await page.reload()
  await note.waitFor()
  expect(await wayBack()).toBe('/register/aid')
})

test('axe finds nothing in both themes, and nothing moves while it loads', async () => {
  const applicant = await newApplicant('axe@mail.example')
  await applicant.decide(await applicant.ask({ description: `Long. ${'words '.repeat(200)}` }), 'approved')
  await applicant.decide(await applicant.ask(), 'rejected', 'Please send the letter of the school.')
  const bill = await applicant.upload('bill.pdf', pdf(), 'application/pdf')
  await applicant.ask({ documents_provided: [bill] })
  const page = await open('about:blank', { viewport: { width: 360, height: 1400 }, fresh: true })
  await storeSession(page, applicant.session)
  await fetchFont(page)
  await watchShifts(page)
  await page.goto(address())
  await cards(page).nth(2).waitFor()
  expect(await shiftsOf(page)).toEqual({ score: 0, moved: [] })
  await cards(page).nth(1).getByText('Please send the letter of the school.').waitFor()
  await cards(page).nth(1).getByText(MORE).click()
  await cards(page).nth(1).locator('.way').waitFor()
  const readAll = page.getByRole('button', { name: 'Show all' })
  await readAll.click()
  await page.getByRole('button', { name: 'Show less' }).waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('messages that could not be loaded are named, and come with the next try', async () => {
  const applicant = await newApplicant('messages@mail.example')
  await applicant.ask()
  const page = await open('about:blank')
  await storeSession(page, applicant.session)
  await routeOnce(page, '**/api/messages', (route) => route.fulfill({ status: 503 }))
  await page.goto(address())
  const missing = page.getByText('The messages about your requests could not be loaded')
  await missing.waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await missing.waitFor({ state: 'detached' })
  expect(await cards(page).count()).toBe(1)
})
