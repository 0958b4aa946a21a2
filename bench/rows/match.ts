/** The match of a night: how long it takes with a million gifts, and what it takes in memory. And the check of the books each minute. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { checkBooks } from '../../server/proof/books/books.ts'
import { freePort } from '../../test/support/free-port.ts'
import { productVariables, type Bench, type BenchDatabase } from '../bench.ts'
import { openCore } from '../open-core.ts'
import { generateMoney } from '../generate/money.ts'
import { generatePeople } from '../generate/people.ts'
import { generateSettlements } from '../generate/settled.ts'
import { residentMegabytes, startChild, startProduct, type Product } from '../processes.ts'
import { atMost, type Result } from '../results.ts'
import { expectBooksBalance } from '../served-world.ts'

/** Nine in ten of these are paid: a million. */
const MANY = 1_111_112
const QUICK = 55_560
/** Above the size up to which the books are compared in full each minute. */
const FEW = 30_000
const MINUTES_MAX = 5
const MEGABYTES_MAX = 100
const CHECKS = 15

export async function measureMatch(bench: Bench): Promise<Result[]> {
  const gifts = bench.quick ? QUICK : MANY
  const many = await fillDatabase(bench, 'match_many', gifts)
  const matched = await matchOnce(many, gifts)
  const few = await fillDatabase(bench, 'match_few', FEW)
  await checkOnce(few, FEW)
  const checks = { few: await minutesCheck(few), many: await minutesCheck(many) }
  await many.close()
  await few.close()
  const paid = matched.payments.toLocaleString('en')
  return [
    {
      what: `the nightly match of ${paid} gifts, minutes`,
      figures: `${matched.seconds.toFixed(0)} s; ${matched.settlements} settlements`,
      ...atMost(matched.seconds / 60, MINUTES_MAX),
      note: 'the first match of an instance, which compares every payment; the provider computes its answers, 100 payments a page, and the settlements have been read before, by the hourly job; no refunds',
    },
    {
      what: `the nightly match of ${paid} gifts, memory of the process`,
      figures: `${matched.before.toFixed(0)} MB before, at most ${matched.peak.toFixed(0)} MB`,
      ...atMost(matched.peak - matched.before, MEGABYTES_MAX, (figure) => `${figure.toFixed(0)} MB`),
    },
    {
      what: `the check of the books each minute, median: with ${paid} gifts / with 27,000`,
      figures: `${checks.many.toFixed(1)} ms / ${checks.few.toFixed(1)} ms`,
      ...atMost(checks.many / checks.few, 1.2),
    },
  ]
}

/** A new instance would start its first match at once: after a failed one it waits. */
const NOT_YET = `insert into matches (id, state, created_at, finished_at) values (gen_random_uuid(), 'failed', now(), now())`
const REQUEST = `insert into matches (id, state, created_at) values (gen_random_uuid(), 'requested', now()) returning id`

/** None is open: the list of successes, which starts at the oldest one, would be read meanwhile. */
async function fillDatabase(bench: Bench, name: string, gifts: number): Promise<BenchDatabase> {
  const database = await bench.openMigrated(name)
  await generatePeople(database, 10)
  await generateMoney(database, { gifts, topUps: 0, readersTopUps: 10, people: 10 })
  await generateSettlements(database, gifts)
  for (const [table, open] of [
    ['payment_attempts', 'open'],
    ['payment_intents', 'pending'],
    ['donations', 'pending'],
  ]) {
    await database.pool.query(`update ${table} set status = 'failed' where status = '${open}'`)
  }
  await database.pool.query(NOT_YET)
  return database
}

const Match = z.tuple([
  z.object({ state: z.string(), payments: z.number(), settlements: z.number(), open: z.number() }),
])

async function matchOnce(database: BenchDatabase, gifts: number) {
  return serve(database, gifts, async (product) => {
    const before = residentMegabytes(product) ?? Number.NaN
    let peak = before
    await database.pool.query(REQUEST)
    const started = performance.now()
    for (;;) {
      await pause(250)
      peak = Math.max(peak, residentMegabytes(product) ?? 0)
      const { rows } = await database.pool.query(
        `select state, payments, settlements, (select count(*)::int from differences where state = 'open') as open
           from matches order by created_at desc limit 1`,
      )
      const [{ state, payments, settlements, open }] = Match.parse(rows)
      if (state === 'failed' || open > 0) throw new Error(`the match is ${state}, with ${open} differences`)
      const seconds = (performance.now() - started) / 1000
      if (state === 'complete') return { seconds, payments, settlements, before, peak }
    }
  })
}

/** Lets the product check the books once, from the first transfer on. */
async function checkOnce(database: BenchDatabase, gifts: number): Promise<void> {
  await serve(database, gifts, async () => {})
}

async function serve<T>(database: BenchDatabase, gifts: number, use: (product: Product) => Promise<T>): Promise<T> {
  const port = await freePort()
  const provider = await startChild('match-provider.ts', { PORT: String(port), GIFTS: String(gifts) })
  const product = await startProduct({ variables: productVariables(database.url, `http://127.0.0.1:${port}`) })
  try {
    await expectBooksBalance(database)
    return await use(product)
  } finally {
    await product.stop()
    await provider.stop()
  }
}

/** The median of some checks in this process, in milliseconds. */
async function minutesCheck(filled: BenchDatabase): Promise<number> {
  const { core, close } = openCore(filled)
  const times: number[] = []
  for (let check = 0; check <= CHECKS; check += 1) {
    const started = performance.now()
    await checkBooks(core, 'recent')
    // The first one prepares its statements.
    if (check > 0) times.push(performance.now() - started)
  }
  await close()
  return times.toSorted((a, b) => a - b)[Math.floor(CHECKS / 2)] ?? Number.NaN
}
