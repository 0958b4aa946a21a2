/** First paint and last script on a slow line (400 ms, 400 kbit/s) with a processor 4 times slower, caches empty. */
import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'
import { launchBrowser } from '../../test/support/browser.ts'
import { endProcesses, startServer } from '../../test/support/process.ts'
import type { Bench } from '../bench.ts'
import { atMost, type Result } from '../results.ts'
import { median } from '../rounds.ts'

const PAGES = ['/', '/donate'] as const
/** The HTML that paints first has the button for giving. */
const PAINT_MILLISECONDS_MAX = 1700
const SCRIPT_MILLISECONDS_MAX = 4000
const BYTES_A_SECOND = 50_000
const LINE = { offline: false, latency: 400, downloadThroughput: BYTES_A_SECOND, uploadThroughput: BYTES_A_SECOND }

const Times = z.object({ paint: z.number(), script: z.number() })

export async function measureSlowLine({ quick }: Bench): Promise<Result[]> {
  const server = await startServer({})
  const browser = await launchBrowser()
  try {
    const results: Result[] = []
    for (const page of PAGES) {
      const runs: z.output<typeof Times>[] = []
      for (let run = 0; run < (quick ? 1 : 3); run += 1) runs.push(await load(browser, server.url + page))
      const row = (what: string, times: number[], goal: number): Result => ({
        what: `slow line, ${page}: ${what}`,
        figures: `${times.join(', ')} ms`,
        ...atMost(median(times), goal, (time) => `${time} ms`),
      })
      results.push(
        row(
          'first paint',
          runs.map(({ paint }) => paint),
          PAINT_MILLISECONDS_MAX,
        ),
        row(
          'last script',
          runs.map(({ script }) => script),
          SCRIPT_MILLISECONDS_MAX,
        ),
      )
    }
    return results
  } finally {
    await browser.close()
    await server.stop()
    await endProcesses()
  }
}

/** A page of a slow phone on the slow line, with empty caches, and the bytes that it has received so far. */
export async function openSlowPage(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const received = { bytes: 0 }
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (received.bytes += encodedDataLength))
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { page, received, close: () => context.close() }
}

/** @returns milliseconds from the navigation to the first paint, and to the end of the last script so far */
export async function timesOf(page: Page) {
  const times = await page.evaluate(() => ({
    paint: Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN),
    script: Math.round(
      Math.max(
        ...performance
          .getEntriesByType('resource')
          .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
          .map(({ startTime, duration }) => startTime + duration),
      ),
    ),
  }))
  return Times.parse(times)
}

async function load(browser: Browser, address: string) {
  const { page, close } = await openSlowPage(browser)
  await page.goto(address, { waitUntil: 'networkidle' })
  const times = await timesOf(page)
  await close()
  return times
}
