/** The page with all parts of web/ui: it works in development, and is not in the build. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUILD_FOLDER } from '../../server/platform/http/pages.ts'
import { violationsInBothThemes } from '../support/axe.ts'
import { launchBrowser, useBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { endProcesses, startServer } from '../support/process.ts'
import { postgresVariables } from '../support/shared-database.ts'

// This page runs without our server, so the footer's call fails.
const open = useBrowser([/status of 50\d/, /status of 404/, /Failed to load resource/])
const ROOT = join(import.meta.dirname, '../..')
let pages: ChildProcess
let address: string
beforeAll(async () => {
  const port = String(await freePort())
  address = `http://127.0.0.1:${port}/design`
  // A separate process, as `npm run dev` starts it: React must be loaded with the development conditions.
  pages = spawn(
    process.execPath,
    [
      '--conditions=development',
      'node_modules/@react-router/dev/bin.cjs',
      'dev',
      '--host',
      '127.0.0.1',
      '--port',
      port,
    ],
    { cwd: ROOT, stdio: 'ignore', env: { PATH: process.env['PATH'], NODE_ENV: 'development' } },
  )
  await warmUp()
})
afterAll(async () => {
  const gone = new Promise((resolve) => pages.once('exit', resolve))
  pages.kill()
  await gone
  await endProcesses()
})

/** The first visit makes Vite optimise the packages and reload the page, so it happens before the tests. */
async function warmUp(): Promise<void> {
  while (!(await answers(address))) await pause(200)
  const browser = await launchBrowser()
  const page = await browser.newPage()
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: 'The design language' }).waitFor({ timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  await browser.close()
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

async function openDesign(options: Parameters<typeof open>[1] = {}): Promise<Page> {
  const page = await open(address, options)
  await page.getByRole('heading', { level: 1, name: 'The design language' }).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

describe('every part in every state', () => {
  test('axe finds nothing in both themes', async () => {
    const page = await openDesign({ viewport: { width: 360, height: 740 } })
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Show a toast about a failure' }).click()
    await page.getByRole('alert').getByText('Nothing was charged.').waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: 'Open a dialog' }).click()
    await page.getByRole('dialog', { name: 'Message sent' }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual([])
  })

  test('it fits 320 px', async () => {
    const page = await openDesign({ viewport: { width: 320, height: 640 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })

  test('tabs are one tab stop; arrows, Home and End move within them', async () => {
    const page = await openDesign()
    const tab = (name: string) => page.getByRole('tab', { name })
    const shown = async (name: string) => {
      expect(await tab(name).getAttribute('aria-selected')).toBe('true')
      expect(await tab(name).evaluate((tab) => tab === document.activeElement)).toBe(true)
      await page.getByRole('tabpanel', { name }).waitFor()
    }
    await tab('Applications').focus()
    await page.keyboard.press('ArrowRight')
    await shown('Beneficiaries')
    await page.keyboard.press('End')
    await shown('Donors')
    await page.keyboard.press('ArrowRight')
    await shown('Applications')
    await page.keyboard.press('ArrowLeft')
    await shown('Donors')
    await page.keyboard.press('Home')
    await shown('Applications')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tabpanel')
  })

  test('a table can be focused only if it scrolls', async () => {
    const wide = await openDesign({ viewport: { width: 1280, height: 800 } })
    expect(await wide.locator('.table-scroll').getAttribute('tabindex')).toBeNull()
    const narrow = await openDesign({ viewport: { width: 360, height: 740 } })
    const table = narrow.getByRole('region', { name: 'Gifts' })
    await table.focus()
    await narrow.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  })

  test('a busy button keeps the focus and ignores presses', async () => {
    const page = await openDesign()
    const busy = page.getByRole('button', { name: 'Sending …' }).first()
    await busy.focus()
    expect(await busy.getAttribute('aria-disabled')).toBe('true')
    expect(await busy.evaluate((button) => button === document.activeElement)).toBe(true)
  })
})

test('a build does not contain the page, and the server answers 404', async () => {
  const server = await startServer(await postgresVariables())
  const response = await fetch(`${server.url}/design`)
  await response.body?.cancel()
  expect(response.status).toBe(404)
  const traces = readdirSync(BUILD_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html)$/.test(name))
    .filter((name) =>
      /sample-note|The design language|web\/features\/design/.test(readFileSync(join(BUILD_FOLDER, name), 'utf8')),
    )
  expect(traces).toEqual([])
})
