/** What administrators read: lists among a thousand gifts and among a million, and a long CSV against the database's own COPY. */
import { setTimeout as pause } from 'node:timers/promises'
import { productVariables, type Bench, type BenchDatabase } from '../bench.ts'
import { generateDonations } from '../generate-donations.ts'
import { makePeople } from '../people.ts'
import { residentMegabytes, startLane, startProduct, type Product } from '../processes.ts'
import { atMost, type Result } from '../results.ts'
import { medianLatency, medianOf, medianRatio, runRounds } from '../rounds.ts'

const FEW = 1000
/** What is asked for, the first and a later page, each filter, and searches that find one and that find all. */
const READS: readonly [what: string, address: string][] = [
  ['the first page', '/api/admin/donations'],
  ['a later page', '/api/admin/donations?to=2026-01-01T01:00:00.000Z'],
  ['one status', '/api/admin/donations?status=failed'],
  ['one fund', '/api/admin/donations?donation_type=food'],
  ['one fund and status', '/api/admin/donations?donation_type=food&status=success'],
  ['a search that finds one', `/api/admin/donations?search=gift-c4ca4238a0b923820dcc`],
  ['a search that finds all', '/api/admin/donations?search=donations'],
  ['a search in one fund', '/api/admin/donations?donation_type=medical&search=gift-c4ca'],
]
const LINES = 100_000
const EXPORT = `/api/admin/donations.csv?to=2026-01-09T02:26:47.000Z`
const COPY = `copy (select id, amount, amount_reversed, status, customer_email, donation_type, is_anonymous, message, transaction_reference,
                           created_at, updated_at, paid_at
                      from donations where created_at < '2026-01-09T02:26:47Z' order by created_at desc, id desc) to stdout with (format csv)`

type Administered = Awaited<ReturnType<typeof serve>>

export async function measureAdmin(bench: Bench): Promise<Result[]> {
  const gifts = bench.quick ? LINES : 1_000_000
  const few = await serve(bench, 'admin_few', FEW)
  const many = await serve(bench, 'admin_many', gifts)
  const results: Result[] = []
  for (const [what, address] of READS) results.push(await measureList(bench, { what, address, few, many, gifts }))
  results.push(...(await measureExport(bench, many)))
  for (const each of [few, many]) await each.stop()
  const [first, ...rest] = results
  const note = `${gifts.toLocaleString('en')} gifts were generated, and vacuumed, in ${Math.round(many.seconds)} s`
  return first ? [{ ...first, note }, ...rest] : rest
}

interface Listing {
  what: string
  address: string
  few: Administered
  many: Administered
  gifts: number
}

async function measureList(bench: Bench, { what, address, few, many, gifts }: Listing): Promise<Result> {
  const lanes = { many: await many.read(address), few: await few.read(address) }
  const plan = { warmup: { pieces: 100 }, order: { pieces: 60 }, rounds: bench.quick ? 3 : 9 }
  const figures = await runRounds([lanes.many, lanes.few], plan, medianLatency)
  for (const lane of [lanes.many, lanes.few]) await lane.stop()
  const latency = (lane: (typeof lanes)['few']) => `${medianOf(figures, lane).toFixed(2)} ms`
  return {
    what: `GET /api/admin/donations, ${what}, median latency: among ${gifts.toLocaleString('en')} / among ${FEW.toLocaleString('en')}`,
    figures: `${latency(lanes.many)} / ${latency(lanes.few)}`,
    ...atMost(medianRatio(figures, lanes.many, lanes.few), 1.5),
  }
}

async function measureExport(bench: Bench, { product, database, read }: Administered): Promise<Result[]> {
  const csv = await read(EXPORT, 10_000_000)
  const copy = await startLane('copy', 'load/copy.ts', { DATABASE_URL: database.url, STATEMENT: COPY })
  const before = residentMegabytes(product) ?? Number.NaN
  const most = watchMemory(product)
  const plan = { warmup: { pieces: 1 }, order: { pieces: 1 }, rounds: bench.quick ? 3 : 7 }
  const figures = await runRounds([csv, copy], plan, medianLatency)
  const extra = (await most.stop()) - before
  for (const lane of [csv, copy]) await lane.stop()
  return [
    {
      what: `${LINES.toLocaleString('en')} gifts as CSV / COPY … TO STDOUT of the same rows`,
      figures: `${Math.round(medianOf(figures, csv))} ms / ${Math.round(medianOf(figures, copy))} ms`,
      ...atMost(medianRatio(figures, csv, copy), 5),
    },
    {
      what: `memory of the server beyond what it held before, at most, while it sends them ${plan.rounds + 1} times`,
      figures: `${Math.round(extra)} MB`,
      ...atMost(extra, 50, (megabytes) => `${Math.round(megabytes)} MB`),
    },
  ]
}

/** @returns what tells the most that was held, and ends the watch */
function watchMemory(product: Product) {
  const ending = new AbortController()
  let most = 0
  const watched = (async () => {
    while (!ending.signal.aborted) {
      most = Math.max(most, residentMegabytes(product) ?? 0)
      await pause(20)
    }
  })()
  return {
    async stop() {
      ending.abort()
      await watched
      return most
    },
  }
}

/** A product with so many gifts, and an administrator's session there. */
async function serve(bench: Bench, name: string, gifts: number) {
  const database: BenchDatabase = await bench.openMigrated(name)
  const product = await startProduct({ variables: productVariables(database.url, 'http://127.0.0.1:9') })
  const [person] = await makePeople(product.url, 1)
  if (!person) throw new Error('the bench makes one person')
  await database.pool.query(`update profiles set role = 'admin' where user_id = $1`, [person.userId])
  const seconds = await generateDonations(database, gifts)
  const token = person.sessions[0]?.access_token ?? ''
  return {
    database,
    product,
    seconds,
    read: (address: string, bytesMin = 300) =>
      startLane(name, 'load/admin-reads.ts', {
        URL: product.url,
        ADDRESS: address,
        TOKEN: token,
        BYTES_MIN: String(bytesMin),
      }),
    async stop() {
      await product.stop()
      await database.close()
    },
  }
}
