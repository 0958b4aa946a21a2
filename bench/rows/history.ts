/** The cost of a minute without new facts for all jobs, with many gifts stored and with few: buffers and processor time, never wall time. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { createApp } from '../../server/app.ts'
import { checkBooks } from '../../server/proof/books/books.ts'
import { minutes, seconds } from '../../server/platform/clock.ts'
import { sequenceFacts } from '../../server/proof/log/sequencer.ts'
import type { Bench, BenchDatabase } from '../bench.ts'
import { generateLoggedGifts } from '../generate/log.ts'
import { generateMoney } from '../generate/money.ts'
import { generatePaidOut, GIFTS_A_PAYOUT } from '../generate/paid-out.ts'
import { generateApplications, generatePeople } from '../generate/people.ts'
import { openCore } from '../open-core.ts'
import { atMost, type Result } from '../results.ts'
import { timeStatements } from '../time-statements.ts'

/** Nine in ten are paid. The few are above the size up to which the books are compared in full each minute. */
const MANY = Number(process.env['GIFTS'] ?? 1_000_000)
const SIZES = { full: { few: MANY / 10, many: MANY }, quick: { few: 30_000, many: 90_000 } }
/** The clock ticks of Linux in a second, on every machine that we know. */
const TICKS = 100
const PEOPLE = 1000
const MINUTES = 10
const TOLD_WITHIN_MILLISECONDS = 11_500

const LONGEST_MAX = seconds(5)
const NAME_LENGTH = 60

interface Cost {
  readonly buffers: number
  readonly milliseconds: number
}

interface Statement {
  readonly job: string
  readonly text: string
  readonly milliseconds: number
}

export async function measureHistory(bench: Bench): Promise<Result[]> {
  const sizes = bench.quick ? SIZES.quick : SIZES.full
  const few = await costOf(bench, 'history_few', sizes.few)
  const many = await costOf(bench, 'history_many', sizes.many)
  await withAutovacuum(bench, 'on')
  const [longest = { job: 'none', text: '', milliseconds: Number.NaN }] = many.statements
  const of = (gifts: number) =>
    `${gifts.toLocaleString('en')} gifts and ${(gifts / GIFTS_A_PAYOUT).toLocaleString('en')} payouts`
  const what = 'a minute of all jobs and the sequencer without new facts'
  return [
    {
      what: `${what}, buffers with ${of(sizes.many)}`,
      figures: `${few.buffers.toFixed(0)} with ${of(sizes.few)}`,
      ...atMost(many.buffers, 2000, (buffers) => buffers.toFixed(0)),
      note: 'from the statistics of PostgreSQL: ten minutes after ten others, by ten. What asks the provider is refused at once',
    },
    {
      what: `${what}, buffers: ${of(sizes.many)} / ${of(sizes.few)}`,
      figures: `${many.buffers.toFixed(0)} / ${few.buffers.toFixed(0)}`,
      ...atMost(many.buffers / few.buffers, 1.2),
    },
    {
      what: `${what}, processor time of database and process with ${of(sizes.many)}`,
      figures: `${few.milliseconds.toFixed(0)} ms with ${of(sizes.few)}; in steps of 1 ms`,
      ...atMost(many.milliseconds, 100, (time) => `${time.toFixed(0)} ms`),
    },
    {
      what: `the longest statement of all other jobs with ${of(sizes.many)}`,
      figures: `${longest.job}: ${longest.text.slice(0, NAME_LENGTH)}`,
      ...atMost(longest.milliseconds, LONGEST_MAX, (time) => `${time.toFixed(0)} ms`),
      note: 'without the nightly comparison of the books, which is a row of its own',
    },
  ]
}

