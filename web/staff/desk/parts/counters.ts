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

/** Counts messages that no one has answered; undefined until they are counted. */
export const useUnanswered = () => useInbox()?.unanswered

/** The same, with those that no one has opened who answers messages, the calls that applicants asked for, and the open complaints. */
export const useInbox = () => useCached('GET /api/admin/inbox', {})

/** Counts decisions that wait for the reader; undefined until they are counted. */
export const useWaitingDecisions = () => useCached('GET /api/admin/decision-counts', {})?.waiting
