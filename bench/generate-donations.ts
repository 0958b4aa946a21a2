/** Makes gifts by the hundred thousand for lists to read: their own rows alone. Nothing is booked, so the books of such a database are not even. */
import type { BenchDatabase } from './bench.ts'

const PER_STATEMENT = 100_000
/** As in life, references do not come in an order. */
const REFERENCE = `('gift-' || substr(md5(n::text), 1, 26))`
const MOMENT = `(timestamptz '2026-01-01' + n * interval '7 seconds')`
/** Nine in ten succeed, and one in a hundred still waits. */
const STATUS = `(case when n % 100 = 0 then 'pending' when n % 10 = 0 then 'failed' else 'success' end)`

const GIFTS = `insert into donations (id, amount, status, donation_type, customer_email, message, transaction_reference, receipt_code_hash, created_at, updated_at, paid_at)
   select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-00000000000d')::uuid, (100 + n % 10000) * 100, ${STATUS},
          (array['general', 'school', 'emergency', 'shelter', 'food', 'medical'])[1 + n * 7919 % 6],
          'donations+' || ${REFERENCE} || '@example.org', case when n % 3 = 0 then 'For the children, with "love" no. ' || n end,
          ${REFERENCE}, int8send(n), ${MOMENT}, ${MOMENT}, case when ${STATUS} = 'success' then ${MOMENT} end
     from generate_series($1::bigint, $2::bigint) as n`

/** @returns how long it took, in seconds */
export async function generateDonations({ pool }: BenchDatabase, gifts: number): Promise<number> {
  const started = performance.now()
  for (let first = 1; first <= gifts; first += PER_STATEMENT) {
    await pool.query(GIFTS, [first, Math.min(first + PER_STATEMENT - 1, gifts)])
  }
  await pool.query('vacuum analyze')
  return (performance.now() - started) / 1000
}
