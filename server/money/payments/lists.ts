/**
 * Reading the provider's lists, newest first. One run reads a bounded number of pages. A list that is longer is read in a pass
 * of several runs, each of which goes on where the last one stopped (decision 0006).
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Payments } from './payments.ts'
import type { Page, PageInput } from './paystack.ts'
import { isProviderProblem } from './provider-answers.ts'

/** Each pass starts this long before the start of the last one: clocks differ, and lists lag. */
const OVERLAP = minutes(10)
/** The most pages that one run reads of a pass, and of what is newer than the pass. */
const PASS_PAGES_MAX = 50
const NEW_PAGES_MAX = 10
/** A run ends after this time, so that the next one reads what is new. */
const RUN_MILLISECONDS_MAX = seconds(30)

/** A list of the provider, and what to do with its rows. */
export interface ProviderList<Row> {
  /** The name of its job, which keeps how far it was read. */
  readonly name: string
  read(input: PageInput): Promise<Page<Row>>
  /** Acts on the rows of a page. Safe to repeat with the same rows. */
  follow(rows: readonly Row[]): Promise<void>
  /** A moment before which nothing can be new, if that is earlier than the last pass. */
  oldest?(): Promise<Date | null>
}

/** The next page of a pass: `page` of what was created from `from` to `to`. The pass covers all that was created by `startedAt`. */
const Pass = z.object({
  startedAt: z.coerce.date(),
  from: z.coerce.date(),
  to: z.coerce.date(),
  page: z.int().positive(),
})
type Pass = z.output<typeof Pass>

const Progress = z.object({ watermark: z.coerce.date().nullable(), progress: Pass.nullable() })

/** The job that reads a list each minute, and goes on at once while a pass is not at its end. */
export function listJob<Row>(payments: Payments, list: ProviderList<Row>): Job {
  return {
    name: list.name,
    everyMilliseconds: minutes(1),
    async run(_core, signal) {
      try {
        return await readList(payments, list, signal)
      } catch (error) {
        if (!isProviderProblem(error)) throw error
        payments.log.warn({ err: error, list: list.name }, 'the provider did not give a list; trying again in a minute')
        return 'done'
      }
    },
  }
}

/** @returns 'more' when the pass is not at its end */
async function readList<Row>(payments: Payments, list: ProviderList<Row>, signal: AbortSignal) {
  const now = payments.clock.now()
  const ends = performance.now() + RUN_MILLISECONDS_MAX
  const mayGoOn = () => !signal.aborted && performance.now() < ends
  const { watermark, progress } = await readProgress(payments, list.name)
  // New rows are not blocked by an older scan.
  if (progress) await readNew(payments, list, progress.startedAt, now)
  let pass: Pass | null = progress ?? { startedAt: now, from: await startOf(list, watermark ?? now), to: now, page: 1 }
  for (let pages = 0; pass && pages < PASS_PAGES_MAX && (pages === 0 || mayGoOn()); pages += 1) {
    pass = await readPage(payments, list, pass)
    await keepProgress(payments, list.name, pass ?? progress?.startedAt ?? now)
  }
  return pass ? 'more' : 'done'
}

async function readNew<Row>(payments: Payments, list: ProviderList<Row>, since: Date, now: Date): Promise<void> {
  let next: Pass | null = { startedAt: now, from: after(since, -OVERLAP), to: now, page: 1 }
  for (let pages = 0; next && pages < NEW_PAGES_MAX; pages += 1) next = await readPage(payments, list, next)
}

/** The provider lists by the time of creation: what is new may have been created long ago. */
async function startOf<Row>(list: ProviderList<Row>, watermark: Date): Promise<Date> {
  const oldest = (await list.oldest?.()) ?? watermark
  return after(oldest < watermark ? oldest : watermark, -OVERLAP)
}

/** Reads one page and acts on it. @returns where the next page is, or null at the end */
async function readPage<Row>(payments: Payments, list: ProviderList<Row>, pass: Pass): Promise<Pass | null> {
  const { rows: found, oldest, last, odd } = await list.read(pass)
  if (odd.length > 0) payments.log.error({ list: list.name, odd }, 'the provider lists rows that we cannot read')
  await list.follow(found)
  if (last) return null
  // By time and not by page: rows that leave the list meanwhile do not move the others past us.
  return oldest && oldest < pass.to ? { ...pass, to: oldest, page: 1 } : { ...pass, page: pass.page + 1 }
}

async function readProgress(payments: Payments, name: string): Promise<z.output<typeof Progress>> {
  const [found] = await rows(payments.db, sql`select watermark, progress from jobs where name = ${name}`, Progress)
  return found ?? { watermark: null, progress: null }
}

/** @param reached where the pass goes on, or how far the list is read now that it has ended */
async function keepProgress(payments: Payments, name: string, reached: Pass | Date): Promise<void> {
  const kept =
    reached instanceof Date
      ? sql`watermark = ${reached.toISOString()}, progress = null`
      : sql`progress = ${JSON.stringify(reached)}::jsonb`
  await payments.db.execute(sql`update jobs set ${kept} where name = ${name}`)
}
