/** The review of a request at one glance: papers beside the decision, templates first, and nothing typed is ever lost. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toast } from '../support/account-page.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { expectFits } from '../support/fitting.ts'
import { realPdf } from '../support/pdfs.ts'
import { outOfOrder } from '../support/reading-order.ts'
import { administratorSession, askForAid, composer, draftsOf, reloadWithDrafts } from '../support/reviewing-page.ts'
import { routeForNow, routeOnce } from '../support/routing.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

// A failed and a refused call are what some tests are about; the browser logs both as errors.
const open = useBrowser([/status of (409|503)/, /ERR_FAILED/])
const site = useSite()
let session: StoredSession
arrange(site, async () => {
  session = await administratorSession(site.url)
})

async function openRequest(id: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
  const page = await open('about:blank', { viewport })
  await storeSession(page, session)
  await page.goto(`${site.url}/admin/applications/${id}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  return page
}

/** With an address of its own, so that a test can be tried again. */
const ask = (email: string, name: string, more = {}) =>
  askForAid(site.url, `${email}-${crypto.randomUUID()}@mail.example`, { name, ...more })
const Details = z.looseObject({ held_by: z.unknown() })
const details = async (id: string) => {
  const headers = { Authorization: `Bearer ${session.access_token}` }
  return Details.parse(await (await fetch(`${site.url}/api/admin/applications/${id}`, { headers })).json())
}

