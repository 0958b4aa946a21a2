/** Rows of money that a careless backup would lose, and that the books accept. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../server/platform/db/db.ts'

const AT = '2026-11-20T10:00:00.000Z'

/** A line whose number the database has chosen. */
export async function addBankLine(db: Db): Promise<void> {
  await db.execute(sql`insert into banks (name, columns, created_at) values ('Ọ̀yọ́ Bank', '{"date": "When"}', now())`)
  await db.execute(sql`
    insert into bank_lines (id, bank, day, amount, description, created_at)
    values (gen_random_uuid(), 'Ọ̀yọ́ Bank', '2026-02-28', -9007199254740993, '=1+1', now())`)
}

/** A wallet whose ₦5 left before they arrived, in the order of the transfers' ids. */
export async function addWallet(db: Db): Promise<void> {
  const wallet = '9007199254740993'
  const owner = '00000000-0000-7000-8000-0000000000bb'
  const reference = 'ref-0000000000000000000000'
  await db.execute(sql`insert into users (id, created_at, updated_at) values (${owner}, now(), now())`)
  await db.execute(
    sql`insert into ledger_accounts (id, code, kind, shards, floor_zero) values (${wallet}, ${`wallet:${owner}`}, 'wallet', 1, true)`,
  )
  await db.execute(
    sql`insert into wallets (id, user_id, account_id, created_at) values (${owner}, ${owner}, ${wallet}, now())`,
  )
  await db.execute(sql`
    insert into payment_intents (id, purpose, amount, status, idempotency_key_hash, request_hash, provider_email, provider_metadata,
                                 created_at, updated_at, paid_at)
    values (${owner}, 'top_up', 500, 'reversed', '\\x01', '', 'odd@taimako.example', '{}', ${AT}, ${AT}, ${AT})`)
  await db.execute(sql`
    insert into payment_attempts (id, intent_id, reference, status, provider_status, provider_transaction_id, amount_paid, fees,
                                  amount_refunded, reversals, created_at, updated_at, paid_at)
    values (${owner}, ${owner}, ${reference}, 'reversed', 'reversed', 1, 500, 0, 500, 1, ${AT}, ${AT}, ${AT})`)
  await db.execute(sql`
    insert into wallet_transactions (id, wallet_id, kind, type, amount, description, reference, status, paystack_reference, intent_id,
                                     amount_reversed, top_up_id, created_at, completed_at) values
      (${owner}, ${owner}, 'top_up', 'credit', 500, '', ${reference}, 'completed', ${reference}, ${owner}, 500, null, ${AT}, ${AT}),
      (gen_random_uuid(), ${owner}, 'refund', 'debit', 500, '', ${`${reference}-r1`}, 'completed', null, null, 0, ${owner}, ${AT}, ${AT})`)
  for (const [id, debit, credit, purpose, key] of [
    ['ffffffff-ffff-7fff-bfff-ffffffffffff', '1', wallet, 'top_up', `top_up:${reference}`],
    ['00000000-0000-7000-8000-000000000000', wallet, '1', 'refund', `refund:${reference}:1`],
  ]) {
    await db.execute(
      sql`insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
          values (${id}, ${key}, ${debit}, ${credit}, 500, ${purpose}, ${AT}, ${AT})`,
    )
  }
}

/** A gift with its fee, written to the tables directly. */
export async function addGift(db: Db): Promise<void> {
  const id = '00000000-0000-7000-8000-0000000000cc'
  const reference = 'gift-0000000000000000000000'
  const at = AT
  await db.execute(sql`
    insert into payment_intents (id, purpose, amount, status, idempotency_key_hash, request_hash, provider_email, provider_metadata,
                                 created_at, updated_at, paid_at)
    values (${id}, 'donation', 500, 'paid', '\\x01', '', 'odd@taimako.example', '{}', ${at}, ${at}, ${at})`)
  await db.execute(sql`
    insert into payment_attempts (id, intent_id, reference, status, provider_status, provider_transaction_id, amount_paid, fees,
                                  created_at, updated_at, paid_at)
    values (${id}, ${id}, ${reference}, 'paid', 'success', 1, 500, 7, ${at}, ${at}, ${at})`)
  await db.execute(sql`
    insert into donations (id, intent_id, amount, status, donation_type, transaction_reference, receipt_code_hash, created_at, updated_at, paid_at)
    values (${id}, ${id}, 500, 'success', 'school', ${reference}, '\\x01', ${at}, ${at}, ${at})`)
  await db.execute(sql`
    insert into transfers (id, key, debit_account, credit_account, amount, purpose, gifts, occurred_at, recorded_at) values
      (gen_random_uuid(), ${`gift:${reference}`}, 1, 12, 500, 'gift', 1, ${at}, ${at}),
      (gen_random_uuid(), ${`fee:${reference}`}, 32, 1, 7, 'fee', 0, ${at}, ${at})`)
}
