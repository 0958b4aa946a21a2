/** The period of a list: from the days in its address to the API's times. */
import { dayIn, endOf, startOf } from '../../../lib/days.ts'

/** Values that cannot be read are left out. The last day is included. */
export function periodOf(given: URLSearchParams): { from?: string; to?: string } {
  const from = dayIn(given.get('from'))
  const to = dayIn(given.get('to'))
  return { ...(from !== undefined && { from: startOf(from) }), ...(to !== undefined && { to: endOf(to) }) }
}
