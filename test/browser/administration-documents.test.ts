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
  const papers = { 'report.pdf': report, 'locked.pdf': lockedPdf() }
  request = (await askForAid(site.url, 'amina@mail.example', { name: 'Amina Yusuf', withDocuments: true, papers })).id
})

async function openRequest(options = {}): Promise<Page> {
  const page = await open('about:blank', options)
  await storeSession(page, await administratorSession(site.url))
  await page.goto(`${site.url}/admin/applications/${request}`)
  return page
}

/** On a phone. */
const small = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Papers' }).getByRole('button', { name: new RegExp(`${name}$`) })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const frame = (page: Page) => page.getByRole('region', { name: 'Paper: report.pdf' })
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

  const width = await pageOf(page, 4).evaluate(({ clientWidth }) => clientWidth)
  await button(page, 'Larger').click()
  await page.getByText('125 %', { exact: true }).waitFor()
  expect((await pageOf(page, 4).evaluate(({ clientWidth }) => clientWidth)) / width).toBeCloseTo(1.25, 1)

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
    await small(page, name).click()
    await page.getByRole('dialog', { name }).getByRole('alert').getByText(sentence).waitFor()
    await page.keyboard.press('Escape')
    const saving = page.waitForEvent('download')
    await button(page, `Save ${name}`).click()
    expect((await saving).suggestedFilename()).toBe(name)
  }
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

const bill = (page: Page) => page.getByRole('img', { name: 'Paper: bill.png' })
const billFrame = (page: Page) => page.getByRole('region', { name: 'Paper: bill.png' })
const widthOf = async (part: Locator) => Math.round((await part.boundingBox())?.width ?? 0)

test('a picture fits its frame, and is enlarged and turned by buttons and keys', async () => {
  const page = await openRequest({ viewport: { width: 1440, height: 900 } })
  await button(page, 'bill.png').click()
  await expect.poll(() => bill(page).evaluate((img) => img instanceof HTMLImageElement && img.complete)).toBe(true)
  const overflow = () => billFrame(page).evaluate((part) => part.scrollWidth / part.clientWidth)
  expect(await overflow()).toBe(1)
  const { width = 0, height = 0 } = (await bill(page).boundingBox()) ?? {}
  await button(page, 'Larger').click()
  await page.keyboard.press('+')
  await page.getByText('150 %', { exact: true }).waitFor()
  expect((await widthOf(bill(page))) / width).toBeCloseTo(1.5, 1)
  await page.keyboard.press('0')
  await page.getByText('100 %', { exact: true }).waitFor()
  expect(await overflow()).toBe(1)
  await button(page, 'Turn to the right').click()
  const turned = (await bill(page).boundingBox()) ?? { width: 0, height: 1 }
  expect(turned.width / turned.height).toBeCloseTo(height / width, 1)
})

test('a paper covers the screen of a phone, is enlarged by two fingers, and leads to the next; closing returns', async () => {
  const page = await openRequest({ viewport: { width: 360, height: 740 }, hasTouch: true })
  await button(page, '4 papers').click()
  await expect.poll(async () => (await page.locator('.review-papers').boundingBox())?.y).toBeLessThan(100)
  // Small pictures are loaded ahead, and only the tap opens one.
  const tile = small(page, 'bill.png')
  await expect
    .poll(() => tile.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  expect((await tile.locator('.paper-tile-picture').boundingBox())?.width).toBe(96)
  await tile.click()
  const dialog = page.getByRole('dialog', { name: 'bill.png' })
  await bill(page).waitFor()
  await expect.poll(() => widthOf(billFrame(page))).toBe(360)
  const touch = await page.context().newCDPSession(page)
  const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        apart === undefined
          ? []
          : [
              { x: 180 - apart / 2, y: 400 },
              { x: 180 + apart / 2, y: 400 },
            ],
    })
  await fingers('touchStart', 100)
  await fingers('touchMove', 140)
  await fingers('touchMove', 200)
  await fingers('touchEnd')
  await dialog.getByText('200 %', { exact: true }).waitFor()
  // The page itself is not enlarged.
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Previous paper' }).click()
  await page
    .getByRole('dialog')
    .getByText(/ of 4$/)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => tile.evaluate((element) => element === document.activeElement)).toBe(true)
})
