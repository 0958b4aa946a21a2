/** Reads a bank's CSV file. Rows above the header, empty rows and totals below the last line are left out. */
import { STATEMENT_LINES_MAX, type DateOrder, DATE_ORDERS } from '../../../contract/money/bank-fields.ts'
import { findHeader, guessColumns, hasColumns, type Header } from './csv-columns.ts'
import { findAccount } from './csv-account.ts'
import { readSigned, type CsvRow } from './csv-signs.ts'
import { readCsvTable } from './csv-table.ts'
import { refuseStatement, type ColumnNames, type RowNote, type StatementFile } from './statement-file.ts'
import { cleanCell, isNaira, OddRow, readAmount, readDay, ambiguousParts } from './values.ts'

const TEXT_CHARACTERS_MAX = 300
/** In place of a date, or of a narration without one. */
const TOTAL = /^\D*\b(?:totals?|balance|summary)\b/i
const STATUSES = {
  moved: /^(?:success(?:ful)?|completed?|posted|settled|approved|paid|processed|cleared|ok)$/i,
  still: /^(?:failed|failure|declined|rejected|cancell?ed|pending|processing|abandoned|error)$/i,
} as const

/** How to read a file: what was chosen for this one, or else what the bank's last file had, where it fits. */
export interface KnownFormat {
  readonly chosen: ColumnNames | null
  readonly remembered: ColumnNames | null
  /** Whether rows that cannot be read are left out, where the balances tell their amounts. */
  readonly leaveOut?: boolean
  readonly dateOrder?: { readonly chosen: DateOrder | null; readonly remembered: DateOrder | null }
}

/**
 * @param today in Lagos: no statement has a later day
 * @throws AppError `statement_unreadable`
 */
export function readCsvStatement(
  text: string,
  { chosen, remembered, dateOrder, leaveOut = false }: KnownFormat,
  today: string,
): StatementFile {
  const table = readCsvTable(text) ?? refuseStatement('A quotation mark in this file is never closed.')
  const known = chosen ?? (remembered && findHeader(table, remembered) ? remembered : null)
  const header =
    findHeader(table, known) ??
    refuseStatement(
      chosen ? 'This file does not have the chosen columns.' : 'This is not a bank statement: it has no columns.',
    )
  refuseOtherCurrency(table, header)
  const guessed = guessColumns(header.names)
  // A balance checks every line, also where the bank's last file had none.
  const columns = chosen ?? (known ? { ...known, balance: known.balance ?? guessed?.balance ?? null } : guessed)
  const none = {
    ...({ format: 'csv', lines: [], odd: [], leftOut: [], closing: null, header: header.names } as const),
    balancesAgree: null,
    dateOrder: null,
    mayLeaveOut: false,
    account: findAccount(table, header),
  }
  if (!columns || !hasColumns(header.names, columns)) return { ...none, columns: null }
  const body = table.slice(header.index + 1)
  if (body.length > STATEMENT_LINES_MAX + 100)
    refuseStatement(`This file has more than ${STATEMENT_LINES_MAX} lines. Export a shorter period.`)
  const cellsOf = cellReader(header, columns)
  const dates = body.map((cells) => cellsOf(cells)('date'))
  const told = findDateOrder(dates, today)
  const order = dateOrder?.chosen ?? (told === 'unclear' ? (dateOrder?.remembered ?? told) : told)
  const { rows, ...notes } = readBody(body, header, { cellsOf, order: order === 'unclear' ? 'day_first' : order })
  const signed = readSigned(rows, columns, leaveOut)
  const leftOut = [...notes.leftOut, ...signed.leftOut].toSorted((a, b) => a.row - b.row)
  return { ...none, columns, dateOrder: order, ...signed, leftOut }
}

type Cell = (column: keyof ColumnNames) => string

const cellReader =
  ({ names }: Header, columns: ColumnNames) =>
  (cells: readonly string[]): Cell =>
  (column) => {
    const name = columns[column]
    return name === null ? '' : cleanCell(cells[names.indexOf(name)] ?? '')
  }

interface Reading {
  readonly cellsOf: (cells: readonly string[]) => Cell
  readonly order: DateOrder | null
}

function readBody(body: readonly string[][], header: Header, { cellsOf, order }: Reading) {
  const rows: CsvRow[] = []
  const leftOut: RowNote[] = []
  let day: string | null = null
  for (const [index, cells] of body.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const row = header.index + 2 + index
    if (cells.every((cell, at) => cell.trim() === '' || cell.trim() === header.names[at])) {
      leftOut.push({ row, why: 'The header again.' })
      continue
    }
    try {
      const read = readRow(cellsOf(cells), row, { order: order ?? 'day_first', day })
      if (typeof read === 'string') leftOut.push({ row, why: read })
      else {
        if (read.isLine) ({ day } = read)
        else leftOut.push({ row, why: 'It is a total or a balance.' })
        rows.push(read)
      }
    } catch (error) {
      if (!(error instanceof OddRow)) throw error
      rows.push(unreadRow(cells, cellsOf(cells), { row, order, day, why: error.message }))
    }
  }
  return { rows, leftOut }
}

