/** Checks after the load that each rival did the same bookings. */
import { z } from 'zod'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { findDifferences } from '../server/proof/books/books.ts'
import type { BenchDatabase } from './bench.ts'

const Sums = z.tuple([
  z.object({
    gifts: z.coerce.number(),
    pending: z.coerce.number(),
    transfers: z.coerce.number(),
    counted: z.coerce.number(),
  }),
])

/** @throws when a settled gift lacks its transfer, or is missing from its fund's total (unless totals are off) */
export async function expectGifts({ pool }: BenchDatabase, totals = true): Promise<void> {
  const { rows } = await pool.query(
    `select (select count(*) from donations where status = 'success') as gifts,
            (select count(*) from payment_attempts where status <> 'paid') as pending,
            (select count(*) from transfers where purpose = 'gift') as transfers,
            (select sum(gifts) from ledger_balances) as counted`,
  )
  const [{ gifts, pending, transfers, counted }] = Sums.parse(rows)
  const balanced = gifts > 0 && pending === 0 && transfers === gifts && counted === (totals ? gifts : 0)
  if (!balanced)
    throw new Error(`the bench's gifts do not add up: ${JSON.stringify({ gifts, pending, transfers, counted })}`)
}

/** Runs the product's own check on the data of a row. */
export async function expectBooksBalance({ url }: BenchDatabase): Promise<void> {
  const opened = openPostgres(url, () => {})
  const differences = await findDifferences(opened.db)
  await opened.close()
  if (differences.length > 0) throw new Error(`the books of the bench do not balance: ${JSON.stringify(differences)}`)
}
