/** The contents of the log: for each type of entry the rows that it covers, and which of their columns. */
import { sql, type SQL } from 'drizzle-orm'
import { AMOUNT_BANDS } from '../../../contract/proof/proof-fields.ts'
import { dayOf, field, type Fact } from './fact.ts'
import { OUTFLOW_FACTS } from './outflow-facts.ts'
import * as records from './other-records.ts'

/** The amount band of a disbursement, whose exact amount is never shown. */
export const bandOf = (amount: SQL): SQL =>
  sql`case ${sql.join(
    AMOUNT_BANDS.flatMap(({ name, belowKobo }) =>
      belowKobo === null ? [] : [sql`when ${amount} < ${String(belowKobo)}::bigint then ${name}::text`],
    ),
    sql` `,
  )} else ${AMOUNT_BANDS.at(-1)?.name}::text end`

/** How a donor, who holds the code itself, recognises their gift. */
const RECEIPT = sql`encode(donations.receipt_code_hash, 'hex')`

/** The last step of a gift's payment, if any of its refunds and chargebacks was undone. */
const REINSTATED_STEP = sql`(
  select attempt.reversals from payment_attempts as attempt
   where attempt.reference = donations.transaction_reference and attempt.reversals > 0
     and exists (select from generate_series(1, attempt.reversals) as step
                   join transfers on transfers.key = 'reinstatement:' || attempt.reference || ':' || step))`

const DONATION = { table: 'donations', row: sql`donations.id` }
const DISBURSEMENT = { table: 'disbursements', row: sql`disbursements.id` }
const MOVE = { table: 'fund_moves', row: sql`fund_moves.id` }
const LAST_SHARE = { table: 'allocations', row: sql`share.last` }
const DESCRIPTION = { table: 'published_rows', row: sql`published_rows.id` }

/** Rows of one table, each by its id. */
const eachRow = (table: string, keyType: 'uuid' | 'bigint' = 'uuid') => {
  const id = sql.raw(`${table}.id`)
  return { source: table, table: sql.raw(table), key: id, keyType, subject: id }
}

