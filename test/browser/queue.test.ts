/** The queue of the administration: views with their counts, dense rows, keys, and everything a row offers without opening it. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errors } from '../../contract/platform/errors.ts'
import { toast } from '../support/account-page.ts'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { expectFits } from '../support/fitting.ts'
import { outOfOrder } from '../support/reading-order.ts'
import { administratorSession, askForAid, comeBack, saveCsv } from '../support/reviewing-page.ts'
import { routeForNow } from '../support/routing.ts'
import { row } from '../support/selected-rows.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

// Letting a late request wait is refused on purpose, which the browser logs as an error.
const open = useBrowser([/status of 409/])
const site = useSite()
let session: StoredSession
let low: Awaited<ReturnType<typeof askForAid>>
/** In the order in which they are due. */
const NAMES = ['Critical Case', 'High Case', 'Low Case']
arrange(site, async () => {
  session = await administratorSession(site.url)
  for (const [place, urgency] of (['critical', 'high', 'low'] as const).entries()) {
    const asked = { name: NAMES[place] ?? '', request: { urgency } }
    low = await askForAid(site.url, `${urgency}@mail.example`, asked)
  }
})

async function openPlace(path: string, options = {}): Promise<Page> {
  const page = await open('about:blank', { viewport: { width: 1440, height: 900 }, ...options })
  await storeSession(page, session)
  await page.goto(site.url + path)
  await page.getByRole('link', { name: 'Critical Case' }).waitFor()
  return page
}

const names = (page: Page) => page.getByRole('rowheader').allInnerTexts()
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: new RegExp(`^${name}`) })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

