/**
 * A second record of what an entry of the log says: the ledger, a decided proposal or the rows of a sum. Someone could change a row before
 * it gets its entry, or invent a return so that the log takes in a new one. The two records then differ, and auditors are told (openings.ts).
 */
import { sql, type SQL } from 'drizzle-orm'
import { dayOf } from './fact.ts'

/** The sum of transfers, by their keys; empty where none of them exists. */
const sumOf = (keys: SQL) =>
  sql`(select coalesce(sum(transfers.amount)::text, '') from transfers where transfers.key in (${keys}))`

/** Only for a gift by card. One from a wallet leads to no transfer, so that it leads to no person. */
const ofPayment = (value: SQL) => sql`case when donations.intent_id is not null then ${value} end`
const giftKey = sql`'gift:' || donations.transaction_reference`

export const giftAmount = ofPayment(sumOf(giftKey))
export const giftFund = ofPayment(sql`
  (select split_part(code, ':', 2) from transfers join ledger_accounts on ledger_accounts.id = credit_account
    where transfers.key = ${giftKey})`)
export const giftDay = ofPayment(
  sql`(select ${dayOf(sql`payment_intents.paid_at`)} from payment_intents where payment_intents.id = donations.intent_id)`,
)

/** Refunds and chargebacks less what was undone of them. Nothing goes back to a wallet. */
export const givenBack = sql`
  (select coalesce(sum(case purpose when 'reinstatement' then -transfers.amount else transfers.amount end), 0)
     from payment_attempts as attempt cross join generate_series(1, attempt.reversals) as step
     join transfers on transfers.key in (
       'refund:' || attempt.reference || ':' || step, 'chargeback:' || attempt.reference || ':' || step,
       'reinstatement:' || attempt.reference || ':' || step)
    where attempt.intent_id = donations.intent_id)`

/** Reads a decision of two people. A proposal of an award is about its request. */
const decided = (kind: 'award' | 'disbursement', about: SQL, value: SQL) =>
  sql`(select ${value} from proposals where kind = ${kind}::text and ${about} and state = 'confirmed')`
const AWARD = sql`subject_id = awards.application_id and proposals.proposed_at = awards.proposed_at`
const DISBURSEMENT = sql`subject_id = disbursements.id`

export const awardAmount = sumOf(
  sql`select 'commit:' || award_id || ':' || fund from award_funds where award_id = awards.id`,
)
export const awardProposedBy = decided('award', AWARD, sql`proposals.proposed_by`)
export const awardGrantedBy = decided('award', AWARD, sql`proposals.decided_by`)
export const awardDay = decided('award', AWARD, dayOf(sql`proposals.decided_at`))

const isTransfer = sql`exists (select from transfers where transfers.key = 'disburse:' || disbursements.id)`
export const disbursementWay = sql`case when ${isTransfer} then 'bank' when disbursements.kind <> 'bank' then disbursements.kind else '' end`
export const disbursementAmount = sumOf(sql`'disburse:' || disbursements.id, 'handover:' || disbursements.id`)
export const disbursementProposedBy = decided('disbursement', DISBURSEMENT, sql`proposals.proposed_by`)
export const disbursementReleasedBy = decided('disbursement', DISBURSEMENT, sql`proposals.decided_by`)

const orNone = (sum: SQL) => sql`coalesce(nullif(${sum}, ''), '0')`
export const returned = orNone(
  sumOf(sql`
    select 'return:' || disbursements.id || ':' || step from generate_series(1, disbursements.return_steps) as step
     union all
    select 'reversal:' || reference from payout_attempts where disbursement_id = disbursements.id`),
)
/** Zero for a loss that came back late. */
export const lost = sql`case when exists (select from payout_attempts where disbursement_id = disbursements.id and late_booked = 'back')
  then '0' else ${orNone(
    sumOf(
      sql`select 'lost:' || disbursement_id || ':' || fund from disbursement_funds where disbursement_id = disbursements.id`,
    ),
  )} end`

/** A transfer that was paid although its payment was made otherwise or cancelled. */
export const lateLoss = sumOf(sql`'late_loss:' || payout_attempts.reference`)

/** Moves between funds, as the ledger has them. */
const moveKey = sql`'move:' || fund_moves.id`
const moveFund = (side: 'debit_account' | 'credit_account') => sql`
  (select split_part(code, ':', 2) from transfers join ledger_accounts on ledger_accounts.id = ${sql.identifier(side)}
    where transfers.key = ${moveKey})`
export const moveAmount = sumOf(moveKey)
export const moveSource = moveFund('debit_account')
export const moveTarget = moveFund('credit_account')
export const moveDay = sql`(select ${dayOf(sql`transfers.occurred_at`)} from transfers where transfers.key = ${moveKey})`

/** The state that the last answer led to, until the payment comes back or is written off. */
export const answer = sql`
  (select case state when 'confirmed' then 'all' when 'disputed' then case confirmations.answer when 'all' then 'part or none' else confirmations.answer end end
     from disbursements where disbursements.id = confirmations.disbursement_id
      and not exists (select from confirmations as later
                       where later.disbursement_id = confirmations.disbursement_id
                         and (later.created_at, later.id) > (confirmations.created_at, confirmations.id)))`

/** The rows that say towards what a gift is counted. */
export const counted = sql`(select sum(amount) from allocations where allocations.donation_id = gift_lots.donation_id)`

/** The payments that have this description. */
export const described = sql`(select count(*) from published_payments where published_payments.row_id = published_rows.id)`
