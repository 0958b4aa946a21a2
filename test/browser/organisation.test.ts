/** An organisation of its own: set up by two administrators on the settings' pages alone, then shown by everything that is sent or served. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { adminExportEndpoints } from '../../contract/office/admin-exports.ts'
import { toast } from '../support/account-page.ts'
import { send, toast as requestSent } from '../support/asking-page.ts'
import { applicant, type Applicant } from '../support/applicant.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { isNightly } from '../support/nightly.ts'
import { sitePayouts, type SitePayouts } from '../support/paying-out-site.ts'
import { mailTo, readableMail, storeSession, type StoredSession } from '../support/signing-in.ts'
import { ADMIN, arrange, useSite } from '../support/site.ts'
import { submitButton } from '../support/submit-button.ts'
import { callAs } from '../support/wallet-page.ts'

const PAGE = '/admin/settings/organisation'
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#1d3f72"/></svg>`
/** Our own name, but in what is technical: cookies, storage keys and the like. */
const OUR_NAME = /Taimako/

const open = useBrowser()
const site = useSite()
let payouts: SitePayouts
let person: Applicant
let requestId: string
arrange(site, async () => {
  payouts = await sitePayouts(site)
  person = await applicant(site, 'amina@mail.example')
  requestId = await person.ask()
})

async function openAs(who: 0 | 1, address = PAGE) {
  const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
  await storeSession(page, payouts.sessions[who])
  await page.goto(site.url + address)
  return page
}

