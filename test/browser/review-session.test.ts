/** A session that ends while a reviewer writes. */
import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid, composer } from '../support/reviewing-page.ts'
import { routeForNow } from '../support/routing.ts'
import { ADMIN, useSite } from '../support/site.ts'
import { storeSession } from '../support/signing-in.ts'

// The refused calls are what the test is about; the browser logs them as errors.
const open = useBrowser([/status of (400|401|403)/])
const site = useSite()

test('signing in again happens above the page, and the reason and the note are still there', async () => {
  const { id } = await askForAid(site.url, 'ended@mail.example', { name: 'Ended Ade' })
  const page = await open('about:blank')
  await storeSession(page, await administratorSession(site.url))
  await page.goto(`${site.url}/admin/applications/${id}`)
  const note = page.getByRole('textbox', { name: /^New note/ })
  await note.fill('Their aunt answers the phone.')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByLabel('Reason').fill('The school has not written.')
  const renew = await routeForNow(page, '**/auth/v1/token*', (route) =>
    route.fulfill({ status: 400, json: { code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' } }),
  )
  const allow = await routeForNow(page, '**/api/admin/applications/*', (route) =>
    route.fulfill({ status: 401, json: { code: 'unauthorized' } }),
  )
  await composer(page).getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Email', { exact: true }).waitFor()
  renew()
  allow()
  // Without signing in there is no way past it to what is on the page.
  await dialog.evaluate((element) => element.addEventListener('close', () => element.setAttribute('data-left', '')))
  // Before the page has handled the first one.
  for (const press of ['down', 'up', 'down', 'up'] as const) await page.keyboard[press]('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(true)
  expect(await dialog.getAttribute('data-left')).toBeNull()
  expect(await dialog.getByLabel('Email', { exact: true }).inputValue()).toBe(ADMIN.email)
  await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await dialog.getByRole('button', { name: 'Admin Sign In' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toMatch(/^\/admin\/applications\/T-/)
  expect(await page.getByLabel('Reason').inputValue()).toBe('The school has not written.')
  expect(await note.inputValue()).toBe('Their aunt answers the phone.')
})
