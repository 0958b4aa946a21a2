/** The headline figures with a thousand gifts and with a million: do they cost the same? */
import { productVariables, type Bench, type BenchDatabase } from '../bench.ts'
import { expectGifts } from '../check-books.ts'
import { generateGifts } from '../generate.ts'
import { startLane, startProduct } from '../processes.ts'
import { startProviderStub } from '../record-gift.ts'
import { atMost, type Result } from '../results.ts'
import { medianLatency, medianOf, medianRatio, runRounds } from '../rounds.ts'

const FEW = 1000
const CHECKED_WITHIN_MILLISECONDS = 300_000

export async function measureStats(bench: Bench): Promise<Result[]> {
  const gifts = bench.quick ? 20_000 : 1_000_000
  const provider = await startProviderStub()
  const few = await bench.openMigrated('stats_few')
  const many = await bench.openMigrated('stats_many')
  await generateGifts(few, FEW)
  const seconds = await generateGifts(many, gifts)
  await expectGifts(few)
  await expectGifts(many)

  const serve = async (name: string, database: BenchDatabase) => {
    const product = await startProduct({ variables: productVariables(database.url, provider.url) })
    await booksChecked(database)
    return { product, lane: await startLane(name, 'load/stats.ts', { URL: product.url }) }
  }
  const withFew = await serve('few', few)
  const withMany = await serve('many', many)
  const lanes = [withMany.lane, withFew.lane]
  const plan = { warmup: { pieces: 300 }, order: { pieces: bench.quick ? 100 : 300 }, rounds: bench.quick ? 3 : 11 }
  const figures = await runRounds(lanes, plan, medianLatency)
  for (const each of [withFew.lane, withMany.lane, withFew.product, withMany.product, provider]) await each.stop()
  await few.close()
  await many.close()

  const latency = (lane: (typeof lanes)[number]) => `${medianOf(figures, lane).toFixed(2)} ms`
  return [
    {
      what: `GET /api/stats, median latency: ${gifts.toLocaleString('en')} gifts / ${FEW.toLocaleString('en')} gifts`,
      figures: `${latency(withMany.lane)} / ${latency(withFew.lane)}`,
      ...atMost(medianRatio(figures, withMany.lane, withFew.lane), 1.2),
      note: `${gifts.toLocaleString('en')} settled gifts were generated, and vacuumed, in ${Math.round(seconds)} s`,
    },
  ]
}

/** A new instance checks its books from the first transfer on: that is over before anything is measured. */
async function booksChecked({ pool }: BenchDatabase): Promise<void> {
  const until = Date.now() + CHECKED_WITHIN_MILLISECONDS
  while (Date.now() < until) {
    const { rows } = await pool.query('select 1 from book_checks where checked_at is null')
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the books were not checked in time')
}
