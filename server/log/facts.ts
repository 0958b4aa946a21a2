/** What goes into the log: for each type of entry the rows that it covers, and which of their columns. */
import { sql, type SQL } from 'drizzle-orm'

export type EntryType = 'gift' | 'given_back' | 'award' | 'disbursement' | 'outcome' | 'confirmation'

/** A field of an entry, as text, and the column that it comes from. */
export interface FactField {
  readonly name: string
  readonly value: SQL
  readonly column: string
}

/** A kind of row that gets one entry, with values that never change from then on. */
export interface Fact {
  readonly type: EntryType
  /** The table that an auditor is told of. */
  readonly source: string
  /** Names the row in its table. */
  readonly row: SQL
  /** That table, or a join: what follows `from`. */
  readonly table: SQL
  readonly where: SQL
  /** What has one entry of this type: the row, or the row in one of its states. */
  readonly subject: SQL
  readonly fields: readonly FactField[]
}

const field = (name: string, value: SQL, column = name): FactField => ({ name, value, column })

const dayOf = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`

/** How a donor, who holds the code itself, recognises their gift. */
const RECEIPT = sql`encode(donations.receipt_code_hash, 'hex')`

export const FACTS: readonly Fact[] = [
  {
    type: 'gift',
    source: 'donations',
    row: sql`donations.id`,
    table: sql`donations`,
    where: sql`donations.status in ('success', 'reversed') and donations.paid_at is not null`,
    subject: sql`donations.id`,
    fields: [
      field('receipt', RECEIPT, 'receipt_code_hash'),
      field('fund', sql`donations.donation_type`, 'donation_type'),
      field('amount', sql`donations.amount`),
      field('day', dayOf(sql`donations.paid_at`), 'paid_at'),
    ],
  },
  {
    type: 'given_back',
    source: 'donations',
    row: sql`donations.id`,
    table: sql`donations`,
    where: sql`donations.status in ('success', 'reversed') and donations.amount_reversed > 0`,
    // Each new sum is a new fact.
    subject: sql`donations.id || ':' || donations.amount_reversed`,
    fields: [
      field('receipt', RECEIPT, 'receipt_code_hash'),
      field('fund', sql`donations.donation_type`, 'donation_type'),
      field('given_back', sql`donations.amount_reversed`, 'amount_reversed'),
    ],
  },
  {
    type: 'award',
    source: 'awards',
    row: sql`awards.id`,
    table: sql`awards`,
    where: sql`awards.granted_at is not null`,
    subject: sql`awards.id`,
    fields: [
      field('award', sql`awards.id`, 'id'),
      field('amount', sql`awards.amount`),
      field('proposed_by', sql`awards.proposed_by`),
      field('granted_by', sql`awards.granted_by`),
      field('day', dayOf(sql`awards.granted_at`), 'granted_at'),
    ],
  },
  {
    type: 'disbursement',
    source: 'disbursements',
    row: sql`disbursements.id`,
    table: sql`disbursements`,
    where: sql`disbursements.sent_at is not null`,
    subject: sql`disbursements.id`,
    fields: [
      field('disbursement', sql`disbursements.id`, 'id'),
      field('award', sql`disbursements.award_id`, 'award_id'),
      field('way', sql`disbursements.kind`, 'kind'),
      field('amount', sql`disbursements.amount`),
      field('day', sql`disbursements.sent_on::text`, 'sent_on'),
      field('proposed_by', sql`disbursements.proposed_by`),
      field('released_by', sql`disbursements.released_by`),
    ],
  },
  {
    type: 'outcome',
    source: 'disbursements',
    row: sql`disbursements.id`,
    table: sql`disbursements`,
    where: sql`disbursements.returned + disbursements.lost > 0`,
    subject: sql`disbursements.id || ':' || disbursements.returned || ':' || disbursements.lost`,
    fields: [
      field('disbursement', sql`disbursements.id`, 'id'),
      field('returned', sql`disbursements.returned`),
      field('lost', sql`disbursements.lost`),
    ],
  },
  {
    type: 'confirmation',
    source: 'confirmations',
    row: sql`confirmations.id`,
    table: sql`confirmations`,
    where: sql`true`,
    subject: sql`confirmations.id`,
    fields: [
      field('disbursement', sql`confirmations.disbursement_id`, 'disbursement_id'),
      field('answer', sql`confirmations.answer`),
      field('how', sql`confirmations.how`),
      field('day', dayOf(sql`confirmations.created_at`), 'created_at'),
    ],
  },
]
