/** Lighthouse's mobile run (a slow phone on a slow line, simulated) against the production server, as visitors get it. */
import lighthouse from 'lighthouse'
import { launchBrowser } from '../../test/support/browser.ts'
import { freePort } from '../../test/support/database.ts'
import { endProcesses, startServer } from '../../test/support/process.ts'
import type { Bench } from '../bench.ts'
import { atLeast, type Result } from '../results.ts'

const PAGES = ['/', '/donate', '/about']
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
  const run = await lighthouse(origin + page, { port, onlyCategories: Object.keys(GOALS), logLevel: 'error' })
  if (!run) throw new Error(`Lighthouse did not answer for ${page}`)
  const failed = Object.values(run.lhr.audits).filter(
    (audit) => audit.scoreDisplayMode === 'binary' && audit.score === 0,
  )
  const findings = failed.map(({ id }) => id).join(', ') || 'no finding'
  const results: Result[] = []
  for (const [category, goal] of Object.entries(GOALS)) {
    const points = Math.round((run.lhr.categories[category]?.score ?? 0) * 100)
    const figures = category === 'performance' ? 'one run, on this shared machine' : findings
    results.push({ what: `Lighthouse mobile, ${page}: ${category}`, figures, ...atLeast(points, goal) })
  }
  return results
}
