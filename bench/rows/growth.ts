/** Compares reads among a thousand rows and among a million, and a long CSV export with the database's own COPY. */
import type { Bench } from '../bench.ts'
import type { World } from '../generate/world.ts'
import { atMost, noGoal, type Result } from '../results.ts'
import { medianLatency, medianOf, medianRatio, runRounds } from '../rounds.ts'
import { serveWorld, type Reader, type ServedWorld } from '../served-world.ts'
import { measureExport } from './export.ts'
import { growthReads, type Read } from './growth-reads.ts'

const FEW: World = {
  people: 1000,
  applications: 1000,
  gifts: 1000,
  topUps: 1000,
  readersTopUps: 10,
  auditEvents: 1000,
  messages: 1000,
}
const MANY: World = {
  people: 100_000,
  applications: 300_000,
  gifts: 1_000_000,
  topUps: 1_000_000,
  readersTopUps: 10,
  auditEvents: 1_000_000,
  messages: 100_000,
}
const QUICK: World = {
  people: 10_000,
  applications: 30_000,
  gifts: 120_000,
  topUps: 30_000,
  readersTopUps: 10,
  auditEvents: 30_000,
  messages: 10_000,
}
const HOUR_MILLISECONDS = 3_600_000

export async function measureGrowth(bench: Bench): Promise<Result[]> {
  const world = bench.quick ? QUICK : MANY
  const served = {
    few: await serveWorld(bench, 'growth_few', FEW),
    many: await serveWorld(bench, 'growth_many', world),
  }
  const results: Result[] = []
  // Generated rows are seconds apart, so each list has a full page of rows older than an hour.
  for (const read of growthReads(new Date(Date.now() - HOUR_MILLISECONDS).toISOString())) {
    results.push(await measureRead(bench, read, served))
  }
  results.push(...(await measureExport(bench, served.many)))
  for (const each of [served.few, served.many]) await each.stop()
  const [first, ...rest] = results
  return first ? [{ ...first, note: describe(world, served.many.seconds) }, ...rest] : rest
}

function describe({ people, applications, gifts, topUps, auditEvents, messages }: World, seconds: number): string {
  const count = (number: number) => number.toLocaleString('en')
  return `"many" are ${count(gifts)} gifts, ${count(topUps)} top-ups, ${count(people)} people, ${count(applications)} requests, ${count(auditEvents)} audit events and ${count(messages)} messages, made in ${Math.round(seconds)} s, with books that balance; "few" are 1,000 of each. Over one connection, one read at a time. That a list has more than 10,000 rows is cached for half a minute, so most of these reads do not count them`
}

async function measureRead(
  { quick }: Bench,
  { what, address: asked, by, most }: Read,
  served: Record<'few' | 'many', ServedWorld>,
): Promise<Result> {
  const { address, rows } = await withEqualRows(asked, by, served)
  const lanes = { many: await served.many.read(address, by), few: await served.few.read(address, by) }
  const plan = { warmup: { pieces: 60 }, order: { pieces: quick ? 20 : 60 }, rounds: quick ? 3 : 9 }
  const figures = await runRounds([lanes.many, lanes.few], plan, medianLatency)
  for (const lane of [lanes.many, lanes.few]) await lane.stop()
  const ratio = medianRatio(figures, lanes.many, lanes.few)
  const latency = (lane: (typeof lanes)['few']) => `${medianOf(figures, lane).toFixed(2)} ms`
  return {
    what: `${what}, median latency: among many / among few`,
    figures: `${latency(lanes.many)} / ${latency(lanes.few)}${rows === undefined ? '' : `; ${rows} ${rows === 1 ? 'row' : 'rows'}`}`,
    ...(most === null ? noGoal(ratio.toFixed(2)) : atMost(ratio, most)),
  }
}

/** A filter may find a full page among many rows and fewer among few. Both then read that smaller number. */
async function withEqualRows(address: string, by: Reader, { few, many }: Record<'few' | 'many', ServedWorld>) {
  const rows = { few: await few.rowsOf(address, by), many: await many.rowsOf(address, by) }
  if (rows.few === rows.many || rows.few === undefined) return { address, rows: rows.few }
  const limited = `${address}${address.includes('?') ? '&' : '?'}limit=${rows.few}`
  const left = await many.rowsOf(limited, by)
  if (rows.few === 0 || left !== rows.few) throw new Error(`${address}: ${rows.few} rows among few, ${left} among many`)
  return { address: limited, rows: rows.few }
}
