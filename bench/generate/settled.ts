/** The settlements of the generated gifts, already booked and with their payments, as the hourly job would have left them. */
import type { BenchDatabase } from '../bench.ts'
import { fill, fillTables, momentOf } from './fill.ts'

/** The gifts of one day, which are 25 seconds apart. */
export const SETTLED_TOGETHER = 3456

/** Days that are over have a settlement. */
export const settlementsAmong = (gifts: number) => Math.floor(gifts / SETTLED_TOGETHER)
export const settlementIdOf = (index: number) => 1_000_000 + index
/** Nine gifts in ten are paid (money.ts). */
export const isSettled = (n: number) => n % 10 > 0

const ACCOUNTS = { provider: 1, bank: 5 }

export async function generateSettlements(database: BenchDatabase, gifts: number): Promise<void> {
  const settled = settlementsAmong(gifts) * SETTLED_TOGETHER
  const settlement = `1000000 + (n - 1) / ${SETTLED_TOGETHER}`
  await fillTables(database, ['settled_payments'], (client) =>
    fill(client, {
      rows: settled,
      insert: `insert into settled_payments (settlement_id, transaction_id, reference, amount, fees)
               select ${settlement}, n, 'gift-' || substr(md5('gift' || n), 1, 26), (100 + n % 10000) * 100, ((100 + n % 10000) * 100) * 15 / 1000
                 from generate_series($1::bigint, $2::bigint) as n where n % 10 > 0`,
    }),
  )
  await database.pool.query(
    `insert into settlements (id, status, total_processed, total_fees, effective_amount, settlement_date, read_at, booked_amount,
                              booked_at, payments_read_at)
     select settlement_id, 'success', sum(amount), sum(fees), sum(amount - fees), date, date, sum(amount - fees), date, date
       from (select *, ${momentOf(gifts, `(settlement_id - 1000000 + 1) * ${SETTLED_TOGETHER}`)} as date
               from settled_payments) as payment group by settlement_id, date`,
  )
  await database.pool.query(
    `insert into transfers (id, key, debit_account, credit_account, amount, purpose, gifts, occurred_at, recorded_at)
     select gen_random_uuid(), 'settlement:' || id, ${ACCOUNTS.bank}, ${ACCOUNTS.provider}, booked_amount, 'settlement', 0, settlement_date,
            settlement_date from settlements`,
  )
  await database.pool.query('vacuum analyze settlements')
}
