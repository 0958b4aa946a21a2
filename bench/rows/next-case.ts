/**
 * From the key that leads to the next request until its heading and its first paper are painted, in a real browser, after the request was
 * loaded ahead: `j` in a list, and Enter on "Approve and next", whose decision the server saves in between.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser } from '../../test/support/browser.ts'
import { realPdf } from '../../test/support/pdfs.ts'
import { administratorSession, askForAid } from '../../test/support/reviewing-page.ts'
import { storeSession } from '../../test/support/signing-in.ts'
import { ADMIN } from '../../test/support/site.ts'
import { productVariables, type Bench } from '../bench.ts'
import { startProduct } from '../processes.ts'
import { atMost, type Result } from '../results.ts'
import { median } from '../rounds.ts'

const STEPS = 10
const QUICK_STEPS = 3
/** How many times slower the browser's processor is made, and the goal in milliseconds. */
const SPEEDS = [
  [1, 100],
  [4, 200],
] as const
/** Nobody decides sooner. Within this time the next request is loaded ahead, drawn, and the browser rests. */
const READING_MILLISECONDS = 2500
const WITHIN_MILLISECONDS = 60_000

const ms = (figure: number) => `${Math.round(figure)} ms`

export async function measureNextCase(bench: Bench): Promise<Result[]> {
  const database = await bench.openMigrated('next_case')
  const folder = join(bench.folder, 'next-case')
  mkdirSync(folder)
  const product = await startProduct({
    variables: {
      ...productVariables(database.url, 'http://127.0.0.1:9'),
      DATA_DIR: folder,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  })
  const browser = await launchBrowser()
  try {
    const steps = bench.quick ? QUICK_STEPS : STEPS
    await ask(product.url, steps * SPEEDS.length + 1)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await storeSession(page, await administratorSession(product.url))
    const clock = await page.context().newCDPSession(page)
    const moves = await measureKey({ page, clock, steps }, `${product.url}/admin/applications`, move)
    const decisions = await measureKey({ page, clock, steps }, `${product.url}/admin`, approve)
    return [
      ...describe('j, until the next request and its first paper are painted', moves),
      ...describe('Enter on "Approve and next", until the next request and its first paper are painted', decisions),
    ]
  } finally {
    await browser.close()
    await product.stop()
    await database.close()
  }
}

/** Every second request begins with a PDF, the others with a photo; each has both. */
async function ask(url: string, requests: number): Promise<void> {
  const noise = { type: 'gaussian', mean: 200, sigma: 30 } as const
  const image = sharp({ create: { width: 1200, height: 1600, channels: 3, noise, background: '#fff' } })
  const photo = Buffer.from(await image.jpeg({ quality: 70 }).toBuffer())
  for (let place = 0; place < requests; place += 1) {
    const bill = realPdf([`Bill ${place} of the clinic`, 'The second page'])
    const papers = { 'bill.pdf': bill, 'photo.jpg': photo }
    const ordered = place % 2 === 0 ? papers : { 'photo.jpg': photo, 'bill.pdf': bill }
    await askForAid(url, `applicant-${place}@bench.example`, { name: `Applicant ${place} Bello`, papers: ordered })
  }
}

interface Walk {
  readonly page: Page
  readonly clock: CDPSession
  readonly steps: number
}

/** In milliseconds. */
interface Step {
  /** From the key to the paint. */
  readonly painted: number
  /** How much of it the server took to save the decision. */
  readonly saved?: number
}

async function measureKey(walk: Walk, list: string, step: (page: Page) => Promise<Step>): Promise<Step[][]> {
  const { page, clock, steps } = walk
  await page.goto(list)
  await page.getByRole('rowheader').first().getByRole('link').click()
  await page.locator(PAPER).first().waitFor()
  const times: Step[][] = []
  for (const [slower] of SPEEDS) {
    await clock.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const of: Step[] = []
    for (let at = 0; at < steps; at += 1) {
      await pause(READING_MILLISECONDS)
      of.push(await step(page))
    }
    times.push(of)
  }
  await clock.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return times
}

async function move(page: Page): Promise<Step> {
  const painted = await watchForNext(page)
  await page.keyboard.press('j')
  return { painted: await painted() }
}

async function approve(page: Page): Promise<Step> {
  await page.keyboard.press('a')
  await page.locator('.composer button[type=submit]:focus').waitFor()
  const saving = page.waitForRequest((request) => request.method() === 'PATCH')
  const painted = await watchForNext(page)
  await page.keyboard.press('Enter')
  const milliseconds = await painted()
  return { painted: milliseconds, saved: (await saving).timing().responseEnd }
}

const PAPER = '.review-papers :is(canvas, .picture img)'

/** @returns waits for the paint after the next key, and returns how many milliseconds after the key it came */
async function watchForNext(page: Page): Promise<() => Promise<number>> {
  const watched = await page.evaluateHandle(
    ({ paper, within }) => {
      const heading = () => document.querySelector('.request-head h2')?.textContent
      const before = heading()
      const frame = () => new Promise(requestAnimationFrame)
      const isThere = async () => {
        const shown = document.querySelector(paper)
        if (heading() === before || !shown) return false
        // A picture that is not decoded yet is painted in a later frame.
        if (shown instanceof HTMLImageElement) await shown.decode()
        return true
      }
      const painted = new Promise<number>((resolve, reject) => {
        const watch = async ({ timeStamp }: Event) => {
          while (!(await isThere())) {
            if (performance.now() - timeStamp > within) throw new Error('the next request was not painted')
            await frame()
          }
          // Content of one frame has been painted when the next one begins.
          await frame()
          await frame()
          return performance.now() - timeStamp
        }
        addEventListener('keydown', (event) => void watch(event).then(resolve, reject), { capture: true, once: true })
      })
      return { painted }
    },
    { paper: PAPER, within: WITHIN_MILLISECONDS },
  )
  return () => watched.evaluate(({ painted }) => painted)
}

function describe(what: string, times: readonly (readonly Step[])[]): Result[] {
  return SPEEDS.map(([slower, goal], at): Result => {
    const of = times[at] ?? []
    const painted = of.map((step) => step.painted)
    const saved = of.flatMap((step) => step.saved ?? [])
    const rest = saved.map((each, place) => (painted[place] ?? Number.NaN) - each)
    const parts = saved.length > 0 ? `; saving it ${ms(median(saved))}, the rest ${ms(median(rest))}` : ''
    const speed = slower === 1 ? '' : `, at a ${slower} times slower processor`
    const figures = `${painted.map((each) => Math.round(each)).join(', ')} ms; median${parts}`
    return Object.assign(atMost(median(painted), goal, ms), { what: what + speed, figures })
  })
}
