/** Reads a bank's CSV file. Rows above the header, empty rows and totals below the last line are left out. */
import { STATEMENT_LINES_MAX } from '../../contract/bank-fields.ts'
import type { Kobo } from '../../contract/money.ts'
import { findHeader, guessColumns, hasColumns, type Header } from './csv-columns.ts'
import { readCsvTable } from './csv-table.ts'
import { refuseStatement, type ColumnNames, type FileLine, type RowNote, type StatementFile } from './statement-file.ts'
import { isNaira, OddRow, readAmount, readDay } from './values.ts'

const TEXT_CHARACTERS_MAX = 300
/** In place of a date. */
const TOTAL = /^\D*\b(?:totals?|balance)\b/i

interface CsvLine extends FileLine {
  balance: Kobo | null
}

/** Which columns to read: those that were chosen for this file, or else those of the bank's last file, where it has them. */
export interface KnownColumns {
  readonly chosen: ColumnNames | null
  readonly remembered: ColumnNames | null
}

/** @throws AppError `statement_unreadable` */
export function readCsvStatement(text: string, { chosen, remembered }: KnownColumns): StatementFile {
  const table = readCsvTable(text) ?? refuseStatement('A quotation mark in this file is never closed.')
  const known = chosen ?? (remembered && findHeader(table, remembered) ? remembered : null)
  const header =
    findHeader(table, known) ??
    refuseStatement(
      chosen ? 'This file does not have the chosen columns.' : 'This is not a bank statement: it has no columns.',
    )
  refuseOtherCurrency(table, header)
  const columns = known ?? guessColumns(header.names)
  const none = { format: 'csv', lines: [], odd: [], leftOut: [], closing: null, header: header.names } as const
  if (!columns || !hasColumns(header.names, columns)) return { ...none, columns: null }
  const body = table.slice(header.index + 1)
  if (body.length > STATEMENT_LINES_MAX + 100)
    refuseStatement(`This file has more than ${STATEMENT_LINES_MAX} lines. Export a shorter period.`)
  return { ...none, columns, ...readBody(body, header, columns) }
}

function readBody(body: readonly string[][], header: Header, columns: ColumnNames) {
  const lines: CsvLine[] = []
  const leftOut: RowNote[] = []
  const odd: RowNote[] = []
  const undated: RowNote[] = []
  for (const [index, cells] of body.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const row = header.index + 2 + index
    if (cells.every((cell, at) => cell.trim() === '' || cell.trim() === header.names[at])) {
      leftOut.push({ row, why: 'The header again.' })
      continue
    }
    try {
      const read = readRow(cells, row, header, columns)
      if (read === 'no amount') leftOut.push({ row, why: 'It has no amount.' })
      else if (read === 'a total') leftOut.push({ row, why: 'It is a total or a balance.' })
      else if (read === 'no date') undated.push({ row, why: 'It has an amount and no date.' })
      else {
        // Without a date, but above a line that has one: not a total.
        odd.push(...undated.splice(0))
        lines.push(read)
      }
    } catch (error) {
      if (!(error instanceof OddRow)) throw error
      odd.push({ row, why: error.message })
    }
  }
  return { lines, odd, leftOut: [...leftOut, ...undated], closing: closingOf(lines) }
}

function readRow(cells: readonly string[], row: number, { names }: Header, columns: ColumnNames) {
  const cell = (name: string | null) => (name === null ? '' : (cells[names.indexOf(name)] ?? '').trim())
  const date = cell(columns.date)
  if (TOTAL.test(date)) return 'a total'
  if (date === '') return amountOf(cell, columns, true) === null ? 'no amount' : 'no date'
  const amount = amountOf(cell, columns, false)
  if (amount === null) return 'no amount'
  const reference = cell(columns.reference).slice(0, TEXT_CHARACTERS_MAX)
  return {
    row,
    day: readDay(date),
    amount,
    description: cell(columns.description).replaceAll(/\s+/g, ' ').slice(0, TEXT_CHARACTERS_MAX),
    reference: reference === '' ? null : reference,
    bankId: null,
    balance: columns.balance === null ? null : readAmount(cell(columns.balance)),
  }
}

/**
 * @param isTotal a row of totals may have both a debit and a credit
 * @returns null where both cells are empty or zero
 */
function amountOf(cell: (name: string | null) => string, columns: ColumnNames, isTotal: boolean): Kobo | null {
  if (columns.amount !== null) return readAmount(cell(columns.amount)) || null
  const debit = readAmount(cell(columns.debit)) ?? 0n
  const credit = readAmount(cell(columns.credit)) ?? 0n
  if (debit !== 0n && credit !== 0n && !isTotal) throw new OddRow('It has both a debit and a credit.')
  // Some banks write a minus sign into the column of debits as well.
  return credit - (debit < 0n ? -debit : debit) || null
}

/** The balance after the newest line, which is the first or the last of its day. */
function closingOf(lines: readonly CsvLine[]): StatementFile['closing'] {
  const [first] = lines
  const last = lines.at(-1)
  const newest = first && last && first.day > last.day ? first : last
  return newest && newest.balance !== null ? { balance: newest.balance, day: newest.day } : null
}

const CURRENCY = /^(?:account )?(?:currency|ccy)(?: code)?\s*:?\s*(.*)$/i

/** A column or a line above the header may name the currency. */
function refuseOtherCurrency(table: readonly string[][], { index, names }: Header): void {
  const named = table.slice(0, index).flatMap((cells) =>
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
