/**
 * Compares each payment with its transfers: its attempt (amounts, fees, reversals, status), its intent (amount, status, time of payment), and
 * its gift or top-up (purpose-rows.ts).
 */
import { sql } from 'drizzle-orm'
import { accounts } from '../../money/ledger/accounts.ts'
import type { Difference } from '../../money/ledger/self-check.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Piece, Reading } from '../../platform/db/pieces.ts'
import { amount, compareInPieces, kobo, moment, text, type Column, type Comparison } from './compared.ts'
import { GIFTS, TOP_UPS } from './purpose-rows.ts'

const PROVIDER = sql.raw(`${accounts.provider}::bigint`)
const SUSPENSE = sql.raw(`${accounts.suspense}::bigint`)
const LOSS = sql.raw(`${accounts.loss}::bigint`)

/** More changes of one payment than there can be. */
const REVERSALS_MAX = 1000

/** The keys of an attempt's transfers. Every other key that names a payment is a difference of its own (entries.ts). */
export const KEYS_OF_ATTEMPT = sql`(
  array['gift:' || attempt.reference, 'top_up:' || attempt.reference, 'mismatch:' || attempt.reference, 'fee:' || attempt.reference]
  || case when attempt.reversals > 0 then array(
       select event || ':' || attempt.reference || ':' || step || suffix
         from unnest('{refund,chargeback,reinstatement}'::text[]) as event, generate_series(1, least(attempt.reversals, ${REVERSALS_MAX})) as step,
              unnest('{"",:fee,:loss,:cover}'::text[]) as suffix) end)`

/** Purposes of transfers that name a payment, and how their keys begin. */
export const OF_PAYMENT = sql`
  purpose in ('gift', 'top_up', 'mismatch', 'fee', 'refund', 'chargeback', 'reinstatement', 'loss')
  and split_part(key, ':', 1) in ('gift', 'top_up', 'mismatch', 'fee', 'refund', 'chargeback', 'reinstatement')`

/** Sums of the ledger for each attempt that has transfers. Amounts in kobo. */
const BOOKED = sql`
  booked as materialized (
    select reference,
           sum(amount) filter (where event in ('gift', 'top_up', 'mismatch') and debit_account = ${PROVIDER}) as collected,
           min(occurred_at) filter (where event in ('gift', 'top_up', 'mismatch') and debit_account = ${PROVIDER}) as paid_at,
           coalesce(sum(amount) filter (where event = 'fee'), 0) as fee,
           coalesce(sum(amount) filter (where event = 'refund'), 0) as refunded,
           coalesce(sum(amount) filter (where event = 'chargeback'), 0) as charged_back,
           coalesce(sum(amount) filter (where event = 'reinstatement'), 0) as reinstated,
           coalesce(sum(case event when 'reinstatement' then -amount else amount end)
                      filter (where event in ('refund', 'chargeback', 'reinstatement') and suffix <> 'fee'), 0) as reversed,
           coalesce(sum(case ${LOSS} when debit_account then amount when credit_account then -amount end), 0) as lost,
           coalesce(sum(amount) filter (where suffix = 'cover'), 0) as uncovered,
           coalesce(sum(case ${SUSPENSE} when credit_account then amount when debit_account then -amount end), 0) as kept_apart,
           coalesce(max(step), 0) as reversals,
           bool_or(event in ('gift', 'top_up')) as credited,
           max(amount) filter (where event in ('gift', 'top_up')) as credited_amount,
           max(credit_account) filter (where event in ('gift', 'top_up')) as credited_account,
           max(recorded_at) filter (where event in ('gift', 'top_up')) as credited_at,
           bool_or(event = 'mismatch') as suspended,
           bool_or(event in ('gift', 'top_up') and debit_account = ${SUSPENSE}) as settled,
           sum(gifts) as gifts
      from (select entry.*, attempt.reference, split_part(key, ':', 1) as event,
                   substring(key from '^[a-z]+:[^:]+:(\\d+)')::int as step, split_part(key, ':', 4) as suffix
              from attempts as attempt
              -- Found by their keys, whatever the planner expects.
             cross join lateral (select * from transfers where key = any (${KEYS_OF_ATTEMPT}) and ${OF_PAYMENT} offset 0) as entry) as entry
     group by reference)`

/** Decisions of two administrators about payments. */
const DECIDED = sql`
  decided as (select attempt.id as attempt_id, bool_or(choice = 'settle') as settle, bool_or(choice = 'return') as return
                from attempts as attempt
               cross join lateral (select choice from proposals where subject_id = attempt.id and kind = 'payment_decision'
                                      and state = 'confirmed' offset 0) as decision
               group by attempt.id)`

const isSet = (column: string) => `case when ${column} is null then 'none' else 'set' end`

