/** The way in to aid: the start page, the number as a picture, and where a request is by its number and a telephone number. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { applicant as applicantOf } from '../support/applicant.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { storeSession } from '../support/signing-in.ts'

// A number that no one has is refused on purpose.
const open = useBrowser([/status of 404/])
const site = useSite()
const PHONE = { viewport: { width: 360, height: 740 } }

test('without JavaScript the start page says all of it, and leads to a form that works without', async () => {
  const page = await open(`${site.url}/aid`, { ...PHONE, javaScriptEnabled: false })
  const main = page.getByRole('main')
  for (const text of ['Medical fee', 'What it costs, if you know.', '3 days', '7 days', '21 days', 'Any other request'])
    expect([text, await main.getByText(text, { exact: true }).isVisible()]).toEqual([text, true])
  expect(await main.getByRole('link', { name: /^Call \+?\d/ }).getAttribute('href')).toMatch(/^tel:\+?\d+$/)
  await main.getByRole('link', { name: 'Start my request' }).click()
  await page.waitForURL(`${site.url}/aid/ask`)
  await page.getByRole('link', { name: 'Ask for aid without it' }).first().click()
  await page.waitForURL(`${site.url}/aid/plain`)
})

test('whoever presses before it is known who they are comes to the form that is theirs', async () => {
  const amina = await applicantOf(site, 'early@mail.example')
  const [config, client] = ['**/api/config', /\/assets\/follow-session-/]
  for (const [session, late, form] of [
    [null, config, '/register/aid?from=%2Fwallet'],
    [amina.session, config, '/apply-for-aid'],
    [amina.session, client, '/apply-for-aid'],
  ] as const) {
    const page = await open('about:blank', PHONE)
    if (session) await storeSession(page, session)
    let answer = () => {}
    const known = new Promise<void>((resolve) => (answer = resolve))
    await page.route(late, async (route) => (await known, route.continue()))
    const other = page.waitForResponse(late === config ? '**/assets/**' : config)
    await page.goto(`${site.url}/aid/ask?from=%2Fwallet`, { waitUntil: 'commit' })
    await other
    await page.getByRole('heading', { level: 1 }).waitFor()
    answer()
    await expect.poll(() => page.url()).toBe(site.url + form)
  }
})

test('an applicant saves the number as a picture, and anyone with it and the telephone number reads the state alone', async () => {
  const amina = await applicantOf(site, 'start@mail.example')
  await amina.ask({ urgency: 'critical' })
  const page = await open('about:blank', PHONE)
  await storeSession(page, amina.session)
  await page.goto(`${site.url}/aid`)
  await page.getByRole('link', { name: 'Start my request' }).click()
  await page.waitForURL(`${site.url}/apply-for-aid`)
  await page.goto(`${site.url}/beneficiary/dashboard`)
  const number = (await page.locator('dd').filter({ hasText: /^T-/ }).first().textContent()) ?? ''
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save as picture: ${number}` }).click(),
  ])
  expect(picture.suggestedFilename()).toBe(`taimako-request-${number}.png`)
  const { data, info } = await sharp(readFileSync(await picture.path()))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1080, 900])
  expect(data.filter((value) => value < 80).length).toBeGreaterThan(10_000)

  const other = await open(`${site.url}/aid/status`, PHONE)
  const look = other.getByRole('button', { name: 'Show where it is' })
  await look.click()
  await other.getByText('Enter your telephone number.').waitFor()
  await other.getByLabel('Number of the request').fill(number.toLowerCase())
  await other.getByLabel('Telephone number').fill('0803 000 0001')
  await look.click()
  await other.getByText('We found no request with this number and this telephone number.').waitFor()
  await other.getByLabel('Telephone number').fill('+234 803 000 0000')
  await look.click()
  await other.getByText('We have your request').waitFor()
  await other.getByText(/^We decide by \d+ \w+ \d{4}\.$/).waitFor()
  expect(await other.getByRole('main').textContent()).not.toMatch(/Amina|school|₦/i)
  expect(await violationsInEachTheme(other)).toEqual([])
})
