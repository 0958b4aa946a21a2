/** The bytes that a gift leaves in the database, and the buffers of each read that people wait for, among many gifts and among few; never time. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { createApp, type App } from '../../server/app.ts'
import { keepMonthlyGifts } from '../../server/money/ledger/monthly-gifts.ts'
import type { Bench, BenchDatabase } from '../bench.ts'
import { generateLoggedGifts } from '../generate/log.ts'
import { generateMoney, receiptCodeOf } from '../generate/money.ts'
import { ADMINISTRATOR, generatePeople, PASSWORD, READER } from '../generate/people.ts'
import { openCore } from '../open-core.ts'
import { measureRealGifts } from '../real-gifts.ts'
import { atMost, type Result } from '../results.ts'
import type { Reader } from '../served-world.ts'
import { growthReads } from './growth-reads.ts'
import { withAutovacuum } from './history.ts'

/** 4,000,000 gifts in two years: a day, a month and a page of a list have as many among few. */
const SECONDS_APART = 16
const MANY = Number(process.env['GIFTS'] ?? 4_000_000)
const SIZES = {
  full: { few: MANY / 4, many: MANY, real: 9000 },
  quick: { few: 40_000, many: 160_000, real: 600 },
}
const PEOPLE = 1000
const GIFTS_PER_TOP_UP = 5
const BYTES_MAX = 2200
const RATIO_MAX = 1.5
const ROUNDS = 20

export async function measureVolume(bench: Bench): Promise<Result[]> {
  const sizes = bench.quick ? SIZES.quick : SIZES.full
  const left = await measureRealGifts(bench, sizes.real)
  await withAutovacuum(bench, 'off')
  const few = await measureWorld(bench, 'volume_few', sizes.few)
  const many = await measureWorld(bench, 'volume_many', sizes.many)
  await withAutovacuum(bench, 'on')
  const of = (gifts: number) => gifts.toLocaleString('en')
  const bytes: Result = {
    what: `bytes that a gift leaves, once it is counted, by the product's own statements: ${of(sizes.real)} gifts`,
    figures: left.map(({ table, bytes: each }) => `${table} ${each.toFixed(0)}`).join(', '),
    ...atMost(
      left.reduce((sum, each) => sum + each.bytes, 0),
      BYTES_MAX,
      (figure) => figure.toFixed(0),
    ),
    note: `with its indexes, its webhook and its three entries in the log. The worlds of the reads below were made in ${few.seconds} and ${many.seconds} s`,
  }
  const reads = many.costs.map(({ what, buffers }, place): Result => {
    const fewer = few.costs[place]?.buffers ?? Number.NaN
    const row = {
      what: `${what}, buffers: ${of(sizes.many)} gifts / ${of(sizes.few)}`,
      figures: `${buffers.toFixed(0)} / ${fewer.toFixed(0)}`,
    }
    // Below zero the machine's other work was counted: not measured, so not met.
    const isMeasured = buffers > 0 && fewer > 0
    return Object.assign(row, atMost(isMeasured ? buffers / fewer : Number.NaN, RATIO_MAX))
  })
  return [bytes, ...reads]
}

async function measureWorld(bench: Bench, name: string, gifts: number) {
  const started = performance.now()
  const database = await bench.openMigrated(name)
  const topUps = gifts / GIFTS_PER_TOP_UP
  await generatePeople(database, PEOPLE)
  await generateMoney(database, { gifts, topUps, readersTopUps: 10, people: PEOPLE, secondsApart: SECONDS_APART })
  await generateLoggedGifts(database, gifts)
  const { core, close } = openCore(database)
  await keepMonthlyGifts(core)
  await close()
  await database.pool.query('vacuum analyze')
  const seconds = Math.round((performance.now() - started) / 1000)
  const costs: { what: string; buffers: number }[] = []
  for (const asked of readsAmong(gifts)) costs.push({ what: asked.what, buffers: await costOf(database, asked) })
  await database.close()
  return { seconds, costs }
}

interface Asked {
  readonly what: string
  readonly by: Reader
  readonly path: (round: number) => string
}

function readsAmong(gifts: number): Asked[] {
  /** A gift that is counted, and one that waits behind most others. Their numbers end in 1, as those whose entries open. */
  const counted = (round: number) => receiptCodeOf(1 + 1000 * (1 + ((round * 7) % (gifts / 2000))))
  const waiting = (round: number) => receiptCodeOf(gifts - 20_000 + 1 + 1000 * (round % 9))
  const open = (what: string, path: Asked['path']): Asked => ({ what, by: 'anyone', path })
  const lists = growthReads(new Date(Date.now() - 3_600_000).toISOString())
  return [
    open('a receipt', (round) => `/api/receipts/${counted(round)}`),
    open('where a gift went, once counted', (round) => `/api/receipts/${counted(round)}/trail`),
    open('the same of one of the last in line', (round) => `/api/receipts/${waiting(round)}/trail`),
    open('the proof of a gift', (round) => `/api/receipts/${counted(round)}/proof`),
    open('/api/transparency', () => '/api/transparency'),
    open('/api/transparency/months', () => '/api/transparency/months'),
    open('/api/transparency/failures', () => '/api/transparency/failures'),
    open('/api/transparency/log', () => '/api/transparency/log'),
    open('a tile of the log', (round) => `/log/tile/0/${tilePath(round)}`),
    ...lists
      .filter(({ address }) =>
        /^\/api\/(stats|profile|wallet|admin\/(donations|wallet-transactions|overview|books))/.test(address),
      )
      .map(({ what, by, address }): Asked => ({ what, by, path: () => address })),
  ]
}

/** One of the first hundred tiles, as C2SP writes its number. */
const tilePath = (round: number) => String(round % 100).padStart(3, '0')

/**
 * The buffers of one read, as the server's process runs it: of so many reads, less those of half as many. A closed session has told its
 * statistics, and both have read the catalogs.
 */
async function costOf(database: BenchDatabase, asked: Asked): Promise<number> {
  const few = await buffersOf(database, asked, ROUNDS)
  const many = await buffersOf(database, asked, ROUNDS * 2)
  return (many - few) / ROUNDS
}

const Token = z.object({ access_token: z.string() })

async function buffersOf(database: BenchDatabase, asked: Asked, rounds: number): Promise<number> {
  const before = await readBuffers(database)
  const { core, close } = openCore(database)
  const { app } = createApp(core)
  const headers = asked.by === 'anyone' ? {} : { authorization: `Bearer ${await signIn(app, asked.by)}` }
  for (let round = 0; round < rounds; round += 1) {
    const answer = await app.request(asked.path(round), { headers })
    if (!answer.ok) throw new Error(`${asked.path(round)} answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  await core.background.idle()
  await close()
  return (await readBuffers(database)) - before
}

async function signIn(app: App['app'], by: Reader): Promise<string> {
  const body = JSON.stringify({ email: by === 'person' ? READER : ADMINISTRATOR, password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const answer = await app.request('/auth/v1/token?grant_type=password', { method: 'POST', body, headers })
  return Token.parse(await answer.json()).access_token
}

const Buffers = z.tuple([z.object({ open: z.coerce.number(), buffers: z.coerce.number() })])
const READ_BUFFERS = `select (select count(*) from pg_stat_activity where datname = current_database() and application_name = 'taimako') as open,
  blks_hit + blks_read as buffers from pg_stat_database where datname = current_database()`

async function readBuffers({ pool }: BenchDatabase): Promise<number> {
  for (;;) {
    const [{ open, buffers }] = Buffers.parse((await pool.query(READ_BUFFERS)).rows)
    if (open === 0) return buffers
    await pause(20)
  }
}
