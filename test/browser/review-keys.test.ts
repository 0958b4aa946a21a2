/** Keys that move the focus in a review, and the one that takes a row: none of them decides, and each has a way back. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../support/account-page.ts'
import { useBrowser } from '../support/browser.ts'
import { administratorSession, askForAid, composer } from '../support/reviewing-page.ts'
import { arrange, useSite } from '../support/site.ts'
import { storeSession, type StoredSession } from '../support/signing-in.ts'

const open = useBrowser()
const site = useSite()
let session: StoredSession
arrange(site, async () => {
  session = await administratorSession(site.url)
})

const ask = (name: string, more = {}) => askForAid(site.url, `${crypto.randomUUID()}@mail.example`, { name, ...more })

async function openPlace(path: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
  const page = await open('about:blank', { viewport })
  await storeSession(page, session)
  await page.goto(site.url + path)
  return page
}

async function openRequest(id: string, viewport?: { width: number; height: number }): Promise<Page> {
  const page = await openPlace(`/admin/applications/${id}`, viewport)
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  return page
}

/** The name of the part that has the focus itself. */
const landmark = (page: Page) =>
  page.evaluate(() => {
    const part = document.activeElement
    const heading = document.getElementById(part?.getAttribute('aria-labelledby') ?? '')
    return part?.getAttribute('aria-label') ?? heading?.textContent
  })

/** @returns whether a press of F6 is left to the browser */
const isLeftAlone = (page: Page) =>
  page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F6', bubbles: true, cancelable: true })),
  )

test('n takes the next request from any page, /admin/next does the same, and says when none is left', async () => {
  const page = await openPlace('/admin/next')
  await page.getByText('No request is waiting').waitFor()
  await page.getByRole('link', { name: 'Go to the queue' }).click()
  await page.waitForURL(`${site.url}/admin/dashboard`)
  const heading = (name: string) => page.getByRole('heading', { name: new RegExp(name) })
  for (const name of ['Early Ade', 'Later Ade']) await ask(name)
  await page.goto(`${site.url}/admin/team`)
  // The title is in the document before its keys are.
  await page.getByRole('table').first().waitFor()
  await page.keyboard.press('n')
  await heading('Early Ade').waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  // The first one is held here, and passed over.
  await page.keyboard.press('n')
  await heading('Later Ade').waitFor()
  await page.goBack()
  await heading('Early Ade').waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  await page.goto(`${site.url}/admin/next`)
  await page.waitForURL(/\/admin\/applications\/T-/)
  await expect.poll(() => page.getByRole('heading', { name: /Early Ade|Later Ade/ }).count()).toBe(1)
})

test('F6 moves between case, papers and decision, and Shift F6 back, also while someone types', async () => {
  const { id } = await ask('Landmark Ade', { withDocuments: true })
  const page = await openRequest(id)
  for (const name of ['Case', 'Papers', 'Decide', 'Case']) {
    await page.keyboard.press('F6')
    expect(await landmark(page)).toBe(name)
  }
  for (const name of ['Decide', 'Papers', 'Case']) {
    await page.keyboard.press('Shift+F6')
    expect(await landmark(page)).toBe(name)
  }
  await page.keyboard.press('r')
  await composer(page).getByLabel('Reason').fill('The bill is unreadable.')
  await page.keyboard.press('F6')
  expect(await landmark(page)).toBe('Case')
  expect(await composer(page).getByLabel('Reason').inputValue()).toBe('The bill is unreadable.')
})

test('F6 follows the order of the page, and is the browser’s where the keys are off, in a dialog and outside the review', async () => {
  const { id } = await ask('Toolbar Ade', { withDocuments: true })
  const page = await openRequest(id, { width: 1024, height: 800 })
  for (const name of ['Papers', 'Case', 'Decide']) {
    await page.keyboard.press('F6')
    expect(await landmark(page)).toBe(name)
  }
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await isLeftAlone(page)).toBe(true)
  await page.getByRole('radio', { name: 'Off' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await isLeftAlone(page)).toBe(true)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('radio', { name: 'Single keys' }).check()
  await page.keyboard.press('Escape')
  expect(await isLeftAlone(page)).toBe(false)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('link', { name: 'Toolbar Ade' }).waitFor()
  expect(await isLeftAlone(page)).toBe(true)
})

test('o goes to the note, in which keys are only letters', async () => {
  const { id } = await ask('Note Ade')
  const page = await openRequest(id)
  const note = page.getByLabel('New note')
  await page.keyboard.press('o')
  await note.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('arpol')
  expect(await note.inputValue()).toBe('arpol')
  expect(await composer(page).count()).toBe(0)
})

test('l moves to the first possible match, and links no one by itself', async () => {
  const phone = `080${Math.trunc(10_000_000 + Math.random() * 89_999_999)}`
  await ask('Ladi Bello', { phone })
  const { id } = await ask('Ladi Belo', { phone })
  const page = await openRequest(id)
  await page.getByText('Same phone').waitFor()
  await page.keyboard.press('l')
  const button = page.getByRole('button', { name: 'Same household as Ladi Bello' })
  await button.and(page.locator(':focus')).waitFor()
  expect(await page.getByText(/said by/).count()).toBe(0)
  await page.keyboard.press('Enter')
  await toast(page, 'Saved').waitFor()
  await page.getByText(/^Same household: said by /).waitFor()
})

test('t takes the row with the focus and opens it; without one it does nothing', async () => {
  const { id } = await ask('Taken Ade')
  const page = await openPlace('/admin/applications?search=taken')
  await page.getByRole('link', { name: 'Taken Ade', exact: true }).waitFor()
  await page.keyboard.press('t')
  await page.keyboard.press('j')
  await page.getByRole('link', { name: 'Taken Ade', exact: true }).and(page.locator(':focus')).waitFor()
  const taking = page.waitForResponse((response) => response.url().endsWith(`/${id}/lease`))
  await page.keyboard.press('t')
  expect((await taking).status()).toBe(200)
  await page.getByRole('heading', { name: /Taken Ade/ }).waitFor()
  const list = await openPlace('/admin/applications?search=taken')
  await list.getByRole('row').filter({ hasText: 'Taken Ade' }).getByText('Taken by').waitFor()
})

test('/ is the search of the page, and the one for everything where a page has none', async () => {
  const { id } = await ask('Search Ade')
  const page = await openPlace('/admin/donors')
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.press('/')
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('/jn')
  expect(await page.getByRole('searchbox').inputValue()).toBe('/jn')
  const review = await openRequest(id)
  await review.keyboard.press('/')
  await review.getByRole('dialog', { name: 'Search' }).getByRole('combobox').and(review.locator(':focus')).waitFor()
})
