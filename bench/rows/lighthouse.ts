/** Lighthouse's mobile run (a simulated slow phone on a slow line) against the production server. */
import lighthouse, { type RunnerResult } from 'lighthouse'
import { launchBrowser } from '../../test/support/browser.ts'
import { freePort } from '../../test/support/free-port.ts'
import { endProcesses, startServer } from '../../test/support/process.ts'
import type { Bench } from '../bench.ts'
import { atLeast, type Result } from '../results.ts'
import { median } from '../rounds.ts'

/** The median counts: a single run says as much about the machine as about the page. */
const RUNS = 3
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const

export async function measureLighthouse({ quick }: Bench): Promise<Result[]> {
  const server = await startServer({})
  try {
    const results: Result[] = []
    for (const page of await publicPages(server.url))
      results.push(...(await score(server.url + page, page, quick ? 1 : RUNS)))
    return results
  } finally {
    await server.stop()
    await endProcesses()
  }
}

/** Every page that search engines are told of. */
async function publicPages(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

async function score(address: string, page: string, runs: number): Promise<Result[]> {
  const reports: RunnerResult['lhr'][] = []
  for (let round = 0; round < runs; round += 1) {
    const report = await visit(address)
    if (!report) throw new Error(`Lighthouse did not answer for ${page}`)
    reports.push(report.lhr)
  }
  // Lighthouse's own loop: slower than in other rows, it tells that a low score is the machine's.
  const speeds = reports.map(({ environment }) => Math.round(environment.benchmarkIndex)).join(', ')
  const results: Result[] = []
  for (const [category, goal] of Object.entries(GOALS)) {
    const points = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))
    const figures =
      category === 'performance' ? `${points.join(', ')} of 100; machine ${speeds}` : `${points.join(', ')} of 100`
    results.push({ what: `Lighthouse mobile, ${page}: ${category}`, figures, ...atLeast(median(points), goal) })
  }
  return results
}

/** A browser for each run, as Lighthouse's command starts one: a used one clears away earlier pages while the next is measured. */
async function visit(address: string) {
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  try {
    return await lighthouse(address, { port, onlyCategories: Object.keys(GOALS), logLevel: 'error' })
  } finally {
    await browser.close()
  }
}
