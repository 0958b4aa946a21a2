/** Gifts with their turns, payments to as many households, and a log of many leaves. */
import { DONATION_TYPES } from '../../contract/money/funds.ts'
import type { PoolClient } from 'pg'
import type { BenchDatabase } from '../bench.ts'
import { fill, fillTables, idOf, momentOf } from './fill.ts'
import { GIFT as GIFT_ROW } from './money.ts'

const EACH = 'from generate_series($1::bigint, $2::bigint) as n'
const FUND = `(array[${DONATION_TYPES.map((type) => `'${type}'`).join(', ')}])[1 + n % 6]`
/** From ₦100 to ₦10,099, in kobo. */
const GIFT = '((100 + n % 10000) * 100)'
/** From ₦5,000 to ₦149,990. */
const PAYMENT = '(500000 + (n * 7919) % 14500 * 1000)'
const [PROPOSER, RELEASER] = [idOf('a', '1'), idOf('a', '0')]

/** Gifts that have their turns, and payments of which nothing is counted yet, each to another household. */
export function generateTurns(database: BenchDatabase, gifts: number, payments: number): Promise<void> {
  const moment = momentOf(gifts)
  return fillTables(
    database,
    ['donations', 'gift_lots', 'aid_applications', 'awards', 'disbursements', 'disbursement_funds'],
    async (client) => {
      await fill(client, {
        rows: gifts,
        insert: `insert into donations (id, amount, status, donation_type, receipt_code_hash, created_at, updated_at, paid_at)
          select ${idOf('d')}, ${GIFT}, 'success', ${FUND}, sha256(int8send(n)), ${moment}, ${moment}, ${moment} ${EACH}`,
      })
      await fill(client, {
        rows: gifts,
        insert: `insert into gift_lots (donation_id, fund, place, amount) select ${idOf('d')}, ${FUND}, n / 6, ${GIFT} ${EACH}`,
      })
      for (const insert of paymentInserts(momentOf(payments))) await fill(client, { rows: payments, insert })
    },
  )
}

function paymentInserts(moment: string): string[] {
  return [
    `insert into aid_applications (id, user_id, beneficiary_id, application_type, description, location, urgency, status,
                                   idempotency_key_hash, request_hash, created_at, decided_at)
     select ${idOf('c')}, ${idOf('a')}, ${idOf('b')}, 'food', 'Aid', 'Kaduna', 'medium', 'approved', int8send(n), '', ${moment}, ${moment} ${EACH}`,
    `insert into awards (id, application_id, amount, in_payouts, state, proposed_by, proposed_at, granted_by, granted_at, idempotency_key_hash, request_hash)
     select ${idOf('d')}, ${idOf('c')}, ${PAYMENT}, ${PAYMENT}, 'granted', ${PROPOSER}, ${moment}, ${RELEASER}, ${moment}, int8send(n), '' ${EACH}`,
    `insert into disbursements (id, award_id, kind, amount, state, proposed_by, proposed_at, released_by, released_at, slip, code_hash,
                                sent_on, sent_at, sent_by, idempotency_key_hash, request_hash)
     select ${idOf('e')}, ${idOf('d')}, 'manual_bank', ${PAYMENT}, 'sent', ${PROPOSER}, ${moment}, ${RELEASER}, ${moment},
            upper(lpad(to_hex(n), 8, '0')), '', (${moment})::date, ${moment}, ${RELEASER}, int8send(n), '' ${EACH}`,
    `insert into disbursement_funds (disbursement_id, fund, amount) select ${idOf('e')}, ${FUND}, ${PAYMENT} ${EACH}`,
  ]
}

/** Settled gifts that have no turn yet. */
const WITHOUT_TURN = 10_000

/** Generates the turns of gifts, of which one in ten is not counted yet, and an entry of the log for each. */
export async function generateLoggedGifts(database: BenchDatabase, gifts: number): Promise<void> {
  const { fund, amount, id, isSettled } = GIFT_ROW
  const spent = `case when n <= ${gifts * 0.9} then ${amount} else 0 end`
  await fillTables(
    database,
    ['gift_lots', 'log_entries'],
    (client) =>
      fill(client, {
        rows: gifts - WITHOUT_TURN,
        insert: `insert into gift_lots (donation_id, fund, place, amount, spent) select ${id}, ${fund}, n, ${amount}, ${spent} ${EACH} where ${isSettled}`,
      }),
    async (client) => {
      await fill(client, {
        rows: gifts,
        insert: `insert into log_entries (leaf_index, type, subject, fields, salt, content, leaf_hash, recorded_at)
          select n - 1 - n / 10, 'gift', ${id}::text, case when n % 1000 = 1 then '[["type", "gift"], ["receipt", ""], ["amount", "0"]]'::jsonb end,
                 case when n % 1000 = 1 then sha256(int8send(n)) end, content, sha256('\\x00'::bytea || content), now()
            from (select n, '\\x00'::bytea || sha256(int8send(n)) as content ${EACH} where ${isSettled}) as entry`,
      })
      await addTileRoots(client, gifts * 0.9)
    },
  )
  await database.pool.query(
    `insert into gifts_to_place (donation_id, paid_at, leaf_hash)
     select donations.id, donations.paid_at, leaf_hash from log_entries join donations on donations.id = subject::uuid
      where not exists (select from gift_lots where gift_lots.donation_id = donations.id)`,
  )
  await database.pool.query(
    `insert into log_checkpoints (size, root, note, signed_at) values (${gifts * 0.9}, sha256('bench'), 'bench', now())`,
  )
}

/** Entries as a sequencer would have put them into the log, which open for no one. */
export async function generateLeaves(database: BenchDatabase, leaves: number): Promise<void> {
  await fillTables(database, ['log_entries'], async (client) => {
    await fill(client, {
      rows: leaves,
      insert: `insert into log_entries (leaf_index, type, subject, content, leaf_hash, recorded_at)
        select n - 1, 'allocation', n::text, content, sha256('\\x00'::bytea || content), now()
          from (select n, '\\x00'::bytea || sha256(int8send(n)) as content ${EACH}) as entry`,
    })
    await addTileRoots(client, leaves)
  })
}

async function addTileRoots(client: PoolClient, leaves: number): Promise<void> {
  await client.query('create unlogged table hashes as select leaf_index as place, leaf_hash as hash from log_entries')
  for (let level = 1, count = Math.floor(leaves / 256); count > 0; level += 1, count = Math.floor(count / 256)) {
    for (let half = 0; half < 8; half += 1) await client.query(HALVE)
    await client.query(`insert into log_tile_roots (level, place, hash) select ${level}, place, hash from hashes`)
  }
  await client.query('drop table hashes')
}

/** The parents of complete pairs. */
const HALVE = `
  create unlogged table parents as
    select place / 2 as place, sha256('\\x01'::bytea || string_agg(hash, '' order by place)) as hash
      from hashes group by 1 having count(*) = 2;
  drop table hashes;
  alter table parents rename to hashes`