const ATTEMPT: readonly Column[] = [
  text('intent_id', 'found_intent', 'intent_id'),
  amount('amount_paid', 'collected + on_top', 'amount_paid'),
  kobo('fees', 'fee + on_top', 'fees'),
  kobo(
    'amount_refunded',
    'case when reinstated = 0 then refunded else least(amount_refunded, refunded) end',
    'amount_refunded',
  ),
  kobo(
    'amount_charged_back',
    `case when reinstated = 0 then charged_back
                                    else refunded + charged_back - reinstated - amount_refunded end`,
    'amount_charged_back',
  ),
  kobo('amount_suspended', 'kept_apart', 'amount_suspended'),
  text('reversals', 'coalesce(reversals, 0)', 'coalesce(own_reversals, 0)'),
  moment(
    'paid_at',
    'case when collected is not null then paid_at when review_reason is not null then own_paid_at end',
    'own_paid_at',
  ),
  text(
    'status',
    `case when credited then case when is_full then 'reversed' else 'paid' end
                           when suspended then case when is_full and return and (reinstated = 0 or own_status = 'returned')
                                                    then 'returned' else 'needs_review' end
                           when review_reason is not null then case when return then 'returned' else 'needs_review' end
                           when own_status in ('paid', 'reversed', 'needs_review', 'returned') then 'not paid'
                           else own_status end`,
    'own_status',
  ),
  text(
    'review_reason',
    `case when suspended or own_status in ('needs_review', 'returned') then 'set'
                           when own_status in ('opening', 'open', 'lost', 'refused', 'failed') then 'none'
                           else ${isSet('review_reason')} end`,
    isSet('review_reason'),
  ),
  text(
    'access_code',
    `case when own_status = 'open' then 'set' when own_status in ('opening', 'lost', 'refused') then 'none'
                           else ${isSet('access_code')} end`,
    isSet('access_code'),
  ),
  text('decided by two people', 'coalesce(settled, false)', 'settle'),
  text('gifts in the fund', `(purpose = 'donation' and own_status = 'paid')::int`, 'coalesce(gifts, 0)'),
]

/** A range of intents with all that belongs to them. */
const paymentsIn = (isIn: Piece) => sql`
  intents as materialized (select * from payment_intents where ${isIn('id')}),
  attempts as materialized (select * from payment_attempts where ${isIn('intent_id')}),
  gifts as materialized (select * from donations where ${isIn('intent_id')}),
  top_ups as materialized (select * from wallet_transactions where ${isIn('intent_id')}),
  ${BOOKED}, ${DECIDED},
  paid as (select attempt.intent_id, booked.* from attempts as attempt join booked on booked.reference = attempt.reference
            where booked.credited)`

/** Every attempt against its transfers. */
const ATTEMPTS: Comparison = {
  subject: sql`'payment_attempts ' || own_reference`,
  from: sql`(
    select booked.*, intent.purpose, intent.id as found_intent, attempt.intent_id,
           attempt.reference as own_reference, attempt.status as own_status, attempt.paid_at as own_paid_at,
           attempt.reversals as own_reversals, attempt.amount_paid, attempt.fees, attempt.amount_refunded,
           attempt.amount_charged_back, attempt.amount_suspended, attempt.review_reason, attempt.access_code,
           coalesce(decided.settle, false) as settle, coalesce(decided.return, false) as return,
           -- The payer bore the fee, on top of what was credited.
           case when attempt.amount_paid - booked.collected = attempt.fees then attempt.fees else 0 end as on_top,
           coalesce(attempt.amount_refunded + attempt.amount_charged_back >= attempt.amount_paid, false) as is_full
      from attempts as attempt
      left join intents as intent on intent.id = attempt.intent_id
      left join booked on booked.reference = attempt.reference
      left join decided on decided.attempt_id = attempt.id) as tried`,
  columns: ATTEMPT,
}

/** Every intent against its attempts, and against what was credited. */
const INTENTS: Comparison = {
  subject: sql`'payment_intents ' || intent.id`,
  from: sql`intents as intent
    left join (select attempt.intent_id, bool_or(status = 'paid') as paid, bool_or(status = 'reversed') as reversed,
                      bool_or(review_reason is not null) as reviewed,
                      count(*) > 1 as several,
                      bool_or(status in ('opening', 'open', 'lost')) as hopeful,
                      -- One that was returned, and that the provider did not return, waits again.
                      bool_or(status = 'needs_review' and not coalesce(decided.return, false)) as waiting,
                      bool_and(status = 'refused') as all_refused, bool_or(status = 'refused') as refused,
                      bool_or(status in ('failed', 'refused', 'returned') or status = 'needs_review' and decided.return) as ended,
                      max(attempt.paid_at) filter (where status in ('paid', 'reversed')) as paid_at,
                      max(booked.credited_amount) as credited_amount
                 from attempts as attempt left join booked on booked.reference = attempt.reference
                 left join decided on decided.attempt_id = attempt.id
                group by attempt.intent_id) as tried on tried.intent_id = intent.id`,
  columns: [
    amount('amount', 'coalesce(credited_amount, intent.amount)', 'intent.amount'),
    text(
      'status',
      `case when paid then 'paid' when reversed then 'reversed'
                         when intent.status = 'needs_review' and reviewed and (waiting or several) then 'needs_review'
                         when intent.status = 'failed' and not waiting and (ended or intent.id in (select intent_id from top_ups where canceled_at is not null)) then 'failed'
                         when intent.status = 'pending' and hopeful and not reviewed then 'pending'
                         when waiting then 'needs_review' when hopeful then 'pending' else 'failed' end`,
      'intent.status',
    ),
    moment('paid_at', 'tried.paid_at', 'intent.paid_at'),
    text(
      'refusal',
      `case when all_refused then 'set' when not refused then 'none' else ${isSet('refusal')} end`,
      isSet('refusal'),
    ),
    text('attempts', `'some'`, `case when tried.intent_id is not null then 'some' end`),
  ],
}

/** Every attempt, intent, gift that was not from a wallet, and top-up. */
export const comparePayments = (db: Db | Tx, reading: Reading): Promise<Difference[]> =>
  compareInPieces(db, ['payment_intents', 'id'], reading, (isIn) => ({
    with: paymentsIn(isIn),
    comparisons: [ATTEMPTS, INTENTS, GIFTS, TOP_UPS],
  }))