describe('the queue', () => {
  test('is what administrators see first: the first due first, from 190 px, with a count for every view', async () => {
    const page = await openPlace('/admin')
    expect(await names(page)).toEqual(NAMES)
    const first = await page.getByRole('row').nth(1).boundingBox()
    expect(first?.y).toBeLessThanOrEqual(190)
    expect(first?.height).toBeLessThanOrEqual(45)
    // A count that came too early is made again only after as long as this test waits, or when the reader comes back.
    const next = view(page, 'Next').locator('.queue-count')
    await expect.poll(() => comeBack(page).then(() => next.innerText()), { interval: 1000 }).toBe('3')
    await view(page, 'Mine').getByText('0').waitFor()
    await row(page, 'Critical Case').getByText('In 3 days').waitFor()
    await view(page, 'Late').click()
    await page.getByText('No requests in this view').waitFor()
    expect(page.url()).toBe(`${site.url}/admin/applications?view=late`)
    expect(await view(page, 'Late').getAttribute('aria-current')).toBe('page')
    await site.database.db.execute(
      sql`update aid_applications set due_at = now() - interval '2 days' where urgency = 'high'`,
    )
    await page.reload()
    await row(page, 'High Case').getByText('2 days late').waitFor()
    const { text } = await saveCsv(page)
    expect(text).toContain('High Case')
    expect(text).not.toContain('Low Case')
    // The figure of the overview leads to exactly the requests that it counts.
    await page.goto(`${site.url}/admin/overview`)
    const waiting = page.getByRole('link', { name: 'Waiting requests' })
    await page.locator('.card').filter({ has: waiting }).getByText('3', { exact: true }).waitFor()
    await site.database.db.execute(
      sql`update aid_applications set status = 'approved', decided_at = now(), due_at = null where urgency = 'low'`,
    )
    await waiting.click()
    await page.getByText('2 results', { exact: true }).waitFor()
    expect(await names(page)).toEqual(['High Case', 'Critical Case'])
    await site.database.db.execute(
      sql`update aid_applications set status = 'pending', decided_at = null, due_at = created_at + interval '21 days' where urgency = 'low'`,
    )
    await site.database.db.execute(
      sql`update aid_applications set due_at = created_at + interval '7 days' where urgency = 'high'`,
    )
  })

  test('is worked through by keyboard alone, and Back returns to the rows that were open', async () => {
    const page = await openPlace('/admin')
    await page.keyboard.press('j')
    expect(await focused(page)).toBe('Critical Case')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await focused(page)).toBe('High Case')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /High Case/ }).waitFor()
    // The list is there at once, before the server answers.
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/admin/applications?*', async (route) => held.then(() => route.continue()))
    await page.goBack()
    expect(await names(page)).toEqual(NAMES)
    answer()

    await page.keyboard.press('/')
    await page.keyboard.type('low jkn?')
    expect(await page.getByRole('searchbox').inputValue()).toBe('low jkn?')
    await page.getByRole('searchbox').fill('low')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/admin/applications?view=next&search=low`)
    await expect.poll(() => names(page)).toEqual(['Low Case'])
  })

  test('n takes the first request that nobody holds, and the one after it ahead; a colleague sees both until the page is left', async () => {
    const page = await openPlace('/admin')
    await page.keyboard.press('n')
    await page.getByRole('heading', { name: /Critical Case/ }).waitFor()
    const list = await openPlace('/admin/applications')
    const taken = async () => {
      await list.reload()
      await list.getByRole('link', { name: 'Low Case' }).waitFor()
      const rows = list.getByRole('row').filter({ hasText: 'Taken by' })
      return Promise.all((await rows.all()).map((each) => each.getByRole('rowheader').innerText()))
    }
    await expect.poll(taken).toEqual(['High Case', 'Critical Case'])
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('link', { name: 'Low Case' }).waitFor()
    await expect.poll(taken).toEqual([])
  })

  test('? lists the keys, and lets people press them with Alt or not at all', async () => {
    const page = await openPlace('/admin')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Take the next request').waitFor()
    expect(await violations(page)).toEqual([])
    const mode = (name: string) => dialog.getByRole('radio', { name })
    await mode('Off').check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.reload()
    await page.getByRole('link', { name: 'Critical Case' }).waitFor()
    await page.keyboard.press('j')
    expect(NAMES).not.toContain(await focused(page))
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await mode('With Alt').check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    expect(NAMES).not.toContain(await focused(page))
    await page.keyboard.press('Alt+j')
    await expect.poll(() => focused(page)).toBe('Critical Case')
    await page.keyboard.press('Alt+Shift+Slash')
    await mode('Single keys').check()
    await page.keyboard.press('Escape')
    // After g, t is the team, and takes no row.
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.waitForURL(`${site.url}/admin/team`)
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    await page.getByRole('link', { name: 'Critical Case' }).waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe('Critical Case')
  })
})

describe('a row', () => {
  test('is assigned and set to wait without opening it, by keyboard, and the counts follow', async () => {
    const page = await openPlace('/admin')
    await page.keyboard.press('j')
    await page.keyboard.press('i')
    const dialog = page.getByRole('dialog', { name: /Critical Case/ })
    const owner = dialog.getByLabel('Assign to')
    // The list of people comes later, and the focus a frame after it.
    await expect.poll(() => owner.evaluate((element) => element === document.activeElement)).toBe(true)
    await owner.selectOption({ index: 1 })
    await owner.press('Tab')
    await page.keyboard.press('Enter')
    await toast(page, 'Request assigned').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await view(page, 'Mine').getByText('1').waitFor()
    expect(await row(page, 'Critical Case').getByText('No owner').count()).toBe(0)

    await row(page, 'Low Case').getByRole('link').focus()
    await page.keyboard.press('z')
    const low = page.getByRole('dialog', { name: /Low Case/ })
    await expect.poll(() => focused(page)).toBe('Until tomorrow 1')
    expect(await violations(page)).toEqual([])
    await low.getByRole('button', { name: 'Wait until this date' }).click()
    await low.getByText('Enter a date.').waitFor()
    await low.getByLabel('Until a date').fill('2020-01-01')
    await low.getByRole('button', { name: 'Wait until this date' }).click()
    await low.getByText('Choose a day after today.').waitFor()
    expect(await low.getByLabel('Until a date').inputValue()).toBe('2020-01-01')
    await low.getByRole('button', { name: 'Until tomorrow' }).click()
    await toast(page, 'Request waits').waitFor()
    await row(page, 'Low Case')
      .getByText(/^Waits until/)
      .waitFor()
    await view(page, 'Waiting').getByText('1').waitFor()
    await view(page, 'Waiting').click()
    await expect.poll(() => names(page)).toEqual(['Low Case'])
    await row(page, 'Low Case')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await low.getByRole('button', { name: 'Bring it back now' }).click()
    await toast(page, 'Request brought back').waitFor()
    await view(page, 'Waiting').getByText('0').waitFor()
  })

  test('is set to wait once, however often it is pressed before the answer', async () => {
    const page = await openPlace('/admin')
    await row(page, 'Low Case').getByRole('link').focus()
    await page.keyboard.press('z')
    await expect.poll(() => focused(page)).toBe('Until tomorrow 1')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let sent = 0
    const isOver = await routeForNow(page, '**/api/admin/applications/*/wait', async (route) => {
      sent += 1
      await released
      await route.continue()
    })
    await page.keyboard.press('1')
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    release()
    await toast(page, 'Request waits').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(sent).toBe(1)
    isOver()
    await row(page, 'Low Case')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('button', { name: 'Bring it back now' }).click()
    await toast(page, 'Request brought back').waitFor()
  })

  test('that an answer has woken waits until the same day again, with z and Enter', async () => {
    const page = await openPlace('/admin')
    const link = row(page, 'Low Case').getByRole('link')
    const dialog = page.getByRole('dialog', { name: /Low Case/ })
    const day = new Date(Date.now() + 6 * 24 * 3_600_000).toISOString().slice(0, 10)
    await link.focus()
    await page.keyboard.press('z')
    await expect.poll(() => focused(page)).toBe('Until tomorrow 1')
    await dialog.getByLabel('Until a date').fill(day)
    await dialog.getByRole('button', { name: 'Wait until this date' }).click()
    await toast(page, 'Request waits').waitFor()
    await answerPapers()
    await page.reload()
    await row(page, 'Low Case').getByText('Answered', { exact: true }).waitFor()
    await link.focus()
    await page.keyboard.press('z')
    const words = new Date(`${day}T06:00:00Z`).toLocaleDateString('en-NG', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    })
    await expect.poll(() => focused(page)).toBe(`Again to ${words}`)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await toast(page, 'Request waits').waitFor()
    await page.goto(`${site.url}/admin/applications?view=waiting`)
    await row(page, 'Low Case')
      .getByText(/^Waits until/)
      .waitFor()
    await link.focus()
    await page.keyboard.press('z')
    await expect.poll(() => focused(page)).toBe('Until tomorrow 1')
    await dialog.getByRole('button', { name: 'Bring it back now' }).click()
    await toast(page, 'Request brought back').waitFor()
  })

  test('that is late does not wait: the reason is in words, and the date stays', async () => {
    const due = (shift: string) =>
      site.database.db.execute(
        sql`update aid_applications set due_at = created_at + ${shift}::interval where urgency = 'high'`,
      )
    await due('-2 days')
    const page = await openPlace('/admin')
    await row(page, 'High Case').getByRole('link').focus()
    await page.keyboard.press('z')
    const dialog = page.getByRole('dialog', { name: /High Case/ })
    await dialog.getByLabel('Until a date').fill('2099-01-01')
    await dialog.getByRole('button', { name: 'Wait until this date' }).click()
    await toast(page, 'Failed to let the request wait').getByText(errors.request_late.sentence).waitFor()
    expect(await dialog.getByLabel('Until a date').inputValue()).toBe('2099-01-01')
    await page.keyboard.press('Escape')
    await row(page, 'High Case').getByText('2 days late').waitFor()
    expect(
      await row(page, 'High Case')
        .getByText(/^Waits/)
        .count(),
    ).toBe(0)
    await due('7 days')
  })

  test('closes its dialog, and that of the search, without a keyboard', async () => {
    const page = await openPlace('/admin', { viewport: { width: 360, height: 740 } })
    const search = page.getByRole('button', { name: 'Search', exact: true })
    for (const button of [row(page, 'High Case').getByRole('button', { name: /^Actions/ }), search]) {
      await button.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Close', exact: true }).click({ timeout: 10_000 })
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })

  test('offers nothing for a decided request, rather than an empty dialog', async () => {
    const decide = (set: ReturnType<typeof sql>) =>
      site.database.db.execute(sql`update aid_applications set ${set} where urgency = 'high'`)
    await decide(sql`status = 'rejected', decided_at = now(), due_at = null`)
    const page = await openPlace('/admin/applications?view=all')
    expect(await row(page, 'Low Case').getByRole('button').count()).toBe(1)
    const decided = row(page, 'High Case')
    await decided.getByText('Rejected').waitFor()
    expect(await decided.getByRole('button').count()).toBe(0)
    for (const key of ['z', 'i']) {
      await decided.getByRole('link').focus()
      await page.keyboard.press(key)
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
    await decide(sql`status = 'pending', decided_at = null, due_at = created_at + interval '7 days'`)
  })
})

const Asked = z.looseObject({ waiting_for: z.object({ id: z.string() }) })

/** Staff ask for papers, and the applicant sends them. */
async function answerPapers(): Promise<void> {
  const send = async (by: StoredSession, path: string, body?: object) => {
    const response = await fetch(site.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${by.access_token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([path, response.ok]).toEqual([path, true])
    return response.json()
  }
  await send(session, `/api/admin/applications/${low.id}/paper-requests`, { text: 'The letter.' })
  const asked = Asked.parse(await send(low.session, `/api/applications/${low.id}`))
  const answer = { paper_request_id: asked.waiting_for.id, documents: [], message: 'Here it is.' }
  await send(low.session, `/api/applications/${low.id}/papers`, answer)
}

// Axe looks at it in adaptation.test.ts.
test('the queue fits every width', async () => {
  const page = await openPlace('/admin')
  await expectFits(
    page,
    async (width) => {
      expect(await outOfOrder(row(page, 'High Case').locator('th, td'))).toEqual([])
      expect(await outOfOrder(page.locator('.admin-dense-head > *'))).toEqual([])
      const card = await row(page, 'High Case').boundingBox()
      expect(card?.height).toBeLessThanOrEqual(width < 1024 ? 112 : 64)
    },
    [],
  )
})

test('a name in one long word breaks, in a table and in a card', async () => {
  const name = 'Oluwaseunfunmilayoadebayoabdulrahmanmuhammadusulaimanibrahim'
  await askForAid(site.url, 'long@mail.example', { name })
  const page = await openPlace('/admin')
  const link = page.getByRole('link', { name })
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 740 })
    const beyond = () => link.evaluate((element) => element.scrollWidth - element.clientWidth)
    await expect.poll(async () => [width, await beyond()]).toEqual([width, 0])
    const table = page.locator('.table-scroll')
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  }
})
