/** The acts of paying out that leave a digest, and all acts that do. */
import { sql } from 'drizzle-orm'
import { at, columns, OF_INSTANCE, type Act } from '../../record/audit/act-digests.ts'
import { CLOSING } from '../../money/differences/closings.ts'
import { PAYEE, PAYEE_CHECK } from '../payees/acts.ts'

const FUNDS = sql`(select jsonb_agg(jsonb_build_array(fund, amount::text) order by place) from award_funds where award_id = award.id)`
const REQUEST = sql`join aid_applications as request on request.id = award.application_id join users as applicant on applicant.id = request.user_id`
const OF_AWARD = sql`join awards as award on award.id = acted.award_id ${REQUEST}`
const OF_PAYMENT = sql`join disbursements as payment on payment.id = acted.disbursement_id
  join awards as award on award.id = payment.award_id ${REQUEST}`
/** A request that moved can be about a former owner, who has closed their account since. */
const OF_REQUEST = {
  person: sql`applicant.id`,
  open: sql`applicant.closed_at is null`,
  erased: sql`(request.erased_at is not null or (request.owned_since is not null
    and exists (select from users where users.id = newest.person and closed_at is not null)))`,
}

export const AWARD: Act = {
  name: 'award',
  table: 'awards',
  from: sql`awards as acted join awards as award on award.id = acted.id ${REQUEST}`,
  where: sql`true`,
  covers: sql`${columns('application_id', 'amount', 'proposed_by')}, ${at('proposed_at')}, request.application_type, request.amount_requested::text, ${FUNDS}`,
  ...OF_REQUEST,
}

export const PAYMENT: Act = {
  name: 'payment',
  table: 'disbursements',
  from: sql`disbursements as acted ${OF_AWARD} left join payees as payee on payee.id = acted.payee_id`,
  where: sql`true`,
  covers: sql`request.id, award.id, award.amount::text, ${FUNDS}, ${columns('kind', 'amount', 'item', 'proposed_by')}, ${at('proposed_at')},
    payee.id, encode(payee.account_hmac, 'hex'), payee.bank_code, payee.account_ending, payee.recipient_code`,
  ...OF_REQUEST,
}

export const HAND_OVER: Act = {
  name: 'hand_over',
  table: 'disbursements',
  from: sql`disbursements as acted ${OF_AWARD}`,
  where: sql`acted.kind <> 'bank' and acted.sent_at is not null`,
  covers: sql`${columns('sent_on', 'sent_by', 'holder')}, ${at('sent_at')},
    (select jsonb_agg(encode(sha256, 'hex') order by sha256) from disbursement_evidence where disbursement_id = acted.id)`,
  ...OF_REQUEST,
}

export const ATTEMPT: Act = {
  name: 'attempt',
  table: 'payout_attempts',
  from: sql`payout_attempts as acted ${OF_PAYMENT}`,
  where: sql`true`,
  covers: sql`${columns('disbursement_id', 'reference', 'amount', 'recipient_code', 'started_by')}, ${at('created_at')}`,
  ...OF_REQUEST,
}

export const CONFIRMATION: Act = {
  name: 'confirmation',
  table: 'confirmations',
  from: sql`confirmations as acted ${OF_PAYMENT}`,
  where: sql`true`,
  covers: sql`${columns('disbursement_id', 'answer', 'how', 'recorded_by')}, ${at('created_at')}`,
  ...OF_REQUEST,
}

export const CASH: Act = {
  name: 'cash',
  table: 'cash_movements',
  from: sql`cash_movements as acted`,
  where: sql`true`,
  covers: sql`${columns('holder', 'direction', 'amount', 'moved_on', 'recorded_by')}, ${at('created_at')}`,
  ...OF_INSTANCE,
}

export const COUNT: Act = {
  name: 'count',
  table: 'cash_counts',
  from: sql`cash_counts as acted`,
  where: sql`true`,
  covers: sql`${columns('holder', 'counted', 'booked', 'recorded_by')}, ${at('created_at')}`,
  ...OF_INSTANCE,
}

export const ACTS: readonly Act[] = [
  AWARD,
  PAYMENT,
  PAYEE,
  PAYEE_CHECK,
  HAND_OVER,
  ATTEMPT,
  CONFIRMATION,
  CASH,
  COUNT,
  CLOSING,
]
