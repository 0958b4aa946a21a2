/** Signing in with a telephone number and a texted code, on a server that sends texts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { violationsInBothThemes } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { codeIn } from '../support/phones.ts'
import { endProcesses, startServer, temporaryFolder, type ServerProcess } from '../support/process.ts'
import { postgresVariables } from '../support/shared-database.ts'
import { phoneSignIn as words } from '#words/people/phone-sign-in.ts'
import { signIn } from '#words/people/sign-in.ts'

// Refused numbers and codes are logged as errors.
const open = useBrowser([/status of 4\d\d/])
const dataDir = temporaryFolder()
let server: ServerProcess
beforeAll(async () => {
  server = await startServer({
    ...(await postgresVariables()),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    AUTH_PHONE: 'on',
  })
})
afterAll(() => endProcesses())

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
  expect(await violationsInBothThemes(page)).toEqual([])
  await page.getByLabel(words.phone, { exact: true }).fill('0803 123 4567')
  await page.getByRole('button', { name: words.send }).click()
  await page.getByRole('heading', { name: words.codeTitle }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const code = await codeFor('+2348031234567')
  await page.getByLabel(words.codeLabel).fill(code === '000000' ? '111111' : '000000')
  await page.getByText('That code is not right', { exact: false }).first().waitFor()
  await page.getByLabel(words.codeLabel).fill(code)
  await page.waitForURL((url) => url.pathname !== '/login')
})

test('another number, and back to the password', async () => {
  const page = await open(`${server.url}/login`)
  await askFor(page, '0806 123 4567')
  await page.getByRole('button', { name: words.otherNumber }).click()
  expect(await page.getByLabel(words.phone, { exact: true }).inputValue()).toBe('0806 123 4567')
  await page.getByRole('button', { name: words.back }).click()
  await page.getByLabel(signIn.email, { exact: true }).waitFor()
})
