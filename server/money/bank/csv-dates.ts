/** Whether the dates of a CSV file have the day or the month first. The whole column tells it, not one date. */
import { DATE_ORDERS, type DateOrder } from '../../../contract/money/bank-fields.ts'
import { ambiguousParts, OddRow, readDay } from './values.ts'

/** @returns `unclear` where both fit and mean different days; null without such dates */
export function findDateOrder(dates: readonly string[], today: string): DateOrder | 'unclear' | null {
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
