/** Lighthouse's mobile run (a simulated slow phone on a slow line) against the production server. */
import lighthouse from 'lighthouse'
import { launchBrowser } from '../../test/support/browser.ts'
import { freePort } from '../../test/support/free-port.ts'
import { endProcesses, startServer } from '../../test/support/process.ts'
import type { Bench } from '../bench.ts'
import { atLeast, type Result } from '../results.ts'

const PAGES = ['/', '/donate', '/about']
/** The median counts: a single run says as much about the machine as about the page. */
const RUNS = 3
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const

export async function measureLighthouse({ quick }: Bench): Promise<Result[]> {
  const server = await startServer({})
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  try {
    const results: Result[] = []
    for (const page of quick ? PAGES.slice(0, 1) : PAGES) results.push(...(await score(server.url, page, port)))
    return results
  } finally {
    await browser.close()
    await server.stop()
    await endProcesses()
  }
}

async function score(origin: string, page: string, port: number): Promise<Result[]> {
  const runs = []
  for (let round = 0; round < RUNS; round += 1) {
    const run = await lighthouse(origin + page, { port, onlyCategories: Object.keys(GOALS), logLevel: 'error' })
    if (!run) throw new Error(`Lighthouse did not answer for ${page}`)
    runs.push(run.lhr)
  }
  const results: Result[] = []
  for (const [category, goal] of Object.entries(GOALS)) {
    const points = runs.map((run) => Math.round((run.categories[category]?.score ?? 0) * 100)).toSorted((a, b) => a - b)
    const figures = `${points.join(', ')} of 100`
    results.push({ what: `Lighthouse mobile, ${page}: ${category}`, figures, ...atLeast(points[1] ?? 0, goal) })
  }
  return results
}
