/** One read for all concurrent callers. */
import { hasRequirement } from './db/reads.ts'

/**
 * Coalesces concurrent reads. Callers that arrive during a read share the next one, which starts after they called, so results are
 * never stale. Who must see a write reads alone.
 * @param read reads the database, outside any transaction, because the result is shared
 */
export function coalesceReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const begin = () => {
    next = undefined
    running = read().finally(() => (running = undefined))
    return running
  }
  return () => {
    if (hasRequirement()) return read()
    if (next) return next
    if (!running) return begin()
    // They get the next read, even if the current one fails.
    next = running.then(begin, begin)
    return next
  }
}
