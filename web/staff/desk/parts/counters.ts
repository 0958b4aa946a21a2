/** Counts that the rail shows on every page: each is loaded with the page, and again after something was done. */
import { useCached, useEndpoint } from '../queries.ts'

/** Loads those of every role with each page that contains it. */
export function RailCounters() {
  useEndpoint('GET /api/admin/inbox', {})
  return null
}

/** Loads those of roles that see requests. */
export function DecisionCounter() {
  useEndpoint('GET /api/admin/decision-counts', {})
  return null
}

/** Counts messages, calls, complaints, words and numbers; undefined until they are counted, null where they could not be. */
export const useInbox = () => useCached('GET /api/admin/inbox', {})

/** Counts decisions that wait for the reader, in the same way. */
export const useDecisionCounts = () => useCached('GET /api/admin/decision-counts', {})
