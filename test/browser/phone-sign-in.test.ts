/** Signing in with a telephone number and a texted code, and asking for aid with nothing else, on a server that sends texts. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { choose, heading, paper } from '../support/asking-page.ts'
import ha from '../../contract/languages/ha.json' with { type: 'json' }
import { isNightly } from '../support/nightly.ts'
import { codeIn } from '../support/phones.ts'
import { endProcesses, startServer, temporaryFolder, type ServerProcess } from '../support/process.ts'
import { postgresVariables } from '../support/shared-database.ts'
import { YEAR_SENTENCE } from '../../contract/record/profile-fields.ts'
import { rows } from '../../server/platform/db/db.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { account } from '#words/people/account.ts'
import { confirmNumber } from '#words/people/confirm-number.ts'
import { applications } from '#words/aid/applications.ts'
import { phoneAnswer } from '#words/aid/phone-answer.ts'
import { phoneSignIn as words } from '#words/people/phone-sign-in.ts'
import { signIn } from '#words/people/sign-in.ts'

// Refused numbers and codes are logged as errors, and so is a lost line.
const open = useBrowser([/status of 4\d\d/, /ERR_FAILED/])
const dataDir = temporaryFolder()
let server: ServerProcess
let database: Database
beforeAll(async () => {
  const variables = await postgresVariables()
  database = openPostgres(variables['DATABASE_URL'] ?? '', () => {})
  server = await startServer({
    ...variables,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    AUTH_PHONE: 'on',
    LANGUAGES_DRAFTS: 'on',
  })
})
afterAll(async () => {
  await endProcesses()
  await database.close()
})

const codeFor = (number: string) => codeIn(dataDir, number)

async function askFor(page: Page, phone: string) {
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: signIn.byPhone }).click()
  await page.getByLabel(words.phone, { exact: true }).fill(phone)
  await page.getByRole('button', { name: words.send }).click()
}

test('a number and its code sign in, and the page is usable by everyone', async () => {
  const page = await open(`${server.url}/login`)
  await page.setViewportSize({ width: 360, height: 740 })
  await askFor(page, '12345')
  await page.getByText(words.phoneWrong).last().waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  await page.getByLabel(words.phone, { exact: true }).fill('0803 123 4567')
  await page.getByRole('button', { name: words.send }).click()
  await page.getByRole('heading', { name: words.codeTitle }).waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const code = await codeFor('+2348031234567')
  await page.getByLabel(words.codeLabel).fill(code === '000000' ? '111111' : '000000')
  await page.getByText('That code is not right', { exact: false }).first().waitFor()
  await page.getByLabel(words.codeLabel).fill(code)
  await page.waitForURL((url) => url.pathname !== '/login')
  // Others may use the telephone: its pages name the account.
  await page.goto(`${server.url}/wallet/history?view=statement`)
  await page.getByRole('article').getByText('+2348031234567').waitFor()
  expect(await page.locator('.welcome').first().getAttribute('title')).toBe('Welcome, +2348031234567')
})

test('a number that was silent for half a year shows state only, until its owner gives name and year', async () => {
  const page = await open(`${server.url}/login`, { viewport: { width: 360, height: 740 } })
  const signInByText = async () => {
    await askFor(page, '0803 111 2233')
    await page.getByRole('heading', { name: words.codeTitle }).waitFor()
    await page.getByLabel(words.codeLabel).fill(await codeFor('+2348031112233'))
  }
  await signInByText()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(`${server.url}/account`)
  await page.getByLabel(account.labels.full_name).fill('Amina Yusuf')
  await page.getByLabel(account.labels.birth_year).fill('85')
  await page.getByRole('button', { name: account.saveProfile }).click()
  await page.getByText(YEAR_SENTENCE).last().waitFor()
  await page.getByLabel(account.labels.birth_year).fill('1985')
  await page.getByRole('button', { name: account.saveProfile }).click()
  await page.getByText('Profile saved', { exact: false }).first().waitFor()
  await page.evaluate(() => localStorage.clear())
  const of = sql`(select id from users where phone = '2348031112233')`
  await database.db.execute(
    sql`update identities set last_sign_in_at = now() - interval '181 days' where user_id = ${of}`,
  )
  await database.db.execute(sql`delete from outgoing_text_messages where recipient = '2348031112233'`)
  rmSync(join(dataDir, 'sms'), { recursive: true })

  await signInByText()
  await page.waitForURL(`${server.url}/confirm-number`)
  await page.getByText(confirmNumber.none).waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  // Every other page of the account leads here, and so does asking for aid.
  for (const path of ['/account', '/aid/ask']) {
    await page.goto(server.url + path)
    await page.waitForURL(`${server.url}/confirm-number`)
  }
  await page.getByLabel(confirmNumber.name).fill('Amina Yusuf')
  await page.getByLabel(confirmNumber.year).fill('1986')
  await page.getByRole('button', { name: confirmNumber.button, exact: true }).click()
  await page.getByText('We could not confirm this.', { exact: false }).first().waitFor()
  expect(await page.getByLabel(confirmNumber.name).inputValue()).toBe('Amina Yusuf')
  await page.getByLabel(confirmNumber.year).fill('1985')
  await page.getByRole('button', { name: confirmNumber.button, exact: true }).click()
  await page.waitForURL(`${server.url}/beneficiary/dashboard`)
  await page.goto(`${server.url}/account`)
  expect(await page.getByLabel(account.labels.full_name).inputValue()).toBe('Amina Yusuf')
})

test('another number, and back to the password', async () => {
  const page = await open(`${server.url}/login`)
  await askFor(page, '0806 123 4567')
  await page.getByRole('button', { name: words.otherNumber }).click()
  expect(await page.getByLabel(words.phone, { exact: true }).inputValue()).toBe('0806 123 4567')
  await page.getByRole('button', { name: words.back }).click()
  await page.getByLabel(signIn.email, { exact: true }).waitFor()
})

test('a request with a number alone: the need first, the account last, and nothing typed is lost on the way', async () => {
  const page = await open(`${server.url}/aid`, { viewport: { width: 360, height: 740 } })
  await expect.poll(() => page.getByRole('link', { name: 'Start my request' }).getAttribute('href')).toBe('/aid/ask')
  await page.getByRole('link', { name: 'Start my request' }).click()
  const next = page.getByRole('button', { name: 'Continue', exact: true })
  const at = (title: string) => expect.poll(() => heading(page).innerText()).toContain(title)
  await page.getByText('Step 1 of 6').waitFor()
  await next.click()
  await page.getByText('Tell us what you need.').first().waitFor()
  await page.getByLabel('Aid type').selectOption({ label: 'School fees' })
  await page.getByLabel('Description', { exact: true }).fill('Fees for my daughter.')
  await next.click()
  await at('How much')
  await page.getByLabel('Amount requested').fill('45k')
  await page.goBack()
  await at('What you need')
  await next.click()
  expect(await page.getByLabel('Amount requested').inputValue()).toBe('45k')
  await next.click()
  await at('Supporting documents')
  await choose(page, paper('bill.pdf'))
  await next.click()
  await at('How we reach you')
  for (const [label, text] of [
    ['First name', 'Amina'],
    ['Last name', 'Yusuf'],
    ['Phone', '0803 765 4321'],
    ['Address', '12 Zoo Road, Kano'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
  await next.click()
  await at('Check your answers')
  expect(await violationsInEachTheme(page)).toEqual([])
  for (const text of ['Amina Yusuf', '₦45,000.00', 'bill.pdf', '0803 765 4321']) await page.getByText(text).waitFor()
  await page.getByRole('button', { name: 'Change: How much' }).click()
  await page.getByLabel('Amount requested').fill('46,000')
  await next.click()
  await page.getByText('₦46,000.00').waitFor()
  await next.click()

  await page.getByRole('heading', { name: phoneAnswer.answerTitle }).waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  await page.getByRole('button', { name: words.send }).click()
  await page.getByRole('heading', { name: phoneAnswer.codeTitle }).waitFor()
  const code = await codeFor('+2348037654321')
  await page.reload()
  await page.getByLabel(words.codeLabel).fill(code === '000000' ? '111111' : '000000')
  await page.getByText('That code is not right', { exact: false }).first().waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  // The line is lost once the code has opened the account.
  await page.route('**/api/applications', (route) => route.abort())
  await page.getByLabel(words.codeLabel).fill(code)
  await page.getByRole('button', { name: 'Continue sending my request' }).waitFor()
  await page.unroute('**/api/applications')
  await page.goto(`${server.url}/beneficiary/dashboard`)
  await page.getByRole('link', { name: applications.continue }).click()
  await page.getByRole('heading', { name: 'We have your request' }).waitFor()
  expect(page.url()).toBe(`${server.url}/beneficiary/dashboard`)
  expect(await page.getByText('You can now login').count()).toBe(0)
  for (const text of ['Fees for my daughter.', '₦46,000.00']) await page.getByText(text).first().waitFor()
  await page.getByText('bill.pdf').waitFor()
})

