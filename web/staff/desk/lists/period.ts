/** The search and the period of a list, as its address has them. Values that cannot be read are left out. */
import { dayIn, endOf, startOf } from '../../../lib/days.ts'

/** From days to the API's times. The last day is included. */
export function periodOf(given: URLSearchParams): { from?: string; to?: string } {
  const from = dayIn(given.get('from'))
  const to = dayIn(given.get('to'))
  return { ...(from !== undefined && { from: startOf(from) }), ...(to !== undefined && { to: endOf(to) }) }
}

export function searchOf(given: URLSearchParams): { search?: string; from?: string; to?: string } {
  const search = given.get('search') ?? ''
  return { ...(search !== '' && { search }), ...periodOf(given) }
}
