/** /aid/plain and /complain/plain: asking for aid, and complaining, in a browser that runs no script. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { photo } from '../support/documents.ts'
import { useBrowser } from '../support/browser.ts'
import { codeIn } from '../support/phones.ts'
import { endProcesses, startServer, temporaryFolder, type ServerProcess } from '../support/process.ts'
import { startProxy } from '../support/proxy.ts'
import { ADMIN } from '../support/site.ts'
import { postgresVariables } from '../support/shared-database.ts'
import { complain } from '#words/aid/complain.ts'
import { complaints } from '#words/aid/complaint-names.ts'
import { aidStart } from '#words/aid/start.ts'

// A wrong code is logged as an error.
const open = useBrowser([/status of 422/, /status of 502/])
const dataDir = temporaryFolder()
let server: ServerProcess
beforeAll(async () => {
  server = await startServer({
    ...(await postgresVariables()),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    AUTH_PHONE: 'on',
    // The reader of complaints.
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  })
})
afterAll(() => endProcesses())

const codeFor = (number: string) => codeIn(dataDir, number)

const withoutScript = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } }
const numberOn = (page: Page) => page.locator('.number').textContent()
const button = (page: Page, name: string) => page.getByRole('button', { name })

async function fill(page: Page, phone: string) {
  await page.getByLabel('Your full name').fill('Amina Yusuf')
  await page.getByLabel('Your mobile number').fill(phone)
  await page.getByLabel('Where you live').fill('12 Zoo Road, Kano')
  await page.getByLabel('What you need').selectOption({ label: 'School fees' })
  await page.getByLabel('How much, in naira').fill('45,000')
}

test('a language that no one has reviewed answers as an unknown page', async () => {
  const [unknown, ...own] = await Promise.all(
    ['/yo/aid', '/ha/aid', '/pcm/aid/ask', '/ha/aid/plain'].map(async (path) => {
      const answer = await fetch(server.url + path)
      return [answer.status, await answer.text()]
    }),
  )
  expect(unknown?.[0]).toBe(404)
  for (const each of own) expect(each).toEqual(unknown)
})

test('what was typed is there again after the error page of a proxy, and can be sent', async () => {
  const proxy = await startProxy(server.url, { namesClients: false })
  onTestFinished(() => proxy.close())
  const page = await open(`${proxy.url}/aid/plain`, withoutScript)
  await fill(page, '0803 555 0177')
  proxy.answerWith(502)
  await button(page, 'Send').click()
  await page.getByText('Bad Gateway').waitFor()
  proxy.answerWith(undefined)
  await page.goBack()
  expect(await page.getByLabel('Your full name').inputValue()).toBe('Amina Yusuf')
  expect(await page.getByLabel('How much, in naira').inputValue()).toBe('45,000')
  await button(page, 'Send').click()
  await page.getByLabel('Code').waitFor()
})

test('from the start page to the number of the request, with photos', async () => {
  const page = await open(`${server.url}/aid`, withoutScript)
  await page.getByRole('link', { name: aidStart.plain }).click()
  await fill(page, '12345')
  await button(page, 'Send').click()
  await page.getByText('Enter a Nigerian mobile number').waitFor()
  // The typed text is still there.
  expect(await page.getByLabel('Your full name').inputValue()).toBe('Amina Yusuf')
  await page.getByLabel('Your mobile number').fill('0803 123 4567')
  const file = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await photo() }
  for (const name of ['Photo 1', 'Photo 2']) await page.getByLabel(name, { exact: true }).setInputFiles(file)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await button(page, 'Send').click()
  const code = await codeFor('+2348031234567')
  await page.getByLabel('Code from the text message').fill(code === '000000' ? '111111' : '000000')
  await button(page, 'Send my request').click()
  await page.getByText('This is not the code we sent').waitFor()
  await page.getByLabel('Code from the text message').fill(code)
  await button(page, 'Send my request').click()
  await page.getByRole('heading', { name: 'We have your request' }).waitFor()
  expect(await numberOn(page)).toMatch(/^T-\d{5}-\d{4}-\d$/)
})

test('the same form, posted twice before the code and twice after it, is one request', async () => {
  const page = await open(`${server.url}/aid/plain`, withoutScript)
  // A test that is tried again finds the request of its first try under the same number.
  const digits = String(Date.now()).slice(-7)
  await fill(page, `0706${digits}`)
  await button(page, 'Send').click()
  await page.getByLabel('Code from the text message').waitFor()
  const form = await page.locator('input[name=form]').first().inputValue()
  await page.goBack()
  expect(await page.locator('input[name=form]').inputValue()).toBe(form)
  await button(page, 'Send').click()
  await page.getByLabel('Code from the text message').fill(await codeFor(`+234706${digits}`))
  await button(page, 'Send my request').click()
  const number = await numberOn(page)
  expect(number).toMatch(/^T-\d{5}-\d{4}-\d$/)
  // Loading the page again posts the code again.
  await page.reload()
  expect(await numberOn(page)).toBe(number)
  // The page may be gone before it answers.
  await page.evaluate(() => history.go(-2)).catch(() => {})
  await button(page, 'Send').click()
  await page.waitForURL(`${server.url}/aid/plain/request`)
  expect(await numberOn(page)).toBe(number)
})

test('a complaint, from its page to how it stands', async () => {
  const page = await open(`${server.url}/complain`, withoutScript)
  expect(await page.getByRole('button').count()).toBe(0)
  await page.getByRole('link', { name: complain.plain }).click()
  await page.waitForURL(`${server.url}/complain/plain`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByLabel(complaints.text).fill('The rice was wet.')
  await button(page, complain.send).click()
  await page.getByText(complaints.missing.kind).waitFor()
  expect(await page.getByLabel(complaints.text).inputValue()).toBe('The rice was wet.')
  await page.getByLabel(complaints.kind).selectOption({ label: complaints.kinds.goods })
  await button(page, complain.send).click()
  await page.getByRole('heading', { name: complain.sentTitle }).waitFor()
  const number = ((await numberOn(page)) ?? '').trim()
  await page.getByRole('link', { name: complain.title, exact: true }).click()
  await page.getByLabel(complain.code).fill(number)
  await button(page, complain.ask).click()
  await page.getByText(complaints.states.received, { exact: true }).waitFor()
})
