/** A kind of entry of the log: the rows that it covers, and its fields. facts.ts lists all of them. */
import { sql, type SQL } from 'drizzle-orm'

export type EntryType =
  | 'gift'
  | 'given_back'
  | 'award'
  | 'disbursement'
  | 'outcome'
  | 'confirmation'
  | 'allocation'
  | 'counted'
  | 'share'
  | 'rows'
  | 'inflow'
  | 'totals'
  | 'policy'
  | 'sample'
  | 'sampled'
  | 'sample_answer'

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
  /** That table, or a join: what follows `from`. */
  readonly table: SQL
  readonly where: SQL
  /** The columns that `where` depends on. */
  readonly counts: string
  /** What has one entry of this type: the row, or the row in one of its states. */
  readonly subject: SQL
  readonly fields: readonly FactField[]
  /** Everyone can read it. */
  readonly clear?: true
}

/** A field. Its column has the same name by default. */
export const field = (name: string, value: SQL, column = name): FactField => ({ name, value, column })

/** The day of a moment, in UTC. */
export const dayOf = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`
