/**
 * The queue of requests at 1,000,000 rows, with 300,000 undecided ones and then with 4,000: a page at its start and in its middle, the
 * counts, pages of a tag, and a staff of twenty that works on it at once.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { asRead, applicationList } from '../../server/aid/review/review-list.ts'
import { createCounts } from '../../server/aid/review/queue/counts.ts'
import { after, seconds } from '../../server/platform/clock.ts'
import type { Core } from '../../server/platform/core.ts'
import { writeCursor } from '../../server/platform/http/cursor.ts'
import { readPage } from '../../server/platform/lists/list.ts'
import type { Bench, BenchDatabase } from '../bench.ts'
import { explainStatement } from '../explain-statement.ts'
import { openCore } from '../open-core.ts'
import { generateApplications, generatePeople } from '../generate/people.ts'
import { atMost, type Result } from '../results.ts'
import { median } from '../rounds.ts'
import { measureStaffAtOnce } from './staff-at-once.ts'

const MANY = 1_000_000
const QUICK = 100_000
const PEOPLE = 20_000
const FEW_UNDECIDED = 4_000
const ROUNDS = 60
const PAGE_MILLISECONDS_MAX = 5
const COUNTS_MILLISECONDS_MAX = 40
const COUNTS_OF_FEW_MILLISECONDS_MAX = 10

const ms = (figure: number) => `${figure.toFixed(2)} ms`

export async function measureQueue(bench: Bench): Promise<Result[]> {
  const requests = bench.quick ? QUICK : MANY
  const filled = await bench.openMigrated('queue')
  await generatePeople(filled, PEOPLE)
  await generateApplications(filled, requests, PEOPLE)
  const { core, close } = openCore(filled)
  const many = await measure(core, filled)
  const tagged = await measureTags(core, filled)
  const atOnce = await measureStaffAtOnce(core, filled)
  await decideAllBut(FEW_UNDECIDED, filled)
  const few = await measure(core, filled)
  await close()
  await filled.close()
  return [
    ...describe(requests, many, COUNTS_MILLISECONDS_MAX),
    ...describe(requests, few, COUNTS_OF_FEW_MILLISECONDS_MAX),
    ...tagged,
    ...atOnce,
  ]
}

function describe(requests: number, figures: Awaited<ReturnType<typeof measure>>, countsMax: number): Result[] {
  const of = `${requests.toLocaleString('en')} requests, ${figures.open.toLocaleString('en')} undecided`
  return [
    {
      what: `a page of 50 of the queue of ${of}`,
      figures: `planning and running its statement, as PostgreSQL counts; with reading its rows ${ms(figures.first)}; median of ${ROUNDS}`,
      ...atMost(figures.inSql, PAGE_MILLISECONDS_MAX, ms),
    },
    {
      what: `a page of the queue of ${of}: in its middle / the first`,
      figures: `${ms(figures.middle)} / ${ms(figures.first)}`,
      ...atMost(figures.middle / figures.first, 1.5),
    },
    {
      what: `the counts of all eight views of ${of}, not cached`,
      figures: `median of ${ROUNDS}`,
      ...atMost(figures.counts, countsMax, ms),
    },
  ]
}

/** As an instance that keeps up has it. */
async function decideAllBut(undecided: number, { pool }: BenchDatabase): Promise<void> {
  await pool.query(`
    set session_replication_role = replica;
    update aid_applications set decided_at = created_at + interval '3 days', status = 'approved', waiting_since = null, due_at = null,
                                held_by = null, held_until = null
     where due_at is not null and id not in (select id from aid_applications where due_at is not null order by created_at desc limit ${undecided});
    reset session_replication_role`)
  await pool.query('vacuum analyze aid_applications')
}

/** How many requests a tag has, as a share of all. */
const TAGS = [0.0005, 0.005, 0.05, 0.3]
const TAGGED_ROUNDS = 15

/** The first page of a tag, with its total not known yet. */
async function measureTags(core: Core, { pool }: BenchDatabase): Promise<Result[]> {
  const [{ user_id: userId }] = Administrator.parse(
    (await pool.query(`select user_id from profiles where role = 'admin' limit 1`)).rows,
  )
  const results: Result[] = []
  for (const share of TAGS) {
    const tag = randomUUID()
    await pool.query('insert into tags (id, name, made_by, created_at) values ($1, $2, $3, now())', [tag, tag, userId])
    const { rowCount } = await pool.query(
      `insert into request_tags (application_id, tag_id, tagged_by, tagged_at, created_at, due_at)
       select id, $1, $2, now(), created_at, due_at from aid_applications tablesample bernoulli (${share * 100})`,
      [tag, userId],
    )
    await pool.query('vacuum analyze request_tags')
    for (const view of ['next', 'late', 'unassigned', 'all'] as const) {
      const query = asRead({ view, tag }, { userId, now: core.clock.now() })
      const explained = await explainStatement(core, pool, (watched) =>
        // Each time another database object, for which no total is remembered.
        readPage({ ...watched, read: (run) => run(new Proxy(watched.db, {})) }, applicationList, query, { limit: 50 }),
      )
      const times: number[] = []
      for (let round = 0; round < TAGGED_ROUNDS; round += 1) times.push(await explained())
      results.push({
        what: `a page of 50 of the view ${view} with a tag of ${(rowCount ?? 0).toLocaleString('en')} requests`,
        figures: `planning and running its statement, with the total; median of ${TAGGED_ROUNDS}`,
        ...atMost(median(times), PAGE_MILLISECONDS_MAX, ms),
      })
    }
  }
  return results
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
  const next = () => asRead({ view: 'next' }, { userId, now: core.clock.now() })
  const page = (from: object) => readPage(core, applicationList, next(), { limit: 50, ...from })
  const explained = await explainStatement(core, pool, (watched) =>
    readPage({ ...watched, read: (run) => run(watched.db) }, applicationList, next(), { limit: 50 }),
  )
  const times = {
    inSql: new Array<number>(),
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
    times.inSql.push(await explained())
    await timed(times.first, () => page({}))
    await timed(times.middle, () => page({ cursor }))
    await timed(times.counts, () => counts(userId))
  }
  const of = (each: readonly number[]) => median(each.slice(5))
  return { inSql: of(times.inSql), first: of(times.first), middle: of(times.middle), counts: of(times.counts), open }
}
