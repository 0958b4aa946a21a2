/** A long CSV export, compared with the database's own COPY of the same rows, and the memory the server needs for it. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Bench } from '../bench.ts'
import { residentMegabytes, startLane, type Product } from '../processes.ts'
import { atMost, type Result } from '../results.ts'
import { medianLatency, medianOf, medianRatio, runRounds } from '../rounds.ts'
import type { ServedWorld } from '../served-world.ts'

const LINES = 100_000
const COLUMNS = `id, amount, amount_reversed, status, customer_email, donation_type, is_anonymous, message, transaction_reference,
  created_at, updated_at, paid_at`

export async function measureExport(bench: Bench, { product, database, ...world }: ServedWorld): Promise<Result[]> {
  const { rows } = await database.pool.query<object>(
    `select created_at as since from donations order by created_at desc, id desc offset ${LINES - 1} limit 1`,
  )
  const since = z.object({ since: z.date() }).parse(rows[0]).since.toISOString()
  const csv = await world.read(`/api/admin/donations.csv?from=${since}`, 'administrator', 10_000_000)
  const copy = await startLane('copy', 'load/copy.ts', {
    DATABASE_URL: database.url,
    STATEMENT: `copy (select ${COLUMNS} from donations where created_at >= '${since}'
                       order by created_at desc, id desc) to stdout with (format csv)`,
  })
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
      what: `peak extra memory of the server while it sends them ${plan.rounds + 1} times`,
      figures: `${Math.round(extra)} MB`,
      ...atMost(extra, 50, (megabytes) => `${Math.round(megabytes)} MB`),
    },
  ]
}

/** @returns a handle that stops watching and returns the peak, in megabytes */
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
