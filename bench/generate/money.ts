/**
 * Gifts and wallets as the product would have stored them, with books that balance. Nine gifts in ten are settled, one in a
 * hundred is pending. Each person has a wallet, filled by top-ups of ₦100, one in twenty of which failed.
 */
import { DONATION_TYPES } from '../../contract/money/funds.ts'
import type { BenchDatabase } from '../bench.ts'
import { anyOf, fill, fillTables, idOf, momentOf, referenceOf } from './fill.ts'
import { ownerOf } from './people.ts'

/** Index of a fund: accounts 11 to 16 of the ledger, and 31 to 36 for its fees. */
const FUND = anyOf(6, 6)
/** The fund of gift n, by name, its amount in kobo, and its id. */
export const GIFT = {
  fund: `(array[${DONATION_TYPES.map((type) => `'${type}'`).join(', ')}])[${FUND}]`,
  amount: `((100 + n % 10000) * 100)`,
  id: idOf('d'),
  isSettled: 'n % 10 > 0',
}
const REFERENCE = referenceOf('gift')
/** From ₦100 to ₦10,099. */
const AMOUNT = GIFT.amount
const FEE = `(${AMOUNT} * 15 / 1000)`
const SETTLED = GIFT.isSettled
const EACH = 'from generate_series($1::bigint, $2::bigint) as n'

/** The receipt code of gift number n, as long as the product's own. */
export const receiptCodeOf = (number: number) => `receipt${String(number).padStart(19, '0')}`
const RECEIPT_CODE = `('receipt' || lpad(n::text, 19, '0'))`

export interface Money {
  readonly gifts: number
  readonly topUps: number
  /** How many of the top-ups belong to person 0. */
  readonly readersTopUps: number
  /** Already stored. */
  readonly people: number
  readonly secondsApart?: number
}

const TABLES = [
  'payment_intents',
  'payment_attempts',
  'donations',
  'transfers',
  'ledger_accounts',
  'wallets',
  'wallet_transactions',
]

export async function generateMoney(
  database: BenchDatabase,
  { gifts, topUps, readersTopUps, people, secondsApart }: Money,
) {
  await fillTables(
    database,
    TABLES,
    async (client) => {
      for (const insert of giftInserts(momentOf(gifts, 'n', secondsApart))) await fill(client, { rows: gifts, insert })
    },
    async (client) => {
      for (const insert of WALLET_INSERTS) await fill(client, { rows: people, insert })
      for (const insert of topUpInserts(momentOf(topUps), ownerOf(topUps, readersTopUps, people))) {
        await fill(client, { rows: topUps, insert })
      }
    },
  )
  await database.pool.query(
    `select setval(pg_get_serial_sequence('ledger_accounts', 'id'), max(id)) from ledger_accounts`,
  )
  await updateBalances(database)
}

/** As the ledger's trigger would do: the product compares its balances with the transfers when it starts. */
export async function updateBalances(database: BenchDatabase): Promise<void> {
  await fillTables(database, ['ledger_balances'], async (client) => {
    await client.query(
      `update ledger_balances set balance = booked.amount, gifts = case when account_id between 11 and 16 then booked.gifts else 0 end
         from (select account, sum(amount) as amount, sum(gifts) as gifts
                 from (select debit_account as account, -amount as amount, gifts from transfers
                       union all select credit_account, amount, gifts from transfers) as entry group by account) as booked
        where account_id = booked.account and shard = 0`,
    )
  })
}

