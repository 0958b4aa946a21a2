/** Wallets: top-ups settled against a bare server doing the same, and a wallet read with few and with many transactions. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../../test/support/database.ts'
import { productVariables, type Bench, type BenchDatabase } from '../bench.ts'
import { startChild, startLane, startProduct, type Lane } from '../processes.ts'
import { startProviderStub } from '../record-gift.ts'
import { makePayers, recordTopUp } from '../record-top-up.ts'
import type { Payer } from '../recording.ts'
import { atLeast, atMost, type Result } from '../results.ts'
import { medianLatency, medianOf, medianRatio, perSecond, runRounds } from '../rounds.ts'

const FEW = 10

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
  const served = { few: await serve(bench, 'wallet_few', FEW), many: await serve(bench, 'wallet_many', many) }
  const plan = { warmup: { pieces: 300 }, order: { pieces: bench.quick ? 100 : 300 }, rounds: bench.quick ? 3 : 11 }
  const results: Result[] = []
  for (const address of ['/api/wallet', '/api/wallet/transactions?limit=10']) {
    const lanes = { many: await served.many.lane(address), few: await served.few.lane(address) }
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

/** A product with somebody who has so many transactions. */
async function serve(bench: Bench, name: string, transactions: number) {
  const database = await bench.openMigrated(name)
  const product = await startProduct({ variables: productVariables(database.url, 'http://127.0.0.1:9') })
  const [person] = await makePayers(database, product.url, 1)
  if (!person) throw new Error('the bench makes one person')
  await generateTopUps(database, person.payer, transactions)
  return {
    lane: (address: string) =>
      startLane(name, 'load/own-address.ts', { URL: product.url, ADDRESS: address, TOKEN: person.token }),
    async stop() {
      await product.stop()
      await database.close()
    },
  }
}

/** Completed top-ups of ₦100 each, as the product would have left them; the ledger's own trigger keeps the balance. */
async function generateTopUps({ pool }: BenchDatabase, { wallet, account }: Payer, count: number): Promise<void> {
  const id = (letter: string) => `(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-00000000000${letter}')::uuid`
  const reference = `('ref-1768467600000-' || lpad(to_hex(n), 26, '0'))`
  const moment = `(timestamptz '2026-01-01' + n * interval '7 seconds')`
  const each = 'from generate_series(1, $1::int) as n'
  await pool.query(
    `insert into payment_intents (id, purpose, amount, status, idempotency_key_hash, request_hash, provider_email, provider_metadata, created_at, updated_at, paid_at)
     select ${id('1')}, 'top_up', 10000, 'paid', int4send(n) || '\\x01', int4send(n), 'person@bench.example', '{}', ${moment}, ${moment}, ${moment} ${each}`,
    [count],
  )
  await pool.query(
    `insert into payment_attempts (id, intent_id, reference, status, access_code, provider_status, provider_transaction_id, amount_paid, fees, asked_at, checks, created_at, updated_at, paid_at)
     select ${id('a')}, ${id('1')}, ${reference}, 'paid', 'code', 'success', n, 10000, 0, ${moment}, 1, ${moment}, ${moment}, ${moment} ${each}`,
    [count],
  )
  await pool.query(
    `insert into wallet_transactions (id, wallet_id, kind, type, amount, description, reference, status, paystack_reference, intent_id, created_at, completed_at)
     select ${id('b')}, $2, 'top_up', 'credit', 10000, 'Wallet Top-up', ${reference}, 'completed', ${reference}, ${id('1')}, ${moment}, ${moment} ${each}`,
    [count, wallet],
  )
  await pool.query(
    `insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
     select ${id('c')}, 'top_up:' || ${reference}, 1, $2::bigint, 10000, 'top_up', ${moment}, ${moment} ${each}`,
    [count, account],
  )
  await pool.query('vacuum analyze')
}
