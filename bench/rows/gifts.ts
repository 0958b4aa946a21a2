/** Gifts started and settled per second: the product against a bare server and against the bare driver. */
import { freePort } from '../../test/support/database.ts'
import { productVariables, type Bench, type BenchDatabase } from '../bench.ts'
import { processorMilliseconds, startChild, startLane, startProduct, type Lane, type Running } from '../processes.ts'
import { recordGift, startProviderStub } from '../record-gift.ts'
import type { Recording } from '../recording.ts'
import { atLeast, noGoal, type Result } from '../results.ts'
import { medianOf, medianRatio, perSecond, runRounds, type Plan } from '../rounds.ts'
import { expectGifts } from '../check-books.ts'

export async function measureGifts(bench: Bench): Promise<Result[]> {
  const provider = await startProviderStub()
  const { recording, file } = await recordGift(bench, provider)
  const databases = {
    product: await bench.openMigrated('gifts_product'),
    bare: await bench.openMigrated('gifts_bare'),
    driver: await bench.openMigrated('gifts_driver'),
  }
  const product = await startProduct({ variables: productVariables(databases.product.url, provider.url) })
  const barePort = await freePort()
  const connections = String(bench.connections)
  const bare = await startChild('bare-server.ts', {
    PORT: String(barePort),
    DATABASE_URL: databases.bare.url,
    PROVIDER_URL: provider.url,
    RECORDING: file,
    CONNECTIONS: String(bench.poolConnections),
  })
  const overHttp = (name: string, url: string) =>
    startLane(name, 'load/gifts-over-http.ts', { URL: url, CONNECTIONS: connections })
  const lanes = {
    product: metered(await overHttp('product', product.url), product),
    bare: metered(await overHttp('bare server', `http://127.0.0.1:${barePort}`), bare),
    driver: await startLane('bare driver', 'load/gifts-by-driver.ts', {
      DATABASE_URL: databases.driver.url,
      RECORDING: file,
      CONNECTIONS: connections,
    }),
  }
  const figures = await runRounds([lanes.product, lanes.bare, lanes.driver], plan(bench), perSecond)
  const processor = { product: lanes.product.processorMilliseconds(), bare: lanes.bare.processorMilliseconds() }
  await stopAll([...Object.values(lanes), product, bare, provider])
  await checkAll(Object.values(databases))

  const rate = (lane: (typeof lanes)[keyof typeof lanes]) => `${Math.round(medianOf(figures, lane))}/s`
  return [
    {
      what: 'gifts started and settled: product / bare Hono + pg',
      figures: `${rate(lanes.product)} / ${rate(lanes.bare)}`,
      ...atLeast(medianRatio(figures, lanes.product, lanes.bare), 0.7),
      note: describe(recording),
      whenShort:
        'of what the product works more than its rival, over half is Drizzle (building each statement anew, most of them within a transaction, where it cannot keep them prepared); the rest is HTTP (headers, validation, logs, metrics) and reading the provider strictly',
    },
    {
      what: "the server's own processor time for a gift: product / bare Hono + pg",
      figures: `${processor.product.toFixed(2)} ms / ${processor.bare.toFixed(2)} ms`,
      ...noGoal((processor.product / processor.bare).toFixed(2)),
    },
    {
      what: 'gifts started and settled: product / bare driver, no HTTP, no provider',
      figures: `${rate(lanes.product)} / ${rate(lanes.driver)}`,
      ...noGoal(medianRatio(figures, lanes.product, lanes.driver).toFixed(2)),
    },
  ]
}

/** A lane that also knows how long the processor worked in the server at its other end. */
function metered<L extends Lane & Running>(lane: L, server: Running) {
  let milliseconds = 0
  let pieces = 0
  const round: Lane['round'] = async (order) => {
    const before = processorMilliseconds(server) ?? Number.NaN
    const report = await lane.round(order)
    milliseconds += (processorMilliseconds(server) ?? Number.NaN) - before
    pieces += report.pieces
    return report
  }
  return { ...lane, round, processorMilliseconds: () => milliseconds / pieces }
}

function plan({ quick }: Bench): Plan {
  return quick
    ? { warmup: { milliseconds: 1000 }, order: { milliseconds: 1000 }, rounds: 2 }
    : { warmup: { milliseconds: 4000 }, order: { milliseconds: 3000 }, rounds: 9 }
}

/** How much a gift asks of everybody alike. */
function describe({ initialize, settle }: Recording): string {
  const steps = [...initialize, ...settle]
  const count = (matches: (text: string) => boolean) =>
    steps.filter((step) => step.kind === 'query' && matches(step.text)).length
  const calls = steps.filter((step) => step.kind === 'provider').length
  const named = steps.filter((step) => step.kind === 'query' && step.name).length
  return `a gift is ${count(() => true)} round trips to PostgreSQL (${named} of them prepared statements), ${count((text) => text === 'commit')} of them commits of transactions, and ${calls} calls to the provider, in all three alike but for the driver, which calls nobody`
}

async function stopAll(all: readonly Running[]): Promise<void> {
  for (const each of all) await each.stop()
}

async function checkAll(databases: readonly BenchDatabase[]): Promise<void> {
  for (const database of databases) {
    await expectGifts(database)
    await database.close()
  }
}
