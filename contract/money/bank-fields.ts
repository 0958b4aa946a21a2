/** The rules of bank statements that pages share with the server, in a separate file so that pages load no schemas. */

/** A file of a bank is smaller: a line takes about 150 bytes. */
export const STATEMENT_BYTES_MAX = 1_500_000
export const STATEMENT_LINES_MAX = 10_000
/** For the reason of who removes a statement. */
export const REMOVAL_CHARACTERS_MAX = 500
/** The most rows that a preview shows, of each kind. */
export const PREVIEW_ROWS_MAX = 20

export const STATEMENT_FORMATS = ['csv', 'ofx'] as const

/**
 * Columns of a CSV statement. Amounts are either `amount`, with a sign or beside a `direction` (debit or credit), or `debit` and `credit`.
 * `status`: whether the money moved.
 */
export const STATEMENT_COLUMNS = [
  'date',
  'description',
  'reference',
  'amount',
  'direction',
  'debit',
  'credit',
  'balance',
  'status',
] as const
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number]
/** The columns of a statement whose header names none of them. */
export const NO_COLUMNS: Readonly<Record<StatementColumn, null>> = {
  date: null,
  description: null,
  reference: null,
  amount: null,
  direction: null,
  debit: null,
  credit: null,
  balance: null,
  status: null,
}

/** Whether 05/11/2026 is in November or in May. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** For the name of a bank. */
export const BANK_CHARACTERS_MAX = 60
