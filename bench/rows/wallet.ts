/** Compares reading a wallet with few and with many transactions. */
import type { Bench } from '../bench.ts'
import type { Lane } from '../processes.ts'
import { atMost, type Result } from '../results.ts'
import { medianLatency, medianOf, medianRatio, runRounds } from '../rounds.ts'
import { serveWorld } from '../served-world.ts'

const FEW = 10
/** The other rows. */
const OTHERS = { people: 10, applications: 10, gifts: 10, auditEvents: 10, messages: 10 }

export async function measureWallet(bench: Bench): Promise<Result[]> {
  const many = bench.quick ? 5000 : 100_000
  const world = (topUps: number) => ({ ...OTHERS, topUps, readersTopUps: topUps })
  const served = {
    few: await serveWorld(bench, 'wallet_few', world(FEW)),
    many: await serveWorld(bench, 'wallet_many', world(many)),
  }
  const plan = { warmup: { pieces: 300 }, order: { pieces: bench.quick ? 100 : 300 }, rounds: bench.quick ? 3 : 11 }
  const results: Result[] = []
  for (const address of ['/api/wallet', '/api/wallet/transactions?limit=10']) {
    const lanes = { many: await served.many.read(address, 'person'), few: await served.few.read(address, 'person') }
    const figures = await runRounds([lanes.many, lanes.few], plan, medianLatency)
    for (const each of [lanes.many, lanes.few]) await each.stop()
    const latency = (which: Lane) => `${medianOf(figures, which).toFixed(2)} ms`
    results.push({
      what: `GET ${address}, median latency: with ${many.toLocaleString('en')} transactions / with ${FEW}`,
      figures: `${latency(lanes.many)} / ${latency(lanes.few)}`,
      ...atMost(medianRatio(figures, lanes.many, lanes.few), 1.2),
    })
  }
  for (const each of [served.few, served.many]) await each.stop()
  return results
}
