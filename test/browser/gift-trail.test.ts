/** A receipt shows where the gift went, and the browser checks it against the public log. */
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { deriveKeys } from '../../server/platform/crypto.ts'
import { readOpenings } from '../../server/proof/log/openings.ts'
import { violationsInEachTheme } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { SECRET_KEY } from '../support/process.ts'
import { useSite } from '../support/site.ts'
import { payAt } from '../support/wallet-page.ts'

const open = useBrowser()
const site = useSite()
let receipt: string
let code: string
beforeAll(async () => {
  const post = (path: string, body: object) =>
    fetch(site.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    })
  const started = await post('/api/donations', { amount: 2500, donation_type: 'school' })
  const gift = z.object({ receipt_code: z.string(), access_code: z.string(), reference: z.string() })
  const { receipt_code, access_code: access, reference } = gift.parse(await started.json())
  code = receipt_code
  receipt = `/receipts/${code}`
  await payAt(`${site.url}/sandbox/paystack/checkout/${access}`)
  await post('/functions/v1/verify', { reference })
  // The next checkpoint is due now.
  await site.database.db.execute(sql`update jobs set next_run_at = '2026-01-01' where name like 'log.%'`)
  const Trail = z.looseObject({ logged: z.boolean() })
  const isLogged = async () => Trail.parse(await (await fetch(`${site.url}/api${receipt}/trail`)).json()).logged
  await vi.waitUntil(isLogged, { timeout: 60_000, interval: 250 })
})

/** Changes the server's answer on its way. */
const changeProof = (page: Page, change: (text: string) => string) =>
  page.route('**/api/receipts/*/proof', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: change(await answer.text()) })
  })

const openAt = (path: string) => open(site.url + path, { viewport: { width: 360, height: 1600 } })

test('the browser proves a gift step by step, in both themes', async () => {
  const page = await openAt(receipt)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const part = page.getByRole('region', { name: 'Where your naira went' })
  await part.locator('[aria-current=step]').getByText('₦2,500.00 is waiting in the fund School Fees').waitFor()
  await part.getByText(/^Look again after \d+ \w+ \d{4}\.$/).waitFor()
  await part.getByRole('button', { name: 'Check it now' }).click()
  await part.getByText('Everything matches').waitFor()
  expect(loaded.filter((url) => url.includes('ed25519'))).toEqual([])
  expect(await part.locator('.steps .badge').allTextContents()).toEqual([
    'Correct',
    'Nothing to compare yet',
    'Correct',
    'Nothing to compare yet',
    'Correct',
  ])
  await part.getByRole('img', { name: 'QR code' }).waitFor()
  const saved = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Save the proof file' }).click()
  expect((await saved).suggestedFilename()).toBe('gift.tlog-proof')
  // The browser has kept the checkpoint, and compares with it.
  await part.getByRole('button', { name: 'Check again' }).click()
  await expect.poll(() => part.locator('.steps .badge').nth(1).textContent()).toBe('Correct')
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('a server that shows another amount is caught, and the step is named', async () => {
  const page = await openAt(receipt)
  await changeProof(page, (text) => text.replace('"250000"', '"250100"'))
  const part = page.getByRole('region', { name: 'Where your naira went' })
  await part.getByRole('button', { name: 'Check it now' }).click()
  await part.getByText('Something does not match').waitFor()
  const wrong = part.locator('[data-outcome=does_not_fit]')
  expect(await wrong.textContent()).toMatch(
    /^Your gift is in the log.*is not in the log with these values\..*Does not match$/,
  )
})

test('a page that states more than the log has is caught: each sum of the trail, and a gift that is said to be missing', async () => {
  const lies = { counted: 1137.5, waiting: 1, given_back: 100, size: 1_000_000, logged: false }
  const page = await openAt(receipt)
  const part = page.getByRole('region', { name: 'Where your naira went' })
  for (const [name, value] of Object.entries(lies)) {
    await page.route('**/api/receipts/*/trail', async (route) => {
      const answer = await route.fetch()
      const trail = z.looseObject({}).parse(await answer.json())
      await route.fulfill({ response: answer, json: { ...trail, [name]: value } })
    })
    await page.reload()
    await part.getByRole('button', { name: 'Check it now' }).click()
    await part.getByText('Something does not match').waitFor()
    expect([name, await part.getByText('Everything matches').count()]).toEqual([name, 0])
    await page.unroute('**/api/receipts/*/trail')
  }
  await page.reload()
  await part.getByRole('button', { name: 'Check it now' }).click()
  await part.getByText('Everything matches').waitFor()
  await part.getByText('Not in the log, so not compared').waitFor()
})

test('a browser without Ed25519 checks the signature all the same, and sees one that was changed', async () => {
  const page = await openAt(receipt)
  await page.addInitScript(() => {
    const imports = crypto.subtle.importKey.bind(crypto.subtle)
    Object.assign(SubtleCrypto.prototype, {
      importKey: async (...given: Parameters<typeof imports>) => {
        if (given[2] === 'Ed25519') throw new DOMException('Algorithm: Unrecognized name', 'NotSupportedError')
        return imports(...given)
      },
    })
  })
  await page.reload()
  const part = page.getByRole('region', { name: 'Where your naira went' })
  await part.getByRole('button', { name: 'Check it now' }).click()
  await part.getByText('Everything matches').waitFor()
  await changeProof(page, (text) => {
    const end = text.indexOf('\\n"')
    return `${text.slice(0, end - 9)}${text[end - 9] === 'A' ? 'B' : 'A'}${text.slice(end - 8)}`
  })
  await part.getByRole('button', { name: 'Check again' }).click()
  await part.getByText('The signature does not fit the text.').waitFor()
  expect(await part.locator('[data-outcome=fits]').count()).toBe(0)
})

test('a row that was changed in the database is named by the downloaded script, and its receipt turns red', async () => {
  const folder = mkdtempSync(join(inject('runFolder'), 'verify-'))
  const file = (name: string) => join(folder, name)
  writeFileSync(file('verify-log.mjs'), await (await fetch(`${site.url}/verify-log.mjs`)).text())
  const verify = (...more: string[]) =>
    new Promise<string>((resolve) => {
      const words = [file('verify-log.mjs'), site.url, '--since', file('kept.txt'), ...more]
      execFile(process.execPath, words, (fault, said) => resolve(`${said}${fault ? `ended with ${fault.code}` : ''}`))
    })
  const page = await openAt(receipt)
  const part = page.getByRole('region', { name: 'Where your naira went' })
  await part.getByRole('button', { name: 'Check it now' }).click()
  const saved = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Save the proof file' }).click()
  await (await saved).saveAs(file('gift.tlog-proof'))
  const first = await verify('--proof', file('gift.tlog-proof'))
  expect(first).toContain('ok    the gift is in the log\n')
  expect(first).toMatch(/₦2,500\.00 given, ₦0\.00 counted towards payments, ₦0\.00 refunded\n$/)
  const openings = async () => {
    writeFileSync(
      file('openings.txt'),
      (await readOpenings({ keys: deriveKeys(SECRET_KEY), db: site.database.db })).join('\n'),
    )
    return verify('--openings', file('openings.txt'))
  }
  const agrees =
    /still begins with what the file holds\n[^]*entries were opened, and each agrees with its row\n[^]*published: nothing\n$/
  expect(await openings()).toMatch(agrees)

  const changeAmount = (by: number) =>
    site.database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(
        sql`update donations set amount = amount + ${by} where receipt_code_hash = sha256(${code}::bytea)`,
      )
    })
  await changeAmount(100)
  expect(await openings()).toMatch(
    /WRONG donations [\da-f-]{36} amount: the log says 250000, the row says 250100\n[^]*ended with 1$/,
  )
  await page.reload()
  await page.getByText('₦2,501.00').first().waitFor()
  await part.getByRole('button', { name: 'Check it now' }).click()
  await part.getByText('This receipt says ₦2,501.00, and the log says ₦2,500.00.').waitFor()
  await changeAmount(-100)
  expect(await openings()).toMatch(agrees)
})

