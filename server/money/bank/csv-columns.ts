/** Finds the header of a CSV statement and what its columns are, by the names that banks give them. */
import { NO_COLUMNS, STATEMENT_COLUMNS, type StatementColumn } from '../../../contract/money/bank-fields.ts'
import type { ColumnNames } from './statement-file.ts'
import { cleanCell, OddRow, readAmount, readDay } from './values.ts'

/** The header is among the first rows: above it are the account's name, number and period. */
const HEADER_WITHIN_ROWS = 40

/** In this order: a column is given to the first that fits it. */
const NAMES: readonly (readonly [StatementColumn, RegExp])[] = [
  ['date', /^(?:trans(?:action)?|tran|txn|posting|posted|entry)?\.?\s*date(?:\s*\/?\s*time)?$/i],
  [
    'direction',
    /^(?:(?:trans(?:action)?|tran|txn)\.? ?type|type|sign|direction|(?:[cd]r?|credit|debit) ?[/|-] ?(?:[cd]r?|credit|debit)(?: ?indicator)?|crdr|drcr|indicator)$/i,
  ],
  ['status', /^(?:(?:trans(?:action)?|tran|txn|payment)\.? ?)?status$/i],
  ['balance', /(?:after|closing|ledger|running|book).*balance|balance.*after/i],
  ['balance', /^(?!.*(?:before|opening|beginning|previous)).*balance/i],
  ['debit', /debit|withdrawal|money out|paid out|^dr\.?$/i],
  ['credit', /credit|deposit|lodg|money in|paid in|^cr\.?$/i],
  ['amount', /amount/i],
  ['reference', /reference|^ref\b|transaction id|session id|instrument|cheque/i],
  ['description', /narration|description|details|remark|particular|memo/i],
  ['date', /date/i],
]

export interface Header {
  /** Index of the table's header; of a file without one, that of the row above the first line. */
  readonly index: number
  /** Each name once; a column without a name is `Column 3`. */
  readonly names: readonly string[]
}

/** The first row that names the columns; without such a row, the first one with the most cells, unless that is a line. */
export function findHeader(table: readonly string[][], known: ColumnNames | null): Header | null {
  const first = table.slice(0, HEADER_WITHIN_ROWS).map(nameCells)
  const isHeader = (names: readonly string[]) => (known ? hasColumns(names, known) : guessColumns(names) !== null)
  const found = first.findIndex(isHeader)
  if (found >= 0) return { index: found, names: first[found] ?? [] }
  const most = Math.max(0, ...first.map((names) => names.filter((name) => !name.startsWith('Column ')).length))
  const index = first.findIndex((names) => names.length >= most && most >= 3)
  const names = first[index]
  if (!names) return null
  const header = isLine(table[index] ?? [])
    ? { index: index - 1, names: nameCells(names.map(() => '')) }
    : { index, names }
  return !known || hasColumns(header.names, known) ? header : null
}

/** Whether a row reads as a line: with a day and an amount. */
function isLine(cells: readonly string[]): boolean {
  const reads = (read: (cell: string) => unknown) =>
    cells.map((cell) => {
      try {
        return read(cell) !== null
      } catch (error) {
        if (error instanceof OddRow) return false
        throw error
      }
    })
  const days = reads((cell) => readDay(cell))
  return days.includes(true) && reads(readAmount).some((isAmount, index) => isAmount && days[index] !== true)
}

function nameCells(cells: readonly string[]): string[] {
  const names: string[] = []
  for (const [index, cell] of cells.entries()) {
    const name = cleanCell(cell).replaceAll(/\s+/g, ' ').slice(0, 100)
    names.push(name === '' || names.includes(name) ? `Column ${index + 1}` : name)
  }
  return names
}

/** Does the header have every column that was chosen? */
export function hasColumns(names: readonly string[], columns: ColumnNames): boolean {
  return STATEMENT_COLUMNS.every((column) => {
    const name = columns[column]
    return name === null || names.includes(name)
  })
}

/** @returns null unless there are a date, a description, and an amount or a debit and a credit */
export function guessColumns(names: readonly string[]): ColumnNames | null {
  const found: Record<StatementColumn, string | null> = { ...NO_COLUMNS }
  const used = new Set<string>()
  for (const [column, pattern] of NAMES) {
    const name = names.find((each) => !used.has(each) && pattern.test(each))
    if (name === undefined || found[column] !== null) continue
    found[column] = name
    used.add(name)
  }
  const hasBoth = found.debit !== null && found.credit !== null
  const columns = hasBoth ? { ...found, amount: null, direction: null } : found
  return columns.date && columns.description && (hasBoth || columns.amount) ? columns : null
}
