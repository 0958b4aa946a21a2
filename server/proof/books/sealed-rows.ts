/**
 * Columns that never change in the rows about money, by table. Each source is sealed daily (server/money/ledger/sealed-days.ts).
 * Columns that do change agree with the ledger instead, and are compared in payment-rows.ts and purpose-rows.ts.
 */
import { sql } from 'drizzle-orm'
import { moment, TRANSFERS, type SealedSource } from '../../money/ledger/sealed-days.ts'

const hex = (column: string) => sql.raw(`encode(${column}, 'hex')`)
const columns = (...names: string[]) => names.map((name) => sql.raw(name))
const moments = (...names: string[]) => names.map((name) => moment(sql.raw(name)))

/** The rows of a table, by their id. `at`: the column of the moment from when the values stay. */
const rowsOf = (table: string, at: string, values: SealedSource['values']): SealedSource => ({
  name: table,
  table: sql.raw(table),
  at: sql.raw(at),
  row: sql`id`,
  values,
})

/** From when it was created. */
const CREATED: readonly SealedSource[] = [
  rowsOf('payment_intents', 'created_at', [
    ...columns('purpose', 'provider_metadata', "case purpose when 'unexpected' then amount end"),
    hex('idempotency_key_hash'),
    hex('request_hash'),
    ...moments('created_at'),
  ]),
  rowsOf('payment_attempts', 'created_at', [
    ...columns('intent_id', 'reference', 'access_code'),
    ...moments('created_at'),
  ]),
  rowsOf('donations', 'created_at', [
    ...columns('intent_id', 'donation_type', 'is_anonymous', 'message', 'customer_email'),
    hex('receipt_code_hash'),
    ...moments('created_at'),
    // A gift from a wallet is final at once.
    sql`case when intent_id is null then concat_ws('|', amount, amount_reversed, status, transaction_reference, ${moment(sql`paid_at`)}) end`,
  ]),
  rowsOf('wallets', 'created_at', [...columns('user_id', 'account_id'), ...moments('created_at')]),
  rowsOf('wallet_transactions', 'created_at', [
    ...columns('wallet_id', 'kind', 'type', 'description', 'intent_id', 'top_up_id'),
    hex('idempotency_key_hash'),
    ...moments('created_at'),
    // Everything but a top-up is final at once.
    sql`case when kind <> 'top_up' then concat_ws('|', amount, reference, status, paystack_reference, amount_reversed, amount_lost, amount_covered, amount_repaid,
            ${moment(sql`completed_at`)}) end`,
  ]),
  rowsOf('proposals', 'proposed_at', [
    ...columns('kind', 'subject_id', 'choice', 'reason', 'signers', 'proposed_by'),
    ...moments('proposed_at', 'expires_at'),
  ]),
  rowsOf('act_digests', 'made_at', [...columns('kind', 'row_id', 'person'), hex('digest'), ...moments('made_at')]),
  rowsOf('differences', 'first_seen_at', [...columns('kind', 'subject'), ...moments('first_seen_at')]),
]

/** From when it was paid, booked, decided or ended. */
const ENDED: readonly SealedSource[] = [
  {
    name: 'payment_attempts paid',
    // By its reference as well: from a day's transfers to their attempts, never from every attempt.
    table: sql`payment_attempts as attempt join transfers as collected
                on attempt.reference = split_part(collected.key, ':', 2)
               and collected.key in ('gift:' || attempt.reference, 'top_up:' || attempt.reference, 'mismatch:' || attempt.reference)
               and collected.debit_account = (select id from ledger_accounts where code = 'provider')`,
    at: sql`collected.recorded_at`,
    row: sql`attempt.id`,
    values: columns('attempt.provider_transaction_id'),
  },
  {
    name: 'loss_settlements',
    table: sql`loss_settlements`,
    at: sql`booked_at`,
    row: sql`proposal_id`,
    values: [...columns('wallet_id', 'choice', 'amount'), ...moments('booked_at')],
  },
  {
    ...rowsOf('settlements', 'booked_at', [...columns('booked_amount'), ...moments('booked_at')]),
    name: 'settlements booked',
  },
  {
    name: 'settled_payments',
    table: sql`settled_payments as payment join settlements as settlement on settlement.id = payment.settlement_id`,
    at: sql`settlement.payments_read_at`,
    row: sql`payment.settlement_id || ':' || payment.transaction_id`,
    values: columns('payment.reference', 'payment.amount', 'payment.fees'),
  },
  {
    ...rowsOf('proposals', 'decided_at', [...columns('state', 'decided_by'), ...moments('decided_at')]),
    name: 'proposals decided',
  },
  rowsOf('matches', 'finished_at', [
    ...columns('state', 'requested_by', 'payments', 'settlements', 'held', 'provider_balance'),
    ...moments('created_at', 'started_at', 'finished_at', 'compared_from'),
  ]),
  {
    ...rowsOf('differences', 'ended_at', [
      ...columns('ledger', 'provider', 'expected', 'found', 'amount'),
      // The same text as before for those that were sealed before they had an ending.
      sql`concat_ws(' ', state, ending, entry)`,
      ...columns('assigned_to'),
      ...moments('occurred_at', 'last_seen_at', 'ended_at'),
    ]),
    name: 'differences ended',
  },
  {
    name: 'closed_months',
    table: sql`closed_months`,
    at: sql`closed_at`,
    row: sql`month`,
    values: [...columns('statement', 'digest', 'proposal_id'), ...moments('closed_at')],
  },
]

export const SEALED: readonly SealedSource[] = [TRANSFERS, ...CREATED, ...ENDED]
