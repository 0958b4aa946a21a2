/** How long the statements of the nightly comparison take among many gifts: one that takes minutes holds back vacuum, and is cancelled on a standby. */
import { seconds } from '../../server/platform/clock.ts'
import { sealDays } from '../../server/money/ledger/sealed-days.ts'
import { advanceCheckpoint } from '../../server/money/ledger/self-check.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { findDifferences } from '../../server/proof/books/books.ts'
import { SEALED } from '../../server/proof/books/sealed-rows.ts'
import type { Bench, BenchDatabase } from '../bench.ts'
import { generateMoney } from '../generate/money.ts'
import { generatePaidOut, GIFTS_A_PAYOUT } from '../generate/paid-out.ts'
import { generatePeople } from '../generate/people.ts'
import { atMost, noGoal, type Result } from '../results.ts'
import { timeStatements } from '../time-statements.ts'

/** A million gifts in half a year. */
const SECONDS_APART = 16
const SIZES = { full: Number(process.env['GIFTS'] ?? 1_000_000), quick: 30_000 }
const LONGEST_MAX = seconds(5)
const NAME_LENGTH = 60

export async function measureNightly(bench: Bench): Promise<Result[]> {
  const gifts = bench.quick ? SIZES.quick : SIZES.full
  const database = await bench.openMigrated('nightly')
  await generatePeople(database, 1000)
  await generateMoney(database, {
    gifts,
    topUps: gifts / 5,
    readersTopUps: 10,
    people: 1000,
    secondsApart: SECONDS_APART,
  })
  await generatePaidOut(database, gifts / GIFTS_A_PAYOUT, false)
  await database.pool.query('vacuum analyze')
  const { total, statements } = await runOnce(database)
  await database.close()
  const [longest = { text: 'none', milliseconds: Number.NaN }] = statements.toSorted(
    (a, b) => b.milliseconds - a.milliseconds,
  )
  const of = `${gifts.toLocaleString('en')} gifts, ${(gifts / 5).toLocaleString('en')} top-ups and ${(gifts / GIFTS_A_PAYOUT).toLocaleString('en')} payouts`
  const what = `the nightly comparison of ${of}`
  return [
    {
      what: `${what}, its longest statement`,
      figures: longest.text.slice(0, NAME_LENGTH),
      ...atMost(longest.milliseconds, LONGEST_MAX, (time) => `${time.toFixed(0)} ms`),
    },
    {
      what: `${what}, all of it`,
      figures: `${statements.length} statements`,
      ...noGoal(`${(total / 1000).toFixed(0)} s`),
    },
  ]
}

async function runOnce({ pool, url }: BenchDatabase) {
  const database = openPostgres(url, () => {}, { patient: true })
  const { db } = database
  await pool.query(`update book_checks set checked_at = now() where scope = 'full'`)
  await advanceCheckpoint(db)
  await sealDays(db, SEALED, new Date())
  await pool.query('vacuum analyze sealed_days')
  const timed = timeStatements()
  const started = performance.now()
  const differences = await findDifferences(db)
  const total = performance.now() - started
  timed.close()
  await database.close()
  if (differences.length > 0) throw new Error(`the bench's gifts do not add up: ${differences[0]?.what}`)
  return { total, statements: timed.statements }
}
