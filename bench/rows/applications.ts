/** A person's own requests for aid among a thousand and among a million: do they cost the same? */
import { productVariables, type Bench, type BenchDatabase } from '../bench.ts'
import { generateApplications } from '../generate-applications.ts'
import { makePeople } from '../people.ts'
import { startLane, startProduct } from '../processes.ts'
import { atMost, type Result } from '../results.ts'
import { medianLatency, medianOf, medianRatio, runRounds } from '../rounds.ts'

const FEW = 1000

export async function measureApplications(bench: Bench): Promise<Result[]> {
  const requests = bench.quick ? 20_000 : 1_000_000
  const few = await serve(bench, 'applications_few', FEW)
  const many = await serve(bench, 'applications_many', requests)
  const lanes = [many.lane, few.lane]
  const plan = { warmup: { pieces: 300 }, order: { pieces: bench.quick ? 100 : 300 }, rounds: bench.quick ? 3 : 11 }
  const figures = await runRounds(lanes, plan, medianLatency)
  for (const each of [few, many]) await each.stop()

  const latency = (lane: (typeof lanes)[number]) => `${medianOf(figures, lane).toFixed(2)} ms`
  return [
    {
      what: `GET /api/applications, median latency: a person's 10 among ${requests.toLocaleString('en')} / among ${FEW.toLocaleString('en')}`,
      figures: `${latency(many.lane)} / ${latency(few.lane)}`,
      ...atMost(medianRatio(figures, many.lane, few.lane), 1.2),
      note: `${requests.toLocaleString('en')} requests were generated, and vacuumed, in ${Math.round(many.seconds)} s`,
    },
  ]
}

/** A product with so many requests, and somebody who keeps asking for the own ones. */
async function serve(bench: Bench, name: string, requests: number) {
  const database: BenchDatabase = await bench.openMigrated(name)
  const product = await startProduct({ variables: productVariables(database.url, 'http://127.0.0.1:9') })
  const [person] = await makePeople(product.url, 1)
  if (!person) throw new Error('the bench makes one person')
  const seconds = await generateApplications(database, requests, person.userId)
  const token = person.sessions[0]?.access_token ?? ''
  const lane = await startLane(name, 'load/own-address.ts', {
    URL: product.url,
    ADDRESS: '/api/applications',
    TOKEN: token,
  })
  return {
    lane,
    seconds,
    async stop() {
      await lane.stop()
      await product.stop()
      await database.close()
    },
  }
}