async function costOf(
  bench: Bench,
  name: string,
  gifts: number,
): Promise<Cost & { readonly statements: readonly Statement[] }> {
  const database = await bench.openMigrated(name)
  await generatePeople(database, PEOPLE)
  await generateApplications(database, gifts / GIFTS_A_PAYOUT, PEOPLE)
  await generateMoney(database, { gifts, topUps: 0, readersTopUps: 10, people: PEOPLE })
  await generateLoggedGifts(database, gifts)
  await generatePaidOut(database, gifts / GIFTS_A_PAYOUT, true)
  for (const table of ['payment_attempts', 'payment_intents', 'donations'])
    await database.pool.query(`update ${table} set status = 'failed' where status in ('open', 'pending')`)
  await settle(database)
  await database.pool.query('vacuum analyze')
  await withAutovacuum(bench, 'off')
  const cost = await costOfMinute(database)
  const statements = await timeOtherJobs(database)
  await database.close()
  return { ...cost, statements }
}

/** Runs every job that comes more seldom than each minute. @returns their statements, the longest first */
async function timeOtherJobs(database: BenchDatabase): Promise<Statement[]> {
  const { core, close } = openCore(database)
  const statements: Statement[] = []
  for (const job of createApp(core).jobs) {
    if (job.everyMilliseconds <= minutes(1) || job.name === 'books.check-full') continue
    const timed = timeStatements()
    await job.run(core, new AbortController().signal).catch(() => {})
    timed.close()
    for (const { text, milliseconds } of timed.statements) statements.push({ job: job.name, text, milliseconds })
  }
  await close()
  return statements.toSorted((a, b) => b.milliseconds - a.milliseconds)
}

/** Left out: its own reading would count. */
export async function withAutovacuum(bench: Bench, state: 'on' | 'off'): Promise<void> {
  const database = await bench.openDatabase(`autovacuum_${state}_${Date.now()}`)
  await database.pool.query(`alter system set autovacuum = ${state}`)
  await database.pool.query('select pg_reload_conf()')
  await database.close()
}

/** Brings everything up to date: what the migration asked for, turns, months and the books. */
async function settle(database: BenchDatabase): Promise<void> {
  const { core, close } = openCore(database)
  while ((await sequenceFacts(core)).more);
  await checkBooks(core, 'recent')
  await runJobs(core)
  await close()
}

async function runJobs(core: ReturnType<typeof openCore>['core']): Promise<void> {
  const each = createApp(core).jobs.filter(({ everyMilliseconds }) => everyMilliseconds <= minutes(1))
  // Those that ask the provider fail, as when it is down.
  for (const job of each) await job.run(core, new AbortController().signal).catch(() => {})
  await sequenceFacts(core)
}

const Pids = z.array(z.object({ pid: z.number() }))
const Buffers = z.tuple([z.object({ buffers: z.coerce.number() })])

/** On connections that have read the catalogs, and after what is done once, such as the first look after so many rows were written. */
async function costOfMinute(database: BenchDatabase): Promise<Cost> {
  const { core, close } = openCore(database)
  const runMinutes = async () => {
    for (let minute = 0; minute < MINUTES; minute += 1) await runJobs(core)
    return readCosts(database)
  }
  const before = await runMinutes()
  const after = await runMinutes()
  await close()
  return {
    buffers: (after.buffers - before.buffers) / MINUTES,
    milliseconds: (after.milliseconds - before.milliseconds) / MINUTES,
  }
}

/** The processor time of a process so far. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

/** Everything so far. A session tells its statistics ten seconds after its last statement. */
async function readCosts({ pool }: BenchDatabase): Promise<Cost> {
  const { user, system } = process.cpuUsage()
  await pause(TOLD_WITHIN_MILLISECONDS)
  const sessions = await pool.query(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const ticks = Pids.parse(sessions.rows).reduce((sum, { pid }) => sum + ticksOf(pid), 0)
  const { rows } = await pool.query(
    'select blks_hit + blks_read as buffers from pg_stat_database where datname = current_database()',
  )
  const [{ buffers }] = Buffers.parse(rows)
  return { buffers, milliseconds: (user + system) / 1000 + (ticks * 1000) / TICKS }
}