describe('at one glance', () => {
  test('the first paper is open at once, beside the case and the decision, and the page does not scroll', async () => {
    const { id } = await ask('glance', 'Glance Ade', {
      papers: { 'bill.pdf': realPdf(['The bill']) },
      withDocuments: true,
    })
    const page = await openRequest(id)
    await page.getByText('The bill', { exact: true }).waitFor()
    await page.getByText(/ · Due in \d+ days · No owner$/).waitFor()
    await page.getByText('General: ₦0.00', { exact: true }).waitFor()
    await page.getByText('Less than was asked for', { exact: true }).waitFor()
    const boxes = await Promise.all(
      ['case', 'papers', 'decision'].map((name) => page.locator(`.review-${name}`).boundingBox()),
    )
    expect(boxes.map((box) => Math.round(box?.width ?? 0))).toEqual([416, expect.any(Number), 352])
    const tops = boxes.map((box) => box?.y)
    expect(new Set(tops).size).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
    // On a larger screen the whole first page is in sight, in the frame and with what can be done with it.
    await page.setViewportSize({ width: 1920, height: 1080 })
    const bottom = async (part: string) => {
      const box = await page.locator(part).first().boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    await expect.poll(async () => (await bottom('.paper-frame')) - (await bottom('.pdf-page'))).toBeGreaterThan(0)
    expect(await bottom('.evidence-actions')).toBeLessThan(1080)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press(']')
    await page.getByRole('button', { name: 'letter.pdf', exact: true, pressed: true }).waitFor()
    await page.keyboard.press(']')
    await page.getByRole('img', { name: 'Paper: bill.png' }).waitFor()
  })

  test('is accessible and fits every width, also while composing', async () => {
    const { id } = await ask('width', 'Wide Ade', { withDocuments: true })
    const page = await openRequest(id)
    const asking = page.getByRole('button', { name: 'Ask for papers' })
    const more = page.getByRole('button', { name: 'More', exact: true })
    await expectFits(page, async (width) => {
      // At its end, where the bar of the decision has its own place.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      // The page moves the papers in the document too, a moment after the width has changed.
      const parts = page.locator(width >= 1024 ? '.review > *' : '.review h2')
      await expect.poll(() => outOfOrder(parts)).toEqual([])
      expect([await asking.isVisible(), await more.isVisible()]).toEqual([width > 360, width === 360])
    })
    await more.click()
    await asking.waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await composer(page).getByRole('group', { name: 'Templates' }).getByRole('button').first().waitFor()
    await expectFits(page)
    // The open composer holds the request. Closing it lets the next test take it.
    const released = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.keyboard.press('Escape')
    await released
  })
})

test('closing the composer gives the request back, however slow the call is that takes it', async () => {
  const { id } = await ask('slow', 'Slow Ade')
  const page = await openRequest(id)
  const taken = Promise.withResolvers<void>()
  await routeOnce(page, '**/lease', async (route) => {
    await taken.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await composer(page).waitFor()
  const both = ['POST', 'DELETE'].map((method) =>
    page.waitForResponse((response) => response.url().endsWith('/lease') && response.request().method() === method),
  )
  await page.keyboard.press('Escape')
  await composer(page).waitFor({ state: 'detached' })
  taken.resolve()
  await Promise.all(both)
  expect((await details(id)).held_by).toBeNull()
})

describe('what is typed', () => {
  const TEXT = 'The bill is for another school. Please send the right one.'

  test('survives Escape, a reload, a lost connection and a colleague’s decision; sending it ends the draft', async () => {
    const { id } = await ask('typed', 'Typed Ade')
    const page = await openRequest(id)
    const reject = () => page.getByRole('button', { name: 'Reject', exact: true })
    await reject().click()
    await page.getByLabel('Reason').fill(TEXT)
    await page.keyboard.press('Escape')
    await reject().click()
    expect(await page.getByLabel('Reason').inputValue()).toBe(TEXT)
    await reloadWithDrafts(page, 1)
    await reject().click()
    expect(await page.getByLabel('Reason').inputValue()).toBe(TEXT)

    const reconnect = await routeForNow(page, '**/api/admin/applications/*', (route) => route.abort())
    await composer(page).getByRole('button', { name: 'Reject', exact: true }).click()
    await toast(page, 'The request was not changed').waitFor()
    expect(await page.getByLabel('Reason').inputValue()).toBe(TEXT)
    reconnect()

    const headers = { Authorization: `Bearer ${session.access_token}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ status: 'under_review' })
    await fetch(`${site.url}/api/admin/applications/${id}`, { method: 'PATCH', headers, body })
    await composer(page).getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('Already decided').waitFor()
    expect(await page.getByLabel('Reason').inputValue()).toBe(TEXT)
    await composer(page).getByRole('button', { name: 'Reject', exact: true }).click()
    await toast(page, 'Request rejected').waitFor()
    expect(await draftsOf(page)).toEqual([])
  })

  /** Types a reason, and waits until the device has it. */
  async function typed(name: string) {
    const { id } = await ask(name, 'Leaves Ade')
    const page = await open('about:blank', { viewport: { width: 1440, height: 900 } })
    await storeSession(page, await administratorSession(site.url))
    await page.goto(`${site.url}/admin/applications/${id}`)
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByLabel('Reason').fill(TEXT)
    await expect.poll(async () => (await draftsOf(page)).length).toBe(1)
    return page
  }

  test.each(['a page of staff', 'the account page'])(
    'is encrypted on the device, and discarded when the reviewer signs out on %s',
    async (where) => {
      const page = await typed(`leaves-${where.length}`)
      expect(JSON.stringify(await draftsOf(page))).not.toMatch(/bill|school/)
      await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 204 }))
      if (where === 'the account page') {
        await page.goto(`${site.url}/account?section=sessions`)
        await page.getByRole('button', { name: 'Sign out here' }).click()
      } else {
        await page.locator('.staff-account summary').click()
        await page.getByRole('button', { name: 'Sign Out' }).click()
      }
      await page.waitForURL(`${site.url}/login`)
      expect(await draftsOf(page)).toEqual([])
    },
  )

  test('is kept once its key comes, though nothing more is typed, and with the key of before where no other comes', async () => {
    const { id } = await ask('no-key', 'Keyless Ade')
    const page = await open('about:blank', { viewport: { width: 1440, height: 900 } })
    await storeSession(page, await administratorSession(site.url))
    await page.clock.install()
    const cut = () => routeForNow(page, '**/api/admin/draft-keys', (route) => route.abort())
    const type = async (text: string) => {
      const notKept = page.waitForEvent('console', (said) => said.text().startsWith('The draft could not be kept.'))
      await Promise.all([notKept, page.getByLabel('Reason').fill(text)])
    }
    const reconnect = await cut()
    await page.goto(`${site.url}/admin/applications/${id}`)
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await type(TEXT)
    reconnect()
    await expect.poll(async () => (await draftsOf(page)).length).toBe(1)
    const [first] = await draftsOf(page)

    // The keys are asked for again after half an hour.
    await page.clock.fastForward('31:00')
    await cut()
    await page.getByLabel('Reason').fill(`${TEXT} Today.`)
    await expect.poll(async () => (await draftsOf(page))[0]).not.toEqual(first)
  })

  test('that no key opens any more is gone, here and for every account on the device', async () => {
    const page = await typed('too-old')
    const [[name, sealed] = ['', '']] = await draftsOf(page)
    const [time, body = ''] = sealed.split(' ')
    const flipped = `${time} ${body.startsWith('A') ? 'B' : 'A'}${body.slice(1)}`
    const ofAnother = `taimako-staff-draft:${crypto.randomUUID()}:x:note`
    const left = { [name]: flipped, [ofAnother]: `${Date.now() - 13 * 60 * 60_000} AAAA`, [`${ofAnother}s`]: TEXT }
    await page.evaluate((items) => Object.assign(localStorage, items), left)
    await page.reload()
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    expect(await page.getByLabel('Reason').inputValue()).toBe('')
    expect(await draftsOf(page)).toEqual([])
  })
})
