/** Reads a bank statement from the bytes of a file: CSV or OFX, in the encodings that banks use. */
import { STATEMENT_BYTES_MAX } from '../../../contract/money/bank-fields.ts'
import { readCsvStatement, type KnownFormat } from './csv-statement.ts'
import { isOfx, readOfxStatement } from './ofx-statement.ts'
import { refuseStatement, type FileLine, type RowNote, type StatementFile } from './statement-file.ts'
import { dayInLagos } from '../../platform/lagos-days.ts'
import { KOBO_MAX } from './values.ts'

/** @throws AppError `statement_unreadable` */
export function readStatement(bytes: Uint8Array, known: KnownFormat, now: Date): StatementFile {
  if (bytes.length > STATEMENT_BYTES_MAX) refuseStatement('This file is larger than 1.5 MB. Export a shorter period.')
  const text = decodeText(bytes)
  const today = dayInLagos(now)
  const file = isOfx(text) ? readOfxStatement(text) : readCsvStatement(text, known, today)
  const refused = refuseLines(file.lines, today)
  if (refused.length === 0) return file
  const rows = new Set(refused.map(({ row }) => row))
  return {
    ...file,
    mayLeaveOut: false,
    lines: file.lines.filter(({ row }) => !rows.has(row)),
    odd: [...file.odd, ...refused].toSorted((a, b) => a.row - b.row),
  }
}

/** Refuses lines of days to come, and those whose sum no JSON carries: another column was taken for the amounts. */
function refuseLines(lines: readonly FileLine[], today: string): RowNote[] {
  let moved = 0n
  return lines.flatMap(({ row, day, amount }) => {
    moved += amount < 0n ? -amount : amount
    if (day > today) return [{ row, why: `The date ${day} is in the future.` }]
    return moved > KOBO_MAX ? [{ row, why: 'With the lines above it, it is too large.' }] : []
  })
}

function decodeText(bytes: Uint8Array): string {
  const starts = (...first: number[]) => first.every((byte, index) => bytes[index] === byte)
  if (starts(0x25, 0x50, 0x44, 0x46))
    refuseStatement('This is a PDF. Download the statement from your bank as CSV or OFX.')
  if (starts(0x50, 0x4b) || starts(0xd0, 0xcf, 0x11, 0xe0))
    refuseStatement('This is an Excel workbook. Save it as CSV first.')
  const text = decodeAs(bytes, starts(0xff, 0xfe) ? 'utf-16le' : starts(0xfe, 0xff) ? 'utf-16be' : 'utf-8')
  // Older systems write the code page of Windows.
  const decoded = text ?? decodeAs(bytes, 'windows-1252') ?? ''
  // oxlint-disable-next-line no-control-regex -- it matches them
  if (/[\u0000-\u0008\u000E-\u001F]/.test(decoded)) refuseStatement('This is not a bank statement as CSV or OFX.')
  if (decoded.trim() === '') refuseStatement('This file is empty.')
  return decoded
}

function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