test('the home page and the questions promise no more than the receipt shows', async () => {
  const page = await openAt('/')
  await page.getByRole('heading', { level: 1, name: /check where it goes/ }).waitFor()
  await page.getByText(/^Choose a fund .* Your receipt shows where your gift went\.$/).waitFor()
  await page.goto(`${site.url}/faq`)
  await page.getByText('Where does my gift go?').click()
  await page.getByText('Your receipt shows which payments your gift is counted towards').waitFor()
  await page.goto(site.url + receipt)
  const part = page.getByRole('region', { name: 'Where your naira went' })
  await part.getByText('is waiting in the fund').waitFor()
  expect(await part.getByRole('button', { name: 'Check it now' }).isVisible()).toBe(true)
})

test('/log shows the newest checkpoint', async () => {
  const page = await openAt('/log')
  await page.getByText('127.0.0.1').first().waitFor()
  await page.getByText('What it does not prove').waitFor()
  expect(await violationsInEachTheme(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the receipt of a gift of which a part was refunded does not read as paid alone', async () => {
  const page = await open('about:blank', { viewport: { width: 360, height: 1600 } })
  await page.route(`**/api${receipt}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), given_back: 500 } })
  })
  await page.goto(site.url + receipt)
  const sheet = page.getByRole('article')
  await sheet.getByText('₦500.00', { exact: true }).waitFor()
  expect(await sheet.locator('dl .badge').allTextContents()).toEqual(['Paid, partly returned'])
})

test('the log of live money is not compared with one that the browser kept of a sandbox', async () => {
  const page = await openAt(receipt)
  const kept = page.locator('.steps .badge').nth(1)
  await page.getByRole('button', { name: 'Check it now' }).click()
  await kept.waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Check it now' }).click()
  await expect.poll(() => kept.textContent()).toBe('Correct')
  await page.route(site.url + receipt, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('data-mode="sandbox"', 'data-mode="live"')
    await route.fulfill({ response: answer, body })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Check it now' }).click()
  await expect.poll(() => kept.textContent()).toBe('Nothing to compare yet')
})
