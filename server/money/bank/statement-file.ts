/** A file of a bank, as read. */
import type { DateOrder, STATEMENT_FORMATS, StatementColumn } from '../../../contract/money/bank-fields.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { AppError } from '../../platform/errors.ts'

/** One line of a statement. */
export interface FileLine {
  /** The line's row in the file, as a spreadsheet numbers it; of OFX, its number. */
  readonly row: number
  /** As `2026-12-31`. */
  readonly day: string
  /** In kobo: above zero when it came into the account. */
  readonly amount: Kobo
  readonly description: string
  readonly reference: string | null
  /** The bank's own id of the line. Only OFX has one. */
  readonly bankId: string | null
  /** It could not be read: the balances tell its amount, and the description is the row as it is written. */
  readonly unread?: true
}

export interface RowNote {
  readonly row: number
  readonly why: string
}

/** The columns of a CSV file, by the names in its header. */
export type ColumnNames = Readonly<Record<StatementColumn, string | null>>

export interface StatementFile {
  readonly format: (typeof STATEMENT_FORMATS)[number]
  readonly lines: readonly FileLine[]
  /** Whether every odd row can be left out: it cannot be read, and the balances tell its amount. */
  readonly mayLeaveOut: boolean
  /** The number of the account, where the file names it; `*` for hidden digits. */
  readonly account: string | null
  /** Unreadable rows. A statement with any of them is refused. */
  readonly odd: readonly RowNote[]
  /** Rows that are no transactions: balances brought forward, totals. */
  readonly leftOut: readonly RowNote[]
  /** The closing balance of the statement, and its day. */
  readonly closing: { readonly balance: Kobo; readonly day: string } | null
  /** Whether printed balances explain every line; null where none is printed. */
  readonly balancesAgree: boolean | null
  /** For a CSV file: whether day or month comes first. Null if it makes no difference. */
  readonly dateOrder: DateOrder | 'unclear' | null
  /** The names in the header of a CSV file. */
  readonly header: readonly string[]
  /** Null where the columns of a CSV file have to be chosen first. */
  readonly columns: ColumnNames | null
}

/** @throws AppError `statement_unreadable` */
export function refuseStatement(detail: string): never {
  throw new AppError('statement_unreadable', { detail })
}
