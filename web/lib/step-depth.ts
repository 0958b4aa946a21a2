import { isRecord } from '../api/is-record.ts'

/** How many entries of the history before this one are steps of the form. */
export function depthOf(state: unknown): number {
  return isRecord(state) && typeof state.depth === 'number' ? state.depth : 0
}
