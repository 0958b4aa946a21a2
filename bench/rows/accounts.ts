/** Accounts: signing in against the hash that it contains, refreshing and `GET /user` against a bare server. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/support/database.ts'
import { productVariables, type Bench } from '../bench.ts'
import { makePeople } from '../people.ts'
import { startChild, startLane, startProduct, type Lane, type Running } from '../processes.ts'
import { recordAccounts } from '../record-accounts.ts'
import { atLeast, type Result } from '../results.ts'
import { medianOf, medianRatio, perSecond, runRounds, type Plan } from '../rounds.ts'

/** As many at once as the machine has processors, and as many again to keep them busy. */
const HASHES_AT_ONCE = 4

export async function measureAccounts(bench: Bench): Promise<Result[]> {
  const database = await bench.openMigrated('accounts')
  const recording = await recordAccounts(bench)
  const product = await startProduct({ variables: productVariables(database.url, 'http://127.0.0.1:9') })
  const people = await makePeople(product.url, bench.connections)
  const file = join(bench.folder, 'people.json')
  writeFileSync(file, JSON.stringify(people))
  const barePort = await freePort()
  const bare = await startChild('bare-accounts.ts', {
    PORT: String(barePort),
    DATABASE_URL: database.url,
    RECORDING: recording,
    CONNECTIONS: String(bench.poolConnections),
  })
  const context = { bench, file, running: [product, bare] }
  const results = [
    await signIns(context, product.url),
    await rivals(context, product.url, `http://127.0.0.1:${barePort}`, 'user', 'GET /auth/v1/user'),
    await rivals(context, product.url, `http://127.0.0.1:${barePort}`, 'refresh', 'refreshing a session'),
  ]
  for (const each of context.running) await each.stop()
  await database.close()
  return results
}

interface Context {
  bench: Bench
  /** The people, for the child processes. */
  file: string
  running: Running[]
}

async function signIns({ bench, file }: Context, url: string): Promise<Result> {
  const variables = { PEOPLE: file, CONNECTIONS: String(HASHES_AT_ONCE) }
  const product = await startLane('product', 'load/accounts.ts', { ...variables, URL: url, CALL: 'sign-in' })
  const hash = await startLane('argon2id', 'load/hashes.ts', variables)
  const figures = await runRounds([product, hash], plan(bench), perSecond)
  await stopAll([product, hash])
  const rate = (lane: Lane) => `${medianOf(figures, lane).toFixed(1)}/s`
  return {
    what: 'signing in with a password: product / the bare argon2id hash it contains',
    figures: `${rate(product)} / ${rate(hash)}`,
    ...atLeast(medianRatio(figures, product, hash), 0.8),
    note: `${HASHES_AT_ONCE} at once; argon2id with 19 MiB and two passes. The sign-ins share the processors with the load, PostgreSQL and the server's own work; the bare hash has them to itself`,
  }
}

async function rivals(
  { bench, file }: Context,
  url: string,
  bareUrl: string,
  call: string,
  what: string,
): Promise<Result> {
  const variables = { PEOPLE: file, CONNECTIONS: String(bench.connections), CALL: call }
  // Each lane refreshes sessions of its own: two that took turns on one would retire each other's tokens.
  const product = await startLane('product', 'load/accounts.ts', { ...variables, URL: url })
  const bare = await startLane('bare server', 'load/accounts.ts', { ...variables, URL: bareUrl, BARE: '1' })
  const figures = await runRounds([product, bare], plan(bench), perSecond)
  await stopAll([product, bare])
  const rate = (lane: Lane) => `${Math.round(medianOf(figures, lane))}/s`
  return {
    what: `${what}: product / bare Hono + pg doing the same statements`,
    figures: `${rate(product)} / ${rate(bare)}`,
    ...atLeast(medianRatio(figures, product, bare), 0.7),
    whenShort:
      call === 'refresh'
        ? 'a refresh signs a token (ES256) and checks the one before, which the bare server does not'
        : 'the product reads every row strictly, and writes headers, logs and metrics',
  }
}

function plan({ quick }: Bench): Plan {
  return quick
    ? { warmup: { milliseconds: 1000 }, order: { milliseconds: 1000 }, rounds: 2 }
    : { warmup: { milliseconds: 3000 }, order: { milliseconds: 3000 }, rounds: 7 }
}

async function stopAll(all: readonly Running[]): Promise<void> {
  for (const each of all) await each.stop()
}
