/** The booking transaction with the ledger's totals, compared with no totals and with one row for each balance. */
import type { Bench, BenchDatabase } from '../bench.ts'
import { expectGifts } from '../check-books.ts'
import { startLane } from '../processes.ts'
import { recordFlows, startProviderStub } from '../record-flows.ts'
import { runPgbench } from '../pgbench.ts'
import { atLeast, noGoal, type Result } from '../results.ts'
import { medianOf, medianRatio, perSecond, runRounds } from '../rounds.ts'

export async function measureSettlement(bench: Bench): Promise<Result[]> {
  const provider = await startProviderStub()
  const recorded = await bench.openMigrated('settlement_recorded')
  const { file } = await recordFlows(bench, recorded, provider, ['gift'])
  await recorded.close()
  await provider.stop()
  const spread = await bench.openMigrated('settlement_spread')
  const without = await bench.openMigrated('settlement_without')
  await without.pool.query('drop trigger transfers_apply on transfers')
  const single = await bench.openMigrated('settlement_single')
  await giveEachAccountOneRow(single)

  const lane = (name: string, { url }: BenchDatabase) =>
    startLane(name, 'load/settlements.ts', {
      DATABASE_URL: url,
      RECORDINGS: file,
      CONNECTIONS: String(bench.connections),
    })
  const lanes = {
    spread: await lane('16 to 32 rows', spread),
    without: await lane('no totals', without),
    single: await lane('one row', single),
  }
  const figures = await runRounds(Object.values(lanes), plan(bench), perSecond)
  for (const each of Object.values(lanes)) await each.stop()
  await expectGifts(spread)
  await expectGifts(without, false)
  await expectGifts(single)
  const alone = await measureTransfers(bench, spread, single)
  for (const database of [spread, without, single]) await database.close()

  const rate = (which: keyof typeof lanes) => `${Math.round(medianOf(figures, lanes[which]))}/s`
  return [
    {
      what: 'settlement (booking transaction): 16 to 32 balance rows / no totals',
      figures: `${rate('spread')} / ${rate('without')}`,
      ...atLeast(medianRatio(figures, lanes.spread, lanes.without), 0.6),
      note: 'the recorded booking transaction with prepared statements on the bare driver, whose own cost affects both and hides part of the difference; every gift goes to the same fund',
    },
    {
      what: 'settlement (booking transaction): 16 to 32 balance rows / one row',
      figures: `${rate('spread')} / ${rate('single')}`,
      ...noGoal(medianRatio(figures, lanes.spread, lanes.single).toFixed(2)),
    },
    alone,
  ]
}

const TRANSFER = `insert into transfers (id, key, debit_account, credit_account, amount, purpose, gifts, occurred_at, recorded_at)
  values (gen_random_uuid(), gen_random_uuid()::text, 1, 12, 150000, 'gift', 1, now(), now());`

/** Runs last, because these transfers have no gifts. */
async function measureTransfers(bench: Bench, spread: BenchDatabase, single: BenchDatabase): Promise<Result> {
  const what = "a gift's transfer alone, by pgbench: 16 to 32 balance rows / one row"
  const rates = [await runPgbench(bench, spread, TRANSFER), await runPgbench(bench, single, TRANSFER)]
  const [many, one] = rates
  if (many === undefined || one === undefined)
    return { what, figures: 'pgbench is not on the path', ...noGoal('not measured') }
  return { what, figures: `${Math.round(many)}/s / ${Math.round(one)}/s`, ...noGoal((many / one).toFixed(2)) }
}

function plan({ quick }: Bench) {
  return quick
    ? { warmup: { pieces: 100 }, order: { pieces: 200 }, rounds: 2 }
    : { warmup: { pieces: 500 }, order: { pieces: 2000 }, rounds: 7 }
}

/** The ledger refuses this change to every role, so it is made as a replica, for which triggers do not fire. */
async function giveEachAccountOneRow({ pool }: BenchDatabase): Promise<void> {
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query('update ledger_accounts set shards = 1')
  await client.query('set session_replication_role = origin')
  client.release()
}
