/** Wallets: top-ups settled against a bare server doing the same, and a wallet read with few and with many transactions. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../../test/support/database.ts'
import { productVariables, type Bench, type BenchDatabase } from '../bench.ts'
import { startChild, startLane, startProduct, type Lane } from '../processes.ts'
import { startProviderStub } from '../record-gift.ts'
import { makePayers, recordTopUp } from '../record-top-up.ts'
import { atLeast, atMost, type Result } from '../results.ts'
import { medianLatency, medianOf, medianRatio, perSecond, runRounds } from '../rounds.ts'
import { serveWorld } from '../served-world.ts'

const FEW = 10
/** What there is beside the one wallet. */
const OTHERS = { people: 10, applications: 10, gifts: 10, auditEvents: 10, messages: 10 }

export async function measureWallet(bench: Bench): Promise<Result[]> {
  return [await measureTopUps(bench), ...(await measureReads(bench))]
}

async function measureTopUps(bench: Bench): Promise<Result> {
  const provider = await startProviderStub()
  const { recording, file } = await recordTopUp(bench, provider)
  const database = await bench.openMigrated('top_ups')
  const product = await startProduct({ variables: productVariables(database.url, provider.url) })
  // Half of them are the bare server's.
  const people = await makePayers(database, product.url, 2 * bench.connections)
  const barePort = await freePort()
  const bare = await startChild('bare-server.ts', {
    PORT: String(barePort),
    DATABASE_URL: database.url,
    PROVIDER_URL: provider.url,
    RECORDING: file,
    CONNECTIONS: String(bench.poolConnections),
  })
  const lane = (name: string, url: string, own: typeof people, more = {}) => {
    const names = join(bench.folder, `${name}.json`)
    writeFileSync(names, JSON.stringify(own))
    const variables = { URL: url, PEOPLE: names, CONNECTIONS: String(bench.connections), ...more }
    return startLane(name, 'load/top-ups-over-http.ts', variables)
  }
  const lanes = {
    product: await lane('product', product.url, people.slice(0, bench.connections)),
    bare: await lane('bare', `http://127.0.0.1:${barePort}`, people.slice(bench.connections), { BARE: '1' }),
  }
  const plan = bench.quick
    ? { warmup: { milliseconds: 1000 }, order: { milliseconds: 1000 }, rounds: 2 }
    : { warmup: { milliseconds: 4000 }, order: { milliseconds: 3000 }, rounds: 9 }
  const figures = await runRounds([lanes.product, lanes.bare], plan, perSecond)
  for (const each of [lanes.product, lanes.bare, product, bare, provider]) await each.stop()
  await expectTopUps(database)
  await database.close()

  const rate = (which: Lane) => `${Math.round(medianOf(figures, which))}/s`
  const queries = [...recording.initialize, ...recording.settle].filter((step) => step.kind === 'query').length
  return {
    what: 'top-ups begun and settled: product / bare Hono + pg',
    figures: `${rate(lanes.product)} / ${rate(lanes.bare)}`,
    ...atLeast(medianRatio(figures, lanes.product, lanes.bare), 0.7),
    note: `a top-up is ${queries} round trips to PostgreSQL and 2 calls to the provider, for both alike; both work on one database, each for people of its own`,
    whenShort:
      'as for gifts, with a token to check (ES256) besides: Drizzle builds each statement anew, and HTTP, validation, logs and metrics are the rest',
  }
}

/** @throws when a top-up that was begun is not settled, or was not credited once */
async function expectTopUps({ pool }: BenchDatabase): Promise<void> {
  const { rows } = await pool.query<object>(
    `select (select count(*)::int from wallet_transactions) as begun,
            (select count(*)::int from wallet_transactions where status = 'completed') as completed,
            (select count(*)::int from transfers where purpose = 'top_up') as transfers,
            (select coalesce(sum(balance), 0)::bigint = (select sum(amount) from transfers where purpose = 'top_up')
               from ledger_balances where account_id >= 1000) as even`,
  )
  const Sums = z.object({ begun: z.number(), completed: z.number(), transfers: z.number(), even: z.boolean() })
  const { begun, completed, transfers, even } = Sums.parse(rows[0])
  if (begun === 0 || completed !== begun || transfers !== begun || !even)
    throw new Error(`the bench's top-ups do not add up: ${JSON.stringify(rows)}`)
}

async function measureReads(bench: Bench): Promise<Result[]> {
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
      what: `GET ${address}, median latency: with ${many.toLocaleString('en')} transactions of one's own / with ${FEW}`,
      figures: `${latency(lanes.many)} / ${latency(lanes.few)}`,
      ...atMost(medianRatio(figures, lanes.many, lanes.few), 1.2),
    })
  }
  for (const each of [served.few, served.many]) await each.stop()
  return results
}
