/** Documents beside the decision about a request: PDFs that are shown in place, and ones that cannot be. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'
import { lockedPdf, realPdf } from '../support/pdfs.ts'
import { administratorSession, askForAid } from '../support/reviewing-page.ts'
import { storeSession } from '../support/signing-in.ts'

// A violation of the content security policy would be logged as an error.
const open = useBrowser()
const report = realPdf(['The bill of the school', 'Second term', 'Third term'])
const site = useSite()
let request: string
beforeAll(async () => {
  const pdfs = { 'report.pdf': report, 'locked.pdf': lockedPdf() }
  request = (await askForAid(site.url, 'amina@mail.example', { name: 'Amina Yusuf', withDocuments: true, pdfs })).id
})

async function openRequest(options = {}): Promise<Page> {
  const page = await open('about:blank', options)
  await storeSession(page, await administratorSession(site.url))
  await page.goto(`${site.url}/admin/applications/${request}`)
  return page
}

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const frame = (page: Page) => page.getByRole('region', { name: 'Document: report.pdf' })
const pageOf = (page: Page, number: number) => frame(page).getByRole('listitem', { name: `Page ${number} of 4` })

/** The brightness of a point of a drawn page, given in fractions of width and height: 0 is black, 255 white. */
const greyAt = (pdfPage: Locator, x: number, y: number) =>
  pdfPage.locator('canvas').evaluate(
    (canvas, at) => {
      if (!(canvas instanceof HTMLCanvasElement)) return undefined
      const place = [Math.floor(canvas.width * at.x), Math.floor(canvas.height * at.y)] as const
      return canvas.getContext('2d')?.getImageData(...place, 1, 1).data[0]
    },
    { x, y },
  )

test('a PDF is shown in place, page by page, with its text, and released when it is hidden', async () => {
  const page = await openRequest({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 })
  await button(page, 'report.pdf').click()
  await pageOf(page, 1).getByText('The bill of the school').waitFor()
  await page.getByText('Page 1 of 4', { exact: true }).waitFor()
  // Sharp: as many pixels as the screen.
  const picture = pageOf(page, 1).locator('canvas')
  const points = Number(await picture.getAttribute('width'))
  expect(Math.abs(points - 2 * (await picture.evaluate(({ clientWidth }) => clientWidth)))).toBeLessThanOrEqual(2)
  // Pages far below are not drawn yet.
  expect(await pageOf(page, 4).locator('canvas').count()).toBe(0)

  await frame(page).focus()
  await page.keyboard.press('End')
  await page.getByText('Page 4 of 4', { exact: true }).waitFor()
  await pageOf(page, 4).locator('canvas').waitFor()
  expect(await greyAt(pageOf(page, 4), 0.3, 0.4)).toBe(0)
  expect(await greyAt(pageOf(page, 4), 0.05, 0.05)).toBe(255)
  expect(await pageOf(page, 4).innerText()).toContain('This page is an image without text')
  await expect.poll(() => pageOf(page, 1).locator('canvas').count()).toBe(0)
  expect(await violations(page)).toEqual([])

  await button(page, 'Larger').click()
  await page.getByText('125 %', { exact: true }).waitFor()
  expect(await frame(page).evaluate((part) => part.scrollWidth / part.clientWidth)).toBeCloseTo(1.25, 1)

  const saving = page.waitForEvent('download')
  await button(page, 'Save report.pdf').click()
  expect((await readFile(await (await saving).path())).equals(report)).toBe(true)
  await button(page, 'bill.png').click()
  await expect.poll(() => page.locator('canvas').count()).toBe(0)
  await expect.poll(() => page.workers().length).toBe(0)
})

test('a PDF that cannot be shown says why, and can be saved', async () => {
  const page = await openRequest({ viewport: { width: 360, height: 740 } })
  for (const [name, sentence] of [
    ['letter.pdf', 'This PDF cannot be displayed'],
    ['locked.pdf', 'This PDF is protected by a password'],
  ] as const) {
    await button(page, name).click()
    await page.getByRole('alert').getByText(sentence).waitFor()
    const saving = page.waitForEvent('download')
    await button(page, `Save ${name}`).click()
    expect((await saving).suggestedFilename()).toBe(name)
  }
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
