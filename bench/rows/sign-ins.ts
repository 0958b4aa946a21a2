/** Signing in, compared with the password hash that it contains. */
import type { Bench } from '../bench.ts'
import { flowOf } from '../flows.ts'
import { startLane, type Lane } from '../processes.ts'
import { atLeast, type Result } from '../results.ts'
import { medianOf, medianRatio, perSecond, runRounds } from '../rounds.ts'

/** Twice the processors of the reference machine, to keep them busy. */
const HASHES_AT_ONCE = 4

/** @param people the file that lists the users */
export async function measureSignIns({ quick }: Bench, url: string, people: string): Promise<Result> {
  const { what, whenShort } = flowOf('signIn')
  const variables = { PEOPLE: people, CONNECTIONS: String(HASHES_AT_ONCE) }
  const product = await startLane('product', 'load/flows.ts', { ...variables, URL: url, FLOW: 'signIn' })
  const hash = await startLane('argon2id', 'load/hashes.ts', variables)
  const plan = quick
    ? { warmup: { milliseconds: 500 }, order: { milliseconds: 500 }, rounds: 2 }
    : { warmup: { milliseconds: 3000 }, order: { milliseconds: 3000 }, rounds: 7 }
  const figures = await runRounds([product, hash], plan, perSecond)
  for (const each of [product, hash]) await each.stop()
  const rate = (lane: Lane) => `${medianOf(figures, lane).toFixed(1)}/s`
  return {
    what: `${what}: product / the bare argon2id hash it contains`,
    figures: `${rate(product)} / ${rate(hash)}`,
    ...atLeast(medianRatio(figures, product, hash), 0.8),
    note: `${HASHES_AT_ONCE} at once; argon2id with 19 MiB and two passes`,
    whenShort,
  }
}
