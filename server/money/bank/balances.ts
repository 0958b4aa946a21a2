/** Whether the balances that a statement prints explain its lines: an amount read with the wrong sign, or a missing line, shows here. */
import type { Kobo } from '../../../contract/platform/money.ts'

/** A row in the order of the file. A balance brought forward has an amount of zero, a row that cannot be read none. */
export interface Balanced {
  readonly row: number
  readonly day: string | null
  readonly amount: Kobo | null
  /** After this row; null where none is printed. */
  readonly balance: Kobo | null
}

export interface Explained {
  /** Rows whose balance does not follow from the one before and the amounts since. */
  readonly unexplained: readonly number[]
  readonly newestFirst: boolean
  /** The amounts of rows that cannot be read, each the only one between two balances. */
  readonly computed: ReadonlyMap<number, Kobo>
}

/** Checks the rows oldest first and newest first, with a balance a line and with one a day. @returns the reading that explains the most */
export function explainBalances(rows: readonly Balanced[]): Explained {
  const readings = [false, true].flatMap((newestFirst) => {
    const ordered = newestFirst ? rows.toReversed() : rows
    const perDay = keepLastOfDay(ordered)
    return [ordered, ...(perDay ? [perDay] : [])].map((read) => Object.assign(followBalances(read), { newestFirst }))
  })
  return readings.reduce((best, each) => (each.unexplained.length < best.unexplained.length ? each : best))
}

function followBalances(rows: readonly Balanced[]): Omit<Explained, 'newestFirst'> {
  const unexplained: number[] = []
  const computed = new Map<number, Kobo>()
  let before: Kobo | null = null
  let since = 0n
  let unread: number[] = []
  for (const { row, amount, balance } of rows) {
    if (amount === null) unread.push(row)
    since += amount ?? 0n
    if (balance === null) continue
    const rest: Kobo = before === null ? 0n : balance - before - since
    const [only, ...more] = unread
    if (only === undefined && rest !== 0n) unexplained.push(row)
    if (only !== undefined && more.length === 0 && rest !== 0n) computed.set(only, rest)
    before = balance
    since = 0n
    unread = []
  }
  return { unexplained, computed }
}

/** Keeps one balance a day, for banks that print the day's last balance on each of its lines. @returns null of other statements */
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