test('the same request in Hausa, a draft, at 360 px: refused and sent as in English', async () => {
  const page = await open(`${server.url}/aid`, { viewport: { width: 360, height: 740 } })
  await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Hausa' }).click()
  await page.waitForURL(`${server.url}/ha/aid`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const fits = async (step: string) => {
    await page.getByText(step, { exact: true }).first().waitFor()
    expect([step, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([step, 360])
    expect(isNightly ? await violationsInEachTheme(page) : []).toEqual([])
  }
  await page.getByRole('link', { name: ha['aidStart.begin'] }).click()
  await page.waitForURL(`${server.url}/ha/aid/ask`)
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ha')
  await page.getByText('no one who speaks the language has reviewed it').waitFor()
  await button(ha['aid.next']).click()
  await fits(ha['aid.missing.description'])
  await page.getByLabel(ha['aid.labels.aid_type']).selectOption({ label: ha['applicationNames.types.schoolfees'] })
  await page.getByLabel(ha['aid.labels.description'], { exact: true }).fill('Kuɗin makarantar ƙanwata.')
  await button(ha['aid.next']).click()
  await fits(ha['aid.howMuch'])
  await page.getByLabel(ha['aid.labels.amount_requested']).fill('45k')
  await button(ha['aid.next']).click()
  await fits(ha['aidPapers.chooseFiles'])
  await button(ha['aid.next']).click()
  await fits(ha['aid.labels.first_name'])
  for (const [label, text] of [
    [ha['aid.labels.first_name'], 'Ɗahiru'],
    [ha['aid.labels.last_name'], 'Ƙofar'],
    [ha['aid.labels.phone'], '0803 765 4322'],
    [ha['aid.labels.address'], '12 Zoo Road, Kano'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
  await button(ha['aid.next']).click()
  await fits('₦45,000.00')
  await button(ha['aid.next']).click()
  await button(ha['phoneSignIn.send']).click()
  await fits(ha['phoneAnswer.codeTitle'])
  // Loading the page again keeps what was typed, and the language.
  await page.reload()
  await page.getByLabel(ha['phoneSignIn.codeLabel']).fill(await codeFor('+2348037654322'))
  await page.getByText(ha['sentRequest.title']).first().waitFor()
  for (const text of ['Kuɗin makarantar ƙanwata.', '₦45,000.00']) await page.getByText(text).first().waitFor()
  // Browsers know no Hausa.
  const months = Object.entries(ha).flatMap(([name, month]) => (name.startsWith('dates.months.') ? [month] : []))
  const [by = ''] = ha['sentRequest.decideBy'].split('{0}')
  expect(await page.getByText(by).first().textContent()).toMatch(new RegExp(`\\d (${months.join('|')}) \\d{4}`))

  // Another device, which knows no language: signing in there opens the page in that of the profile.
  const saved = sql`select 1 from profiles where language = 'ha'`
  await expect.poll(async () => (await rows(database.db, saved, z.unknown())).length).toBe(1)
  await database.db.execute(sql`delete from outgoing_text_messages where recipient = '2348037654322'`)
  rmSync(join(dataDir, 'sms'), { recursive: true })
  const other = await open(`${server.url}/login`, { viewport: { width: 360, height: 740 } })
  const inHausa = other.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Hausa' })
  expect(await inHausa.getAttribute('href')).toBe('/ha/login')
  await askFor(other, '0803 765 4322')
  await other.getByLabel(words.codeLabel).fill(await codeFor('+2348037654322'))
  await other.waitForURL(`${server.url}/ha/beneficiary/dashboard`)
  await other.getByText('Kuɗin makarantar ƙanwata.').first().waitFor()
})

test('what a Hausa page says in English is marked, so that it is read out well', async () => {
  const page = await open(`${server.url}/ha/aid/status`, { viewport: { width: 360, height: 740 } })
  const body = JSON.stringify({ code: 'rate_limited', detail: 'Too many tries.' })
  await page.route('**/api/applications/standing', (route) =>
    route.fulfill({ status: 429, contentType: 'application/problem+json', body }),
  )
  await page.getByLabel(ha['standing.caseNumber']).fill('T-10452-0381-3')
  await page.getByLabel(ha['standing.phone']).fill('0803 765 4322')
  await page.getByRole('button', { name: ha['standing.look'] }).click()
  const said = page.getByRole('main').getByText('Too many tries.').first()
  await expect.poll(() => said.getAttribute('lang')).toBe('en-NG')
})
