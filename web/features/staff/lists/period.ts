/** The days between which a list is asked for, as its address names them and as the API takes them. */
import { dayIn, endOf, startOf } from '../../../lib/days.ts'

/** What cannot be read counts as nothing. The last day is part of it. */
export function periodOf(given: URLSearchParams): { from?: string; to?: string } {
  const from = dayIn(given.get('from'))
  const to = dayIn(given.get('to'))
  return { ...(from !== undefined && { from: startOf(from) }), ...(to !== undefined && { to: endOf(to) }) }
}
