/** A kind of entry of the log: the rows that it covers, and its fields. facts.ts lists all of them. */
import { sql, type SQL } from 'drizzle-orm'

export type EntryType =
  | 'gift'
  | 'given_back'
  | 'act'
  | 'award'
  | 'disbursement'
  | 'outcome'
  | 'late_loss'
  | 'confirmation'
  | 'allocation'
  | 'counted'
  | 'share'
  | 'described'
  | 'rows'
  | 'inflow'
  | 'totals'
  | 'correction'
  | 'policy'
  | 'move'
  | 'moved'
  | 'sample'
  | 'sampled'
  | 'sample_answer'

/** A field of an entry, as text, and the column that it comes from. */
export interface FactField {
  readonly name: string
  readonly value: SQL
  readonly column: string
  /** Set if the column belongs to another table than the fact: that table, and the key of its row. */
  readonly of?: { readonly table: string; readonly row: SQL }
  /**
   * The same value as another record has it: the ledger, a proposal that two people decided, or the rows that a sum is made of. A row that
   * was changed before it got its entry differs from it. Null where there is no other record.
   */
  readonly recorded?: SQL
}

/** A kind of row that gets one entry, with values that never change from then on. */
export interface Fact {
  readonly type: EntryType
  /** The table that an auditor is told of. */
  readonly source: string
  /** The table, or a join, that follows `from`. */
  readonly table: SQL
  readonly where: SQL
  /** Whether the entry of such a row can be written already. */
  readonly ready?: SQL
  /** How the outbox names the row (migrations/0030_log_outbox.sql), with the type of that value. Each row has one, in their order. */
  readonly key: SQL
  readonly keyType: 'uuid' | 'bigint' | 'text'
  /** Whether a row is one of those that `keys`, a list of that type, name. By default its key is in the list. */
  readonly named?: (keys: SQL) => SQL
  /** Source of all keys, without looking at each row. By default `table`, of rows without an entry. */
  readonly allKeys?: SQL
  /** The columns that `where` depends on. */
  readonly counts: string
  /** The row that has one entry of this type, or the row in one of its states. */
  readonly subject: SQL
  readonly fields: readonly FactField[]
  /** Everyone can read it. */
  readonly clear?: true
}

/** A field. Its column has the same name by default. */
export const field = (
  name: string,
  value: SQL,
  column = name,
  more: Pick<FactField, 'of' | 'recorded'> = {},
): FactField => ({ name, value, column, ...more })

/** The day of a moment, in UTC. */
export const dayOf = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`
