/** The administrators' sign-in, when the operator requires a second step. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { appOf, pageButton, sectionAddress, toast } from '../support/account-page.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { endProcesses, startServer, type ServerProcess } from '../support/process.ts'
import { administratorSession, enterAsAdministrator } from '../support/reviewing-page.ts'
import { postgresVariables } from '../support/shared-database.ts'
import { ADMIN } from '../support/site.ts'
import { submitButton } from '../support/submit-button.ts'

// The browser logs the expected refusals as errors.
const open = useBrowser([/status of 403/])
/** A server apart: here every administrator needs a second step. */
let server: ServerProcess
beforeAll(async () => {
  server = await startServer({
    ...(await postgresVariables()),
    RATE_LIMITS: 'off',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ADMIN_MFA: 'required',
  })
})
afterAll(endProcesses)

const Problem = z.looseObject({ code: z.string() })

test('the entry is clean in both themes, empty and with what is missing', async () => {
  const page = await open(`${server.url}/admin-auth`, { viewport: { width: 360, height: 740 } })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  await submitButton(page).click()
  await page.getByText('Enter your password.').last().waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('without a second step access is refused and leads to setting one up; with it the dashboard opens', async () => {
  const { access_token: token } = await administratorSession(server.url)
  const refused = await fetch(`${server.url}/api/admin/books`, { headers: { Authorization: `Bearer ${token}` } })
  expect([refused.status, Problem.parse(await refused.json()).code]).toEqual([403, 'mfa_required'])

  const page = await open(`${server.url}/admin/books`)
  await enterAsAdministrator(page)
  await page.getByText('Add a second step first').waitFor()
  expect(await page.getByRole('region').count()).toBe(0)
  expect(await violationsInEachTheme(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Add a second step' }).click()
  await page.waitForURL(sectionAddress(server.url, 'two-step'))
  await pageButton(page, 'Add an authenticator app').click()
  await page.getByLabel('Name').fill('Aegis')
  await pageButton(page, 'Continue').click()
  const code = await appOf(page)
  await page.getByLabel('Code from the app').fill(code())
  await toast(page, 'Two-step sign-in is on').waitFor()
  await page.goto(`${server.url}/admin/books`)
  await page.getByText('Is it all there?').first().waitFor()
  expect(await page.getByText('Your account has no second step yet').count()).toBe(0)

  // A list that is empty by itself has nothing to clear.
  await page.goto(`${server.url}/admin/applications`)
  await page.getByText('No requests in this view').waitFor()
  expect(await page.getByRole('link', { name: 'Clear' }).count()).toBe(0)
  await page.goto(`${server.url}/admin/applications?search=Bala`)
  await page.getByText('No matches').waitFor()
})
