/** Whether the balances that a statement prints explain its lines: an amount read with the wrong sign, or a missing line, shows here. */
import type { Kobo } from '../../contract/money.ts'

/** A row in the order of the file. A balance brought forward has an amount of zero. */
export interface Balanced {
  readonly row: number
  readonly day: string | null
  readonly amount: Kobo
  /** After this row; null where none is printed. */
  readonly balance: Kobo | null
}

export interface Explained {
  /** Rows whose balance does not follow from the one before and the amounts since. */
  readonly unexplained: readonly number[]
  readonly newestFirst: boolean
}

/** Checks the rows oldest first and newest first, with a balance a line and with one a day. @returns the reading that explains the most */
export function explainBalances(rows: readonly Balanced[]): Explained {
  const readings = [false, true].flatMap((newestFirst) => {
    const ordered = newestFirst ? rows.toReversed() : rows
    const perDay = keepLastOfDay(ordered)
    return [ordered, ...(perDay ? [perDay] : [])].map((read) => ({ unexplained: findUnexplained(read), newestFirst }))
  })
  return readings.reduce((best, each) => (each.unexplained.length < best.unexplained.length ? each : best))
}

function findUnexplained(rows: readonly Balanced[]): number[] {
  const unexplained: number[] = []
  let before: Kobo | null = null
  let since = 0n
  for (const { row, amount, balance } of rows) {
    since += amount
    if (balance === null) continue
    if (before !== null && before + since !== balance) unexplained.push(row)
    before = balance
    since = 0n
  }
  return unexplained
}

/** Of a bank that prints the day's last balance on each of its lines: that balance once. @returns null of other statements */
function keepLastOfDay(rows: readonly Balanced[]): Balanced[] | null {
  const next = (index: number) => rows[index + 1]
  const repeats = rows.some((row, index) => row.day !== null && row.day === next(index)?.day)
  const isSame = rows.every((row, index) => {
    const following = next(index)
    return row.day === null || row.day !== following?.day || row.balance === following.balance
  })
  if (!repeats || !isSame) return null
  return rows.map((row, index) => (row.day !== null && row.day === next(index)?.day ? { ...row, balance: null } : row))
}