async function edit(page: Page, step: string, values: Readonly<Record<string, string>>) {
  await page.getByRole('button', { name: `Edit ${step}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(values)) {
    const field = dialog.getByLabel(label, { exact: true })
    const isChoice = await field.evaluate((element) => element.tagName === 'SELECT')
    await (isChoice ? field.selectOption(value) : field.fill(value))
  }
  await dialog.getByRole('button', { name: 'Save in the draft' }).click()
  await dialog.waitFor({ state: 'detached' })
}

const photo = () =>
  sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer()
const text = async (address: string) => (await fetch(site.url + address)).text()

test('two administrators set it up, look at the whole site, publish it, and nothing names us any more', async () => {
  const halima = await openAs(0)
  await halima.getByText('0 of 10 done').waitFor()
  await edit(halima, 'Name', {
    Name: 'Nakowa Relief',
    'Short name': 'Nakowa',
    'What you do, in one line': 'Help in Kano',
  })
  await edit(halima, 'Contact', {
    'Email address': 'help@nakowa.example',
    Telephone: '+234 803 111 2222',
    'Languages that you speak': 'English, Hausa',
  })
  const registered = { 'Registered name': 'Nakowa Relief Initiative', 'Registration number': 'CAC/IT/NO 123456' }
  await edit(halima, 'Registration', { ...registered, Address: '5 Zoo Road, Kano' })
  await edit(halima, 'Links and figures', { 'Address of the source code': 'https://code.example.org/nakowa' })
  await edit(halima, 'Look', { 'Main colour': '#1d3f72', 'Second colour': '#f2b441' })
  await edit(halima, 'Letters', { 'Sender of mail': 'Nakowa Relief' })
  await edit(halima, 'Aid', {
    'Days to decide: critical': '2',
    'School fees': 'Closed for new requests',
    'The most that one request may ask for': '250k',
    'Where you help': 'kano: Dala, Fagge\nFCT',
    'What applicants need': 'Takardar asibiti\nLambar waya',
    'Language of that list': 'ha',
  })
  await edit(halima, 'Funds', { 'Amounts to choose from': '500\n1,500\n3k' })
  await halima.getByRole('button', { name: 'Add a kind of aid' }).click()
  const kind = halima.getByRole('dialog')
  await kind.getByLabel('Name', { exact: true }).fill('Burial')
  await kind.getByLabel('What it is for').fill('A shroud, a grave, a meal for the guests.')
  await kind.getByLabel('Icon').selectOption('globe')
  await kind.getByLabel('Fund').selectOption('emergency')
  await kind.getByRole('button', { name: 'Save in the draft' }).click()
  await kind.waitFor({ state: 'detached' })
  await halima.locator('input[aria-label="Choose a logo"]').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(LOGO),
  })
  await halima.getByText('A logo is chosen.', { exact: false }).waitFor()
  const choosePhoto = async () => {
    await halima
      .locator('input[aria-label="Choose a photo"]')
      .setInputFiles({ name: 'well.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await halima.getByText('A photo is chosen', { exact: false }).waitFor()
  }
  await choosePhoto()
  await halima.getByRole('button', { name: 'Remove the photo' }).press('Enter')
  await halima.getByText('A photo is chosen', { exact: false }).waitFor({ state: 'detached' })
  expect(await halima.evaluate(() => document.activeElement?.textContent)).toBe('Choose a photo')
  await choosePhoto()
  await halima.getByText('0 of 10 done, 8 more in the draft').waitFor()
  expect(await violationsInEachTheme(halima)).toEqual([])
  expect(await halima.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await halima.getByRole('button', { name: 'Preview the site' }).click()
  await halima.waitForURL(`${site.url}/`)
  await halima.getByText('only this browser shows it', { exact: false }).waitFor()
  expect(await halima.title()).toMatch(/^Nakowa Relief: /)
  expect(await text('/')).toMatch(/<title>Taimako: /)
  const shown = halima.locator('.hero-art')
  await expect.poll(() => shown.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(840)
  await halima.getByRole('link', { name: 'End the preview' }).click()
  await halima.getByRole('button', { name: 'Propose to publish' }).click()
  await halima.getByLabel('Why').fill('We begin.')
  await halima.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
  await toast(halima, 'Proposed').waitFor()

  const musa = await openAs(1)
  await musa.getByRole('button', { name: 'Confirm the decision on Taimako' }).click()
  await musa.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await toast(musa, 'Decision recorded').waitFor()
  await expect.poll(() => text('/')).toContain('<title>Nakowa Relief: ')

  const aid = await text('/aid')
  const said = [
    '2 days',
    'Kano (Dala, Fagge), FCT',
    'The most you can ask for is ₦250,000.',
    '<li>Takardar asibiti</li>',
    'A shroud, a grave, a meal for the guests.',
  ]
  expect(said.filter((words) => !aid.includes(words))).toEqual([])
  expect(aid).not.toContain('Fees, books, uniforms.')
  const amounts = [...(await text('/donate')).matchAll(/name="quick_amount" value="(\d+)"/g)].map(([, naira]) => naira)
  expect(amounts).toEqual(['500', '1500', '3000'])
  await musa.goto(`${site.url}/donate`)
  await musa.getByRole('link', { name: 'Nakowa Relief' }).first().waitFor()
  const leaf = await musa.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-leaf'))
  expect(leaf).toBe('#1d3f72')
  expect(await violationsInEachTheme(musa)).toEqual([])

  const found: string[] = []
  const sitemap = (await text('/sitemap.xml')).matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)
  const pages = [
    ...[...sitemap].map(([, path = '']) => path),
    '/login',
    '/404',
    PAGE,
    '/account',
    '/wallet',
    '/offline',
  ]
  for (const address of [
    ...pages,
    '/manifest.webmanifest',
    '/api/config',
    '/api/openapi.json',
    '/api/docs',
    '/favicon.svg',
  ])
    if (OUR_NAME.test(await text(address))) found.push(address)
  expect(found).toEqual([])
  expect(await text('/favicon.svg')).toBe(LOGO)
  const icon = await fetch(`${site.url}/icon-192.png`)
  expect(icon.headers.get('content-type')).toBe('image/png')

  const ours = await readFile('build/client/card.png')
  expect(ours.equals(Buffer.from(await (await fetch(`${site.url}/card.png`)).arrayBuffer()))).toBe(false)

  const { email } = ADMIN
  await musa.goto(`${site.url}/forgot-password`)
  await musa.getByLabel('Email', { exact: true }).fill(email)
  await submitButton(musa).filter({ hasText: 'Email me a link' }).click()
  await musa.getByText(`If ${email} has an account here, we have sent an email to it.`).waitFor()
  const mail = await mailTo(site.dataDir, email, /type=recovery/)
  expect(mail).toMatch(/^From: Nakowa Relief </m)
  expect(namesUs(mail)).toBe(false)
})

const outbox = () => join(site.dataDir, 'outbox')
const letters = async () => (await readdir(outbox())).filter((name) => name.endsWith('.eml'))
/** Addresses of the instance may have it: the tests' own does. */
const namesUs = (text: string) => OUR_NAME.test(text.replaceAll(/[\w.-]*@taimako\.example/g, ''))

/** Files that can be searched as text. */
const FILES = Object.keys(adminExportEndpoints)
  .map((each) => each.replace('GET ', ''))
  .filter((path) => !path.endsWith('.pdf'))

test('a kind that the organisation added is asked for on the form, found in the queue, paid from its fund, named to both sides, and marked as English on a page in Hausa', async () => {
  const page = await open('about:blank', { viewport: { width: 360, height: 740 } })
  await storeSession(page, person.session)
  await page.goto(`${site.url}/apply-for-aid`)
  await page.getByLabel('Aid type').selectOption({ label: 'Burial' })
  await page.getByLabel('Description').fill('For my father.')
  await send(page)
  await requestSent(page, 'Request sent').waitFor()
  await page.goto(`${site.url}/beneficiary/dashboard`)
  await page.getByText('Burial', { exact: true }).first().waitFor()

  const halima = await openAs(0, '/admin?type=burial')
  await expect.poll(() => halima.getByRole('row', { name: /Burial/ }).count()).toBe(1)
  expect(await halima.getByRole('row', { name: /School fees/ }).count()).toBe(0)

  const own = z.object({ items: z.array(z.looseObject({ id: z.uuid(), application_type: z.string() })) })
  const { items } = own.parse(await callAs(person.session, 'GET', `${site.url}/api/applications`))
  const burial = items.find(({ application_type: type }) => type === 'burial')?.id ?? ''
  await payouts.fill(20_000, 'emergency')
  const paid = await payouts.release(await payouts.grant(burial, 10_000, 'emergency'), 10_000)
  await payouts.handOver(paid, 10_000)
  const releaser = await openAs(1, `/admin/payouts/${paid}`)
  await releaser.getByText(/^Burial, T-/).waitFor()
  await releaser.getByText('Handed over', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('We granted you ₦10,000.00', { exact: false }).waitFor()
  const headers = { Authorization: `Bearer ${payouts.sessions[0].access_token}` }
  const file = await fetch(`${site.url}/api/admin/applications.csv?type=burial`, { headers })
  expect((await file.text()).match(/,burial,/g)).toHaveLength(1)

  await page.goto(`${site.url}/ha/aid`)
  const marked = page.getByText('A shroud, a grave, a meal for the guests.')
  await expect.poll(() => marked.getAttribute('lang')).toBe('en-NG')
})

test('from then on no page, letter, slip, file or authenticator names us, through a whole request and a gift', async () => {
  const earlier = await letters()
  await payouts.fill(50_000)
  const awardId = await payouts.grant(requestId, 20_000)
  const payoutId = await payouts.release(awardId, 20_000)
  await payouts.handOver(payoutId, 20_000)
  const gift = z.object({ receipt_code: z.string() })
  const { receipt_code: receipt } = gift.parse(
    await callAs(person.session, 'POST', `${site.url}/api/donations`, { amount: 5000, donation_type: 'school' }),
  )

  const found: string[] = []
  const search = (where: string, text: string) => {
    if (namesUs(text)) found.push(where)
  }
  const look = async (session: StoredSession, addresses: readonly string[]) => {
    const page = await open('about:blank')
    await storeSession(page, session)
    for (const address of addresses) {
      await page.goto(site.url + address)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
      search(address, await page.content())
    }
  }
  await look(person.session, [`/receipts/${receipt}`, '/beneficiary/dashboard', '/wallet', '/account', '/confirm'])
  const places = ['applications', `applications/${requestId}`, `payouts/${payoutId}`, `payouts/slips?id=${payoutId}`]
  const lists = ['payouts', 'books', 'books/months', 'decisions', 'audit', 'team']
  const more = ['overview', 'settings', 'guide', ...(isNightly ? lists : [])]
  await look(
    payouts.sessions[0],
    [...places, ...more].map((place) => `/admin/${place}`),
  )
  const headers = { Authorization: `Bearer ${payouts.sessions[0].access_token}` }
  for (const path of FILES) {
    const file = await fetch(site.url + path, { headers })
    expect([path, file.status]).toEqual([path, 200])
    search(path, await file.text())
  }
  const page = await open('about:blank')
  await storeSession(page, person.session)
  await page.goto(`${site.url}/account?section=two-step`)
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  const confirming = await mailTo(site.dataDir, 'amina@mail.example', /Subject: Confirm your email address/)
  await page.getByLabel('Code from the email').fill(/^\d{6}\b/m.exec(confirming)?.[0] ?? '')
  await page.getByLabel('Name').fill('Aegis')
  const enrolled = page.waitForResponse(/\/auth\/v1\/factors$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  const Enrolled = z.object({ totp: z.object({ uri: z.string() }) })
  const { totp } = Enrolled.parse(await (await enrolled).json())
  expect(totp.uri).toContain('issuer=Nakowa%20Relief')
  search('the authenticator', totp.uri)

  await expect.poll(async () => (await letters()).length).toBeGreaterThan(earlier.length)
  for (const name of await letters()) {
    if (!earlier.includes(name)) search(name, readableMail(await readFile(join(outbox(), name), 'utf8')))
  }
  expect(found).toEqual([])
})