function giftInserts(moment: string): string[] {
  const paidAt = `case when ${SETTLED} then ${moment} end`
  return [
    `insert into payment_intents (id, purpose, amount, status, idempotency_key_hash, request_hash, provider_email, provider_metadata,
                                  created_at, updated_at, paid_at)
     select ${idOf('1')}, 'donation', ${AMOUNT}, case when ${SETTLED} then 'paid' when n % 100 = 0 then 'pending' else 'failed' end, int8send(n) || '\\x01', int8send(n),
            'donations@example.org', '{}', ${moment}, ${moment}, ${paidAt} ${EACH}`,
    `insert into payment_attempts (id, intent_id, reference, status, access_code, provider_status, provider_transaction_id, amount_paid,
                                   fees, asked_at, checks, created_at, updated_at, paid_at)
     select ${idOf('a')}, ${idOf('1')}, ${REFERENCE}, case when ${SETTLED} then 'paid' when n % 100 = 0 then 'open' else 'failed' end, 'code',
            case when ${SETTLED} then 'success' when n % 100 = 0 then 'abandoned' else 'failed' end, n, case when ${SETTLED} then ${AMOUNT} end,
            case when ${SETTLED} then ${FEE} end, ${moment}, 1, ${moment}, ${moment}, ${paidAt} ${EACH}`,
    `insert into donations (id, intent_id, amount, status, donation_type, customer_email, message, transaction_reference, receipt_code_hash,
                            created_at, updated_at, paid_at)
     select ${GIFT.id}, ${idOf('1')}, ${AMOUNT},
            case when ${SETTLED} then 'success' when n % 100 = 0 then 'pending' else 'failed' end,
            ${GIFT.fund}, 'donations+' || ${REFERENCE} || '@example.org',
            case when n % 3 = 0 then 'For the children, with "love" no. ' || n end, ${REFERENCE}, sha256(${RECEIPT_CODE}::bytea),
            ${moment}, ${moment}, ${paidAt} ${EACH}`,
    `insert into transfers (id, key, debit_account, credit_account, amount, purpose, gifts, occurred_at, recorded_at)
     select ${idOf('b')}, 'gift:' || ${REFERENCE}, 1, 10 + ${FUND}, ${AMOUNT}, 'gift', 1, ${moment}, ${moment} ${EACH} where ${SETTLED}
     union all
     select ${idOf('f')}, 'fee:' || ${REFERENCE}, 30 + ${FUND}, 1, ${FEE}, 'fee', 0, ${moment}, ${moment} ${EACH} where ${SETTLED}`,
  ]
}

const WALLET_INSERTS = [
  `insert into ledger_accounts (id, code, kind, shards, floor_zero, created_at)
   select 999 + n, 'wallet:' || ${idOf('a', '(n - 1)')}, 'wallet', 1, true, now() ${EACH}`,
  `insert into ledger_balances (account_id, shard, floor_zero) select 999 + n, 0, true ${EACH}`,
  `insert into wallets (id, user_id, account_id, created_at) select ${idOf('6', '(n - 1)')}, ${idOf('a', '(n - 1)')}, 999 + n, now() ${EACH}`,
]

const TOP_UP_REFERENCE = referenceOf('ref')
const CREDITED = `n % 20 <> 7`

function topUpInserts(moment: string, person: string): string[] {
  const paidAt = `case when ${CREDITED} then ${moment} end`
  return [
    `insert into payment_intents (id, purpose, amount, status, idempotency_key_hash, request_hash, provider_email, provider_metadata,
                                  created_at, updated_at, paid_at)
     select ${idOf('2')}, 'top_up', 10000, case when ${CREDITED} then 'paid' else 'failed' end, int8send(n) || '\\x02', int8send(n),
            'person@bench.example', '{}', ${moment}, ${moment}, ${paidAt} ${EACH}`,
    `insert into payment_attempts (id, intent_id, reference, status, access_code, provider_status, provider_transaction_id, amount_paid,
                                   fees, asked_at, checks, created_at, updated_at, paid_at)
     select ${idOf('3')}, ${idOf('2')}, ${TOP_UP_REFERENCE}, case when ${CREDITED} then 'paid' else 'failed' end, 'code',
            case when ${CREDITED} then 'success' else 'failed' end, 1000000000 + n, case when ${CREDITED} then 10000 end,
            case when ${CREDITED} then 0 end, ${moment}, 1, ${moment}, ${moment}, ${paidAt} ${EACH}`,
    `insert into wallet_transactions (id, wallet_id, kind, type, amount, description, reference, status, paystack_reference, intent_id,
                                      created_at, completed_at)
     select ${idOf('5')}, ${idOf('6', person)}, 'top_up', 'credit', 10000, 'Wallet Top-up', ${TOP_UP_REFERENCE},
            case when ${CREDITED} then 'completed' else 'failed' end, case when ${CREDITED} then ${TOP_UP_REFERENCE} end, ${idOf('2')},
            ${moment}, ${paidAt} ${EACH}`,
    `insert into transfers (id, key, debit_account, credit_account, amount, purpose, occurred_at, recorded_at)
     select ${idOf('4')}, 'top_up:' || ${TOP_UP_REFERENCE}, 1, 1000 + ${person}, 10000, 'top_up', ${moment}, ${moment} ${EACH} where ${CREDITED}`,
  ]
}
