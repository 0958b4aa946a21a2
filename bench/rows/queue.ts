/** The queue of requests at 1,000,000 rows, of which three in ten are undecided: a page at its start and in its middle, and the counts. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { asRead, applicationList } from '../../server/applications/review-list.ts'
import { inView } from '../../server/applications/queue/views.ts'
import { createCounts } from '../../server/applications/queue/counts.ts'
import { after, seconds } from '../../server/lib/clock.ts'
import type { Core } from '../../server/lib/core.ts'
import { writeCursor } from '../../server/lib/http/cursor.ts'
import { readPage } from '../../server/lib/lists/list.ts'
import type { Bench, BenchDatabase } from '../bench.ts'
import { openCore } from '../open-core.ts'
import { generateApplications, generatePeople } from '../generate/people.ts'
import { atMost, type Result } from '../results.ts'
import { median } from '../rounds.ts'

const MANY = 1_000_000
const QUICK = 100_000
const PEOPLE = 20_000
const ROUNDS = 60
const PAGE_MILLISECONDS_MAX = 5
const COUNTS_MILLISECONDS_MAX = 40

export async function measureQueue(bench: Bench): Promise<Result[]> {
  const requests = bench.quick ? QUICK : MANY
  const filled = await bench.openMigrated('queue')
  await generatePeople(filled, PEOPLE)
  await generateApplications(filled, requests, PEOPLE)
  const { core, close } = openCore(filled)
  const figures = await measure(core, filled)
  await close()
  await filled.close()
  const of = requests.toLocaleString('en')
  const ms = (figure: number) => `${figure.toFixed(2)} ms`
  return [
    {
      what: `a page of 50 of the queue of ${of} requests, its statement and reading its rows`,
      figures: `${ms(figures.first)}, of which finding the rows ${ms(figures.found)}; median of ${ROUNDS}`,
      ...atMost(figures.first, PAGE_MILLISECONDS_MAX, ms),
      note: `${figures.open.toLocaleString('en')} are undecided; that there are more than 10,000 is cached for half a minute`,
    },
    {
      what: `a page of the queue of ${of} requests: in its middle / the first`,
      figures: `${ms(figures.middle)} / ${ms(figures.first)}`,
      ...atMost(figures.middle / figures.first, 1.5),
    },
    {
      what: `the counts of all eight views of ${of} requests, not cached`,
      figures: `${ms(figures.counts)}; median of ${ROUNDS}`,
      ...atMost(figures.counts, COUNTS_MILLISECONDS_MAX, ms),
    },
  ]
}

const Administrator = z.tuple([z.object({ user_id: z.uuid() })])
const Middle = z.tuple([z.object({ due_at: z.date(), id: z.uuid(), open: z.coerce.number() })])

async function measure(core: Core, { pool }: BenchDatabase) {
  const [{ user_id: userId }] = Administrator.parse(
    (await pool.query(`select user_id from profiles where role = 'admin' limit 1`)).rows,
  )
  const [{ due_at: createdAt, id, open }] = Middle.parse(
    (
      await pool.query(
        `with open as materialized (select count(*) as open from aid_applications where due_at is not null)
         select due_at, id, open from aid_applications, open where due_at is not null
          order by due_at, id offset (select open.open / 2 from open) limit 1`,
      )
    ).rows,
  )
  const cursor = writeCursor({ createdAt, id })
  const page = (from: object) => {
    const query = asRead({ view: 'next' }, { userId, now: core.clock.now() })
    return readPage(core, applicationList, query, { limit: 50, ...from })
  }
  const found = () => {
    const where = inView('next', { userId, now: core.clock.now() })
    return core.db.execute(
      sql`select id from aid_applications as applications where ${where} order by due_at, id limit 51`,
    )
  }
  const times = {
    found: new Array<number>(),
    first: new Array<number>(),
    middle: new Array<number>(),
    counts: new Array<number>(),
  }
  let now = core.clock.now()
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    into.push(performance.now() - started)
  }
  // A minute is more than counts are kept: none is measured from the cache.
  const counts = createCounts({ ...core, clock: { now: () => (now = after(now, seconds(60))) } })
  for (let round = 0; round < ROUNDS + 5; round += 1) {
    await timed(times.found, found)
    await timed(times.first, () => page({}))
    await timed(times.middle, () => page({ cursor }))
    await timed(times.counts, () => counts(userId))
  }
  const of = (each: readonly number[]) => median(each.slice(5))
  return { found: of(times.found), first: of(times.first), middle: of(times.middle), counts: of(times.counts), open }
}
