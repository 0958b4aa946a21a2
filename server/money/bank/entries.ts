/** The entries of the ledger's account `bank`, as SQL. */
import { sql } from 'drizzle-orm'
import { accounts } from '../ledger/accounts.ts'

const BANK = sql`${accounts.bank.toString()}::bigint`

/** Each with its key, the amount that it adds to the bank account (kobo), its day in Lagos and its time. */
export const ENTRIES = sql`(
  select key, case debit_account when ${BANK} then amount else -amount end as amount,
         (occurred_at at time zone 'UTC' + interval '1 hour')::date as day, occurred_at
    from transfers where debit_account = ${BANK} or credit_account = ${BANK})`

/** The matches that were not undone. */
export const MATCHES = sql`(select * from bank_matches where undone_at is null)`

/** The transfers between banks that are on their way longer than this are late. */
export const LATE_DAYS = 3
