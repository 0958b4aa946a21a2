/** The direction of each row of a CSV file: banks write it in six ways, and the printed balances decide which. */
import { formatNaira, koboToNaira, type Kobo } from '../../../contract/platform/money.ts'
import { explainBalances } from './balances.ts'
import type { ColumnNames, FileLine, RowNote, StatementFile } from './statement-file.ts'

/** A row as it is written, before it is known which way its money went. */
export interface CsvRow {
  readonly row: number
  /** Null of a balance brought forward. */
  readonly day: string | null
  readonly isLine: boolean
  /** The day is that of the row above: some banks print each day once. */
  readonly isDayAbove: boolean
  readonly amount: Kobo | null
  readonly debit: Kobo | null
  readonly credit: Kobo | null
  readonly direction: string
  readonly balance: Kobo | null
  readonly description: string
  readonly reference: string | null
  /** Why it cannot be read; its description is the row as it is written. */
  readonly unread?: string
}

const OUT = /^(?:d|dr|db|deb|out|-)\.?$|debit|withdraw|money out|paid out/i
const IN = /^(?:c|cr|cre|in|\+)\.?$|credit|deposit|lodg|money in|paid in/i

type Sign = (row: CsvRow) => Kobo | null

const size = (amount: Kobo | null) => (amount === null ? 0n : amount < 0n ? -amount : amount)
/** A minus sign in the column of debits says again that it is a debit. */
const absoluteDebit: Sign = ({ debit, credit }) => (credit ?? 0n) - size(debit)
/** A minus sign in the column of debits takes a debit back. */
const signedDebit: Sign = ({ debit, credit }) => (credit ?? 0n) - (debit ?? 0n)
const asWritten: Sign = ({ amount }) => amount
const byDirection: Sign = ({ amount, direction }) => {
  if (OUT.test(direction)) return -size(amount)
  return IN.test(direction) ? size(amount) : null
}

interface Signed extends CsvRow {
  readonly signed: Kobo | null
}

/**
 * Reads which way the money of each row went. Where balances are printed, they must explain each line, or the rows that they do not
 * explain are odd.
 */
export function readSigned(
  rows: readonly CsvRow[],
  columns: ColumnNames,
  leaveOut: boolean,
): Pick<StatementFile, 'lines' | 'odd' | 'leftOut' | 'closing' | 'balancesAgree' | 'mayLeaveOut'> {
  const hasBalances = columns.balance !== null && rows.some(({ isLine, balance }) => isLine && balance !== null)
  const readings = signsFor(rows, columns).map((sign) => {
    const signed = rows.map((row): Signed => ({ ...row, signed: row.isLine ? sign(row) : 0n }))
    return Object.assign(explainBalances(signed.map(toBalanced)), { signed })
  })
  const best = readings.reduce((found, each) => (each.unexplained.length < found.unexplained.length ? each : found))
  const unexplained = new Set(hasBalances ? best.unexplained : [])
  const lines = best.signed.filter((row) => row.isLine)
  const computed = hasBalances ? best.computed : new Map<number, Kobo>()
  const canLeave = ({ row, day, unread }: Signed) => unread !== undefined && day !== null && computed.has(row)
  const odd = lines.flatMap((row): RowNote[] => {
    if (row.unread === undefined) return noteOf(row, { isExplained: !unexplained.has(row.row), hasBalances })
    return leaveOut && canLeave(row) ? [] : [{ row: row.row, why: row.unread }]
  })
  const oddRows = new Set(odd.map(({ row }) => row))
  const taken = lines.filter(({ row }) => !oddRows.has(row))
  return {
    lines: taken.map((row) => toLine(row, computed)),
    odd,
    mayLeaveOut: odd.length > 0 && lines.every((row) => !oddRows.has(row.row) || canLeave(row)),
    leftOut: taken.flatMap(({ row, unread, description }) =>
      unread === undefined
        ? []
        : [{ row, why: `“${description}” cannot be read. By the balances it moved ${formatKobo(computed.get(row))}.` }],
    ),
    closing: hasBalances ? closingOf(lines, best.newestFirst) : null,
    balancesAgree: hasBalances ? unexplained.size === 0 : null,
  }
}

/** The likeliest first: another is taken if it explains more balances. */
function signsFor(rows: readonly CsvRow[], columns: ColumnNames): readonly [Sign, ...Sign[]] {
  if (columns.amount === null) {
    const debits = rows.flatMap(({ debit }) => debit ?? []).filter((debit) => debit !== 0n)
    const isMixed = debits.some((debit) => debit < 0n) && debits.some((debit) => debit > 0n)
    return isMixed ? [signedDebit, absoluteDebit] : [absoluteDebit, signedDebit]
  }
  // A column named Type may hold a kind of payment instead.
  const tells = rows.some(({ direction }) => OUT.test(direction) || IN.test(direction))
  return tells ? [byDirection] : [asWritten]
}

const toBalanced = ({ row, day, signed, balance, unread }: Signed) => {
  return { row, day, amount: unread === undefined ? (signed ?? 0n) : null, balance }
}

const formatKobo = (amount: Kobo = 0n) => formatNaira(koboToNaira(amount))

function noteOf(
  { row, signed, isDayAbove }: Signed,
  { isExplained, hasBalances }: { readonly isExplained: boolean; readonly hasBalances: boolean },
): RowNote[] {
  if (signed === null) return [{ row, why: 'It does not say whether the money came in or went out.' }]
  if (!isExplained) return [{ row, why: 'Its balance does not follow from the one before and the amount.' }]
  return isDayAbove && !hasBalances ? [{ row, why: 'It has an amount and no date.' }] : []
}

function toLine(
  { row, day, signed, description, reference, unread }: Signed,
  computed: ReadonlyMap<number, Kobo>,
): FileLine {
  const line = { row, day: day ?? '', description, reference, bankId: null }
  return unread === undefined
    ? { ...line, amount: signed ?? 0n }
    : { ...line, amount: computed.get(row) ?? 0n, unread: true }
}

/** The balance after the newest line. */
function closingOf(lines: readonly Signed[], newestFirst: boolean): StatementFile['closing'] {
  const printed = lines.filter(({ balance }) => balance !== null)
  const [first, last] = [printed[0], printed.at(-1)]
  const isNewestFirst = first?.day && last?.day && first.day !== last.day ? first.day > last.day : newestFirst
  const newest = isNewestFirst ? first : last
  return newest?.day && newest.balance !== null ? { balance: newest.balance, day: newest.day } : null
}
