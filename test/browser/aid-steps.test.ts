/** The steps of the form: what each refuses and how it says so, and the ways back and forward. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  fillRequest,
  fillStep,
  heading,
  keepDraft,
  openStep,
  send,
  sendButton,
  toast,
  TYPED,
} from '../support/asking-page.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { PASSWORD } from '../support/signing-in.ts'

const open = useBrowser()
const site = useSite()

const PHONE = { viewport: { width: 360, height: 740 } }
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))
const proceed = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()
/** Checks whether the toast covers the first error, which has the focus. */
const isCovered = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement?.getBoundingClientRect()
    const card = document.querySelector('.toast')?.getBoundingClientRect()
    return field !== undefined && card !== undefined && field.bottom > card.top && field.top < card.bottom
  })

test('a step reports all its errors at once: in the toast of the spec, in a summary that leads to them, and at the fields', async () => {
  const page = await open(`${site.url}/register/aid`, PHONE)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const refuses = async (title: string, sentence: string, ...fields: string[]) => {
    await proceed(page)
    await toast(page, title).getByText(sentence, { exact: true }).waitFor()
    await expect.poll(() => focused(page)).toBe(fields[0])
    const invalid = await page
      .locator('main [aria-invalid=true]:visible')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name')))
    expect(invalid).toEqual(fields)
    // A single error stands at its field alone.
    expect(await page.locator('.error-summary a').count()).toBe(fields.length === 1 ? 0 : fields.length)
    expect(await isCovered(page)).toBe(false)
  }
  await refuses(
    'Missing required fields',
    'Please fill: First name, Last name, Email, Password, Confirm password',
    'first_name',
    'last_name',
    'email',
    'password',
    'confirm_password',
  )
  await page.locator('.error-summary').getByRole('link', { name: 'Enter your email address.' }).click()
  expect(await focused(page)).toBe('email')
  await fillStep(page, 'About you', { Email: 'amina', Password: 'five5', 'Confirm password': 'another' })
  await refuses('Password mismatch', 'Passwords do not match', 'email', 'password', 'confirm_password')
  await page.getByLabel('Email').fill(TYPED.Email)
  await page.getByLabel('Confirm password').fill('five5')
  await refuses('Weak password', 'Password must be at least 6 characters', 'password')
  await fillStep(page, 'About you')
  await proceed(page)
  await refuses('Missing required fields', 'Please fill: Aid type, Description', 'aid_type', 'description')
  await fillStep(page, 'What you need', { Description: 'x'.repeat(5001), 'Amount requested (optional)': '45.000' })
  await page.getByText('1 characters too many').first().waitFor()
  await refuses(
    'Your text is too long',
    'Description: Use 5,000 characters or fewer.',
    'description',
    'amount_requested',
  )
  await page.getByLabel('Description').fill(TYPED.Description)
  await refuses('Check the amount', 'Did you mean ₦45,000 or ₦45? Enter 45000 or 45.', 'amount_requested')
  for (const amount of ['-5', '100000000.01', 'ten']) {
    await page.getByLabel('Amount requested').fill(amount)
    await refuses(
      'Check the amount',
      'Enter the amount in digits, such as 45000 or 45000.50. The most you can ask for is ₦100,000,000.',
      'amount_requested',
    )
  }
  await page.getByLabel('Amount requested').fill('45k')
  await openStep(page, 'How we reach you')
  await page.getByLabel('Phone').fill('080abc')
  await page.getByLabel('Address').fill(' ')
  await refuses('Missing required fields', 'Please fill: Address', 'phone', 'address')
  await page.getByLabel('Address').fill(TYPED.Address)
  await refuses('Invalid phone', 'Enter a valid phone number.', 'phone')
  await page.getByLabel('Phone').fill(TYPED.Phone)
  await openStep(page, 'Check your answers')
  await page.getByText('₦45,000.00').waitFor()
  expect(asked.filter((address) => /auth\/v1|\/api\/(profile|applications)/.test(address))).toEqual([])
})

test('Back and Change go a step back, a reload stays, and no step is longer than 1,200 px on a phone', async () => {
  const page = await open(`${site.url}/register/aid`, PHONE)
  const heights: number[] = []
  const measure = async () => {
    heights.push(await page.locator('.aid-form').evaluate((form) => form.getBoundingClientRect().height))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
  for (const title of ['About you', 'What you need', 'Supporting documents', 'How we reach you'] as const) {
    await page.getByText(/^Step \d of 5$/).waitFor()
    await fillStep(page, title)
    await measure()
    await proceed(page)
    await expect.poll(() => heading(page).innerText()).not.toContain(title)
  }
  await measure()
  expect(Math.max(...heights)).toBeLessThanOrEqual(1200)
  const goesTo = async (title: string) => {
    await expect.poll(() => heading(page).innerText()).toContain(title)
    // The heading has the focus, below the bar with the exit.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    expect((await heading(page).boundingBox())?.y).toBeGreaterThan(60)
  }
  await goesTo('Check your answers')
  await page.goBack()
  await goesTo('How we reach you')
  await page.getByRole('button', { name: 'Back' }).click()
  await goesTo('Supporting documents')
  await page.goForward()
  await page.goForward()
  await page.getByRole('button', { name: 'Change: What you need' }).click()
  await goesTo('What you need')
  await page.getByLabel('Amount requested').fill('2.5m')
  await proceed(page)
  await goesTo('Check your answers')
  await page.getByText('₦2,500,000.00').waitFor()

  // A reload stays; only the password has to be entered again, and the form leads to it.
  await keepDraft(page)
  await page.reload()
  await page.getByText('You started a request').waitFor()
  await expect.poll(() => heading(page).innerText()).toBe('Check your answers')
  await page.getByText(TYPED.Address).last().waitFor()
  await send(page)
  await toast(page, 'Missing required fields')
    .getByText('Please fill: Password, Confirm password', { exact: true })
    .waitFor()
  await expect.poll(() => focused(page)).toBe('password')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await proceed(page)
  await goesTo('What you need')
})

test('a step that needs an earlier one leads to it, and nothing typed is lost on the way to another page', async () => {
  const page = await open(`${site.url}/register/aid?step=check`)
  await page.getByLabel('First name').waitFor()
  expect(await heading(page).innerText()).toBe('About you')
  // Completing it must not lead on by itself, before the password.
  await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe('who')
  await fillRequest(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /privacy/i })
    .click()
  await page.waitForURL(/privacy$/)
  await page.goBack()
  await sendButton(page).waitFor()
  await page.getByText(TYPED.Address).last().waitFor()
})
