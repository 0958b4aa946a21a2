/** The API reference, which loads only files of this server. */
import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser()
const site = useSite()

test('the reference fits a small phone and logs no error, in both themes', async () => {
  const page = await open(site.url, { viewport: { width: 360, height: 740 } })
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${site.url}/api/docs`)
  await page.getByRole('heading', { name: /^Gifts/ }).click()
  await page.getByText('/api/donations', { exact: true }).first().click()
  await page.getByText('Idempotency-Key').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(background === 'rgb(255, 255, 255)').toBe(colorScheme === 'light')
  }
  expect(errors).toEqual([])
})