export const FACTS: readonly Fact[] = [
  {
    type: 'gift',
    ...eachRow('donations'),
    where: sql`donations.status in ('success', 'reversed') and donations.paid_at is not null`,
    counts: 'status',
    fields: [
      field('receipt', RECEIPT, 'receipt_code_hash'),
      field('fund', sql`donations.donation_type`, 'donation_type', { recorded: records.giftFund }),
      field('amount', sql`donations.amount`, 'amount', { recorded: records.giftAmount }),
      field('day', dayOf(sql`donations.paid_at`), 'paid_at', { recorded: records.giftDay }),
    ],
  },
  {
    type: 'given_back',
    ...eachRow('donations'),
    where: sql`donations.status in ('success', 'reversed') and (donations.amount_reversed > 0 or ${REINSTATED_STEP} is not null)`,
    // Once the part that was counted is released: the log never counts and refunds the same naira.
    ready: sql`not exists (select from gift_lots where gift_lots.donation_id = donations.id and gift_lots.given_back <> donations.amount_reversed)`,
    counts: 'amount_reversed',
    // Each new sum is a new fact, also one of before that holds again, or nothing.
    subject: sql`donations.id || ':' || donations.amount_reversed || coalesce(':' || ${REINSTATED_STEP}, '')`,
    fields: [
      field('receipt', RECEIPT, 'receipt_code_hash'),
      field('fund', sql`donations.donation_type`, 'donation_type'),
      field('given_back', sql`donations.amount_reversed`, 'amount_reversed', { recorded: records.givenBack }),
    ],
  },
  {
    type: 'award',
    ...eachRow('awards'),
    where: sql`awards.granted_at is not null`,
    counts: 'granted_at',
    fields: [
      field('award', sql`awards.id`, 'id'),
      field('amount', sql`awards.amount`, 'amount', { recorded: records.awardAmount }),
      field('proposed_by', sql`awards.proposed_by`, 'proposed_by', { recorded: records.awardProposedBy }),
      field('granted_by', sql`awards.granted_by`, 'granted_by', { recorded: records.awardGrantedBy }),
      field('day', dayOf(sql`awards.granted_at`), 'granted_at', { recorded: records.awardDay }),
    ],
  },
  {
    type: 'act',
    ...eachRow('act_digests', 'bigint'),
    where: sql`act_digests.digest is not null`,
    counts: 'digest',
    fields: [
      field('act', sql`act_digests.kind`, 'kind'),
      field('row', sql`act_digests.row_id`, 'row_id'),
      field('digest', sql`encode(act_digests.digest, 'hex')`),
    ],
  },
  {
    type: 'disbursement',
    ...eachRow('disbursements'),
    where: sql`disbursements.sent_at is not null`,
    counts: 'sent_at',
    fields: [
      field('disbursement', sql`disbursements.id`, 'id'),
      field('award', sql`disbursements.award_id`, 'award_id'),
      field('way', sql`disbursements.kind`, 'kind', { recorded: records.disbursementWay }),
      field('amount', sql`disbursements.amount`, 'amount', { recorded: records.disbursementAmount }),
      field('day', sql`disbursements.sent_on::text`, 'sent_on'),
      field('proposed_by', sql`disbursements.proposed_by`, 'proposed_by', { recorded: records.disbursementProposedBy }),
      field('released_by', sql`disbursements.released_by`, 'released_by', { recorded: records.disbursementReleasedBy }),
    ],
  },
  {
    type: 'outcome',
    ...eachRow('disbursements'),
    where: sql`disbursements.returned + disbursements.lost > 0`,
    counts: 'returned, lost',
    subject: sql`disbursements.id || ':' || disbursements.returned || ':' || disbursements.lost`,
    fields: [
      field('disbursement', sql`disbursements.id`, 'id'),
      field('returned', sql`disbursements.returned`, 'returned', { recorded: records.returned }),
      field('lost', sql`disbursements.lost`, 'lost', { recorded: records.lost }),
    ],
  },
  {
    type: 'late_loss',
    ...eachRow('payout_attempts'),
    where: sql`payout_attempts.late_booked = 'lost'`,
    counts: 'late_booked',
    fields: [
      field('disbursement', sql`payout_attempts.disbursement_id`, 'disbursement_id'),
      field('amount', sql`payout_attempts.amount`, 'amount', { recorded: records.lateLoss }),
    ],
  },
  {
    type: 'confirmation',
    ...eachRow('confirmations'),
    where: sql`true`,
    counts: 'id',
    fields: [
      field('disbursement', sql`confirmations.disbursement_id`, 'disbursement_id'),
      field('answer', sql`confirmations.answer`, 'answer', { recorded: records.answer }),
      field('how', sql`confirmations.how`),
      field('day', dayOf(sql`confirmations.created_at`), 'created_at'),
    ],
  },
  {
    type: 'allocation',
    source: 'allocations',
    // A row whose references were changed is still a row.
    table: sql`allocations
      left join donations on donations.id = allocations.donation_id
      left join disbursements on disbursements.id = allocations.disbursement_id
      left join awards on awards.id = disbursements.award_id
      left join aid_applications on aid_applications.id = awards.application_id`,
    where: sql`true`,
    key: sql`allocations.id`,
    keyType: 'bigint',
    counts: 'id',
    subject: sql`allocations.id`,
    fields: [
      field('receipt', RECEIPT, 'donation_id'),
      field('fund', sql`donations.donation_type`, 'donation_type', { of: DONATION }),
      field('amount', sql`allocations.amount`),
      field('disbursement', sql`allocations.disbursement_id`, 'disbursement_id'),
      field('kind', sql`aid_applications.application_type`, 'application_type', {
        of: { table: 'aid_applications', row: sql`aid_applications.id` },
      }),
      field('band', bandOf(sql`disbursements.amount`), 'amount', { of: DISBURSEMENT }),
      field('month', sql`to_char(disbursements.sent_on, 'YYYY-MM')`, 'sent_on', { of: DISBURSEMENT }),
    ],
  },
  {
    type: 'counted',
    source: 'gift_lots',
    // From the allocations, of which there are fewer than gifts.
    table: sql`(select donation_id, max(id) as last from allocations group by donation_id) as step
      join gift_lots on gift_lots.donation_id = step.donation_id
      join donations on donations.id = gift_lots.donation_id`,
    where: sql`true`,
    key: sql`step.donation_id`,
    keyType: 'uuid',
    counts: 'spent',
    // Each step is a new fact: what is counted can fall and rise to the same sum again.
    subject: sql`gift_lots.donation_id || ':' || step.last`,
    fields: [
      field('receipt', RECEIPT, 'donation_id'),
      field('fund', sql`gift_lots.fund`),
      field('counted', sql`gift_lots.spent`, 'spent', { recorded: records.counted }),
    ],
  },
  {
    type: 'share',
    source: 'published_payments',
    table: sql`(select allocations.donation_id, published_payments.row_id, sum(allocations.amount) as amount, max(allocations.id) as last
                  from published_payments join allocations on allocations.disbursement_id = published_payments.disbursement_id
                 group by 1, 2) as share
      join donations on donations.id = share.donation_id
      join published_rows on published_rows.id = share.row_id`,
    where: sql`true`,
    key: sql`published_payments.disbursement_id`,
    keyType: 'uuid',
    // A payment's description and its allocations can come in two transactions: each of them names the payment.
    named: (keys) => sql`share.donation_id = any(array(
      select allocations.donation_id from allocations where allocations.disbursement_id = any(${keys})))`,
    allKeys: sql`published_payments`,
    counts: 'row_id',
    subject: sql`share.donation_id || '/' || share.row_id || ':' || share.last`,
    fields: [
      field('receipt', RECEIPT, 'donation_id', { of: LAST_SHARE }),
      // Released again, it stays in the log.
      field('is_counted', sql`share.amount > 0`, 'amount', { of: LAST_SHARE }),
      field('row', sql`share.row_id`, 'row_id'),
      field('period', sql`published_rows.period`, 'period', { of: DESCRIPTION }),
      field('kind', sql`published_rows.kind`, 'kind', { of: DESCRIPTION }),
      field('band', sql`published_rows.band`, 'band', { of: DESCRIPTION }),
    ],
  },
  {
    type: 'described',
    source: 'published_payments',
    table: sql`published_payments`,
    where: sql`true`,
    key: sql`disbursement_id`,
    keyType: 'uuid',
    counts: 'disbursement_id',
    subject: sql`disbursement_id`,
    fields: [field('disbursement', sql`disbursement_id`, 'disbursement_id'), field('row', sql`row_id`, 'row_id')],
  },
  {
    type: 'rows',
    ...eachRow('published_rows', 'bigint'),
    where: sql`true`,
    counts: 'id',
    clear: true,
    fields: [
      field('period', sql`period`),
      field('kind', sql`kind`),
      field('band', sql`band`),
      field('households', sql`households`),
      field('payments', sql`payments`, 'payments', { recorded: records.described }),
      field('confirmed', sql`confirmed`),
    ],
  },
  {
    type: 'inflow',
    source: 'monthly_gifts',
    // The rows of /transparency. Entries of earlier versions counted by the day of payment, and have the sums in their subject.
    table: sql`monthly_gifts`,
    where: sql`given > 0 or refunded <> 0`,
    key: sql`fund || '/' || to_char(month, 'YYYY-MM')`,
    keyType: 'text',
    counts: 'month',
    subject: sql`fund || '/' || to_char(month, 'YYYY-MM')`,
    clear: true,
    fields: [
      field('fund', sql`fund`),
      field('month', sql`to_char(month, 'YYYY-MM')`),
      field('given', sql`given`),
      field('given_back', sql`refunded`, 'refunded'),
    ],
  },
  ...OUTFLOW_FACTS,
  {
    type: 'policy',
    source: 'payout_limits',
    table: sql`payout_limits join proposals on proposals.id = payout_limits.id`,
    where: sql`proposals.state = 'confirmed'`,
    key: sql`payout_limits.id`,
    keyType: 'uuid',
    counts: 'proposals.state',
    subject: sql`payout_limits.id`,
    clear: true,
    fields: [
      field('day', dayOf(sql`proposals.decided_at`), 'decided_at', {
        of: { table: 'proposals', row: sql`proposals.id` },
      }),
      field('second_step_above', sql`second_step_above`),
      field('three_people_above', sql`three_people_above`),
      field('released_a_day_max', sql`released_a_day_max`),
      field('changed_account_hours', sql`changed_account_hours`),
    ],
  },
  {
    type: 'move',
    ...eachRow('fund_moves'),
    where: sql`true`,
    counts: 'id',
    fields: [
      field('move', sql`fund_moves.id`, 'id'),
      field('source', sql`fund_moves.source`, 'source', { recorded: records.moveSource }),
      field('target', sql`fund_moves.target`, 'target', { recorded: records.moveTarget }),
      field('amount', sql`fund_moves.amount`, 'amount', { recorded: records.moveAmount }),
      field('day', dayOf(sql`fund_moves.moved_at`), 'moved_at', { recorded: records.moveDay }),
      field('taken_back_of', sql`fund_moves.taken_back_of`),
    ],
  },
  {
    // Once its amount is public.
    type: 'moved',
    source: 'published_moves',
    table: sql`published_moves join fund_moves on fund_moves.id = published_moves.id`,
    where: sql`true`,
    key: sql`published_moves.id`,
    keyType: 'uuid',
    counts: 'id',
    subject: sql`published_moves.id`,
    clear: true,
    fields: [
      field('source', sql`fund_moves.source`, 'source', { of: MOVE }),
      field('target', sql`fund_moves.target`, 'target', { of: MOVE }),
      field('amount', sql`fund_moves.amount`, 'amount', { of: MOVE }),
      field('day', dayOf(sql`fund_moves.moved_at`), 'moved_at', { of: MOVE }),
      field('taken_back', sql`fund_moves.taken_back_of is not null`, 'taken_back_of', { of: MOVE }),
    ],
  },
]