/** A row that cannot be read keeps its text; its day and balance are used where they can be read. */
function unreadRow(
  cells: readonly string[],
  cell: Cell,
  { row, order, day, why }: { row: number; order: DateOrder | null; day: string | null; why: string },
): CsvRow {
  const tryRead = <Read>(read: () => Read) => {
    try {
      return read()
    } catch (error) {
      if (error instanceof OddRow) return null
      throw error
    }
  }
  return {
    row,
    day: tryRead(() => readDay(cell('date'), order ?? 'day_first')) ?? day,
    isLine: true,
    isDayAbove: false,
    amount: null,
    debit: null,
    credit: null,
    direction: '',
    balance: tryRead(() => readBalance(cell)),
    description: cells
      .map((each) => each.trim())
      .join(' | ')
      .slice(0, TEXT_CHARACTERS_MAX),
    reference: null,
    unread: why,
  }
}

/** @returns why the row is no line and says nothing about a balance either */
function readRow(
  cell: Cell,
  row: number,
  { order, day: dayAbove }: { readonly order: DateOrder; readonly day: string | null },
): CsvRow | string {
  const date = cell('date')
  const status = cell('status')
  if (STATUSES.still.test(status)) return `No money moved: ${status}.`
  if (status !== '' && !STATUSES.moved.test(status)) throw new OddRow(`“${status}” does not say whether money moved.`)
  const amounts = {
    amount: readAmount(cell('amount')),
    debit: readAmount(cell('debit')),
    credit: readAmount(cell('credit')),
  }
  const { amount, debit, credit } = amounts
  const isTotal =
    TOTAL.test(date) || (date === '' && (TOTAL.test(cell('description')) || (Boolean(debit) && Boolean(credit))))
  const hasAmount = [amount, debit, credit].some(Boolean)
  const text = cell('description').replaceAll(/\s+/g, ' ').slice(0, TEXT_CHARACTERS_MAX)
  const reference = cell('reference').slice(0, TEXT_CHARACTERS_MAX)
  const shared = { row, ...amounts, direction: cell('direction'), description: text, reference: reference || null }
  if (isTotal || !hasAmount) {
    const balance = isTotal ? null : readBalance(cell)
    // An opening balance is where the first line begins; a total is not.
    return balance === null
      ? isTotal
        ? 'It is a total or a balance.'
        : 'It has no amount.'
      : { ...shared, day: null, isLine: false, isDayAbove: false, balance }
  }
  if (debit && credit) throw new OddRow('It has both a debit and a credit.')
  if (date === '' && dayAbove === null) throw new OddRow('It has an amount and no date.')
  const day = date === '' ? dayAbove : readDay(date, order)
  return { ...shared, day, isLine: true, isDayAbove: date === '', balance: readBalance(cell) }
}

const readBalance = (cell: Cell) => readAmount(cell('balance'))

const CURRENCY = /^(?:account )?(?:currency|ccy)(?: code)?\s*:?\s*(.*)$/i

/** A column or a line above the header may name the currency. */
function refuseOtherCurrency(table: readonly string[][], { index, names }: Header): void {
  const named = table.slice(0, Math.max(index, 0)).flatMap((cells) =>
    cells.flatMap((cell, at) => {
      const [, code] = CURRENCY.exec(cell.trim()) ?? []
      return code === undefined ? [] : [code === '' ? (cells[at + 1] ?? '') : code]
    }),
  )
  const column = names.findIndex((name) => CURRENCY.test(name))
  const inRows = column < 0 ? [] : table.slice(index + 1).map((cells) => cells[column] ?? '')
  const other = [...named, ...inRows].find((code) => code.trim() !== '' && !isNaira(code) && code.trim().length <= 20)
  if (other !== undefined) refuseStatement(`This statement is in ${other.trim()}, not in naira.`)
}

/** @returns `unclear` where both fit and mean different days; null without such dates */
function findDateOrder(dates: readonly string[], today: string): DateOrder | 'unclear' | null {
  const numbers = dates.map(ambiguousParts).filter((parts) => parts !== null)
  if (numbers.length === 0) return null
  if (numbers.some(([first]) => first > 12)) return 'day_first'
  if (numbers.some(([, second]) => second > 12)) return 'month_first'
  const ambiguous = dates.filter((date) => ambiguousParts(date) !== null)
  if (numbers.every(([first, second]) => first === second)) return 'day_first'
  const fitting = DATE_ORDERS.filter((order) => isPlausible(ambiguous, order, today))
  return fitting.length === 1 ? (fitting[0] ?? null) : 'unclear'
}

/** A statement is in the order of its days, one way or the other, and none is in the future. */
function isPlausible(dates: readonly string[], order: DateOrder, today: string): boolean {
  const days = dates.flatMap((date) => {
    try {
      return [readDay(date, order)]
    } catch (error) {
      if (error instanceof OddRow) return []
      throw error
    }
  })
  const later = (a = '', b = '') => a <= b
  const ordered = (compare: (a?: string, b?: string) => boolean) =>
    days.every((day, index) => index === 0 || compare(days[index - 1], day))
  return days.every((day) => day <= today) && (ordered(later) || ordered((a, b) => later(b, a)))
}
