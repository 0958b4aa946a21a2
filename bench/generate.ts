/** Makes settled gifts by the hundred thousand, as the product would have left them; the ledger's own trigger keeps the balances. */
import type { BenchDatabase } from './bench.ts'

const PER_STATEMENT = 50_000
const FUNDS = `(array['general', 'school', 'emergency', 'shelter', 'food', 'medical'])[1 + n % 6]`
/** A gift's numbers as ids: 'a' for the attempt, 'd' for the donation, 'f' for the fee, and so on. */
const id = (letter: string) => `(lpad(to_hex(n), 8, '0') || '-0000-7000-8000-00000000000${letter}')::uuid`
const REFERENCE = `('gift-' || lpad(to_hex(n), 26, '0'))`
/** From ₦100 to ₦10,099. */
const AMOUNT = `((100 + n % 10000) * 100)::bigint`
const FEE = `(${AMOUNT} * 15 / 1000)`
const MOMENT = `(timestamptz '2026-01-01' + n * interval '7 seconds')`

const STATEMENTS = [
  `insert into payment_intents (id, purpose, amount, status, idempotency_key_hash, request_hash, provider_email, provider_metadata, created_at, updated_at, paid_at)
   select ${id('1')}, 'donation', ${AMOUNT}, 'paid', int8send(n) || '\\x01', int8send(n), 'donations@example.org', '{}', ${MOMENT}, ${MOMENT}, ${MOMENT}
     from generate_series($1::bigint, $2::bigint) as n`,
  `insert into payment_attempts (id, intent_id, reference, status, access_code, provider_status, provider_transaction_id, amount_paid, fees, asked_at, checks, created_at, updated_at, paid_at)
   select ${id('a')}, ${id('1')}, ${REFERENCE}, 'paid', 'code', 'success', n, ${AMOUNT}, ${FEE}, ${MOMENT}, 1, ${MOMENT}, ${MOMENT}, ${MOMENT}
     from generate_series($1::bigint, $2::bigint) as n`,
  `insert into donations (id, intent_id, amount, status, donation_type, customer_email, transaction_reference, receipt_code_hash, created_at, updated_at, paid_at)
   select ${id('d')}, ${id('1')}, ${AMOUNT}, 'success', ${FUNDS}, 'donations+' || n || '@example.org', ${REFERENCE}, int8send(n) || '\\x02', ${MOMENT}, ${MOMENT}, ${MOMENT}
     from generate_series($1::bigint, $2::bigint) as n`,
  `insert into transfers (id, key, debit_account, credit_account, amount, purpose, gifts, occurred_at, recorded_at)
   select ${id('b')}, 'gift:' || ${REFERENCE}, 1, 11 + n % 6, ${AMOUNT}, 'gift', 1, ${MOMENT}, ${MOMENT}
     from generate_series($1::bigint, $2::bigint) as n
   union all
   select ${id('f')}, 'fee:' || ${REFERENCE}, 2, 1, ${FEE}, 'fee', 0, ${MOMENT}, ${MOMENT}
     from generate_series($1::bigint, $2::bigint) as n`,
]

/** @returns how long it took, in seconds */
export async function generateGifts({ pool }: BenchDatabase, gifts: number): Promise<number> {
  const started = performance.now()
  for (let first = 1; first <= gifts; first += PER_STATEMENT) {
    const last = Math.min(first + PER_STATEMENT - 1, gifts)
    for (const statement of STATEMENTS) await pool.query(statement, [first, last])
  }
  await pool.query('vacuum analyze')
  return (performance.now() - started) / 1000
}
