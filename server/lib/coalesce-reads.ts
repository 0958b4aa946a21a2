/** One read for all who ask at once. */

/**
 * Lets everybody who asks meanwhile share the next read. It begins when the one under way has ended, and so after they asked: nobody is
 * told less than was true when they came, however many come.
 * @param read asks the database; outside every transaction, because its answer goes to others too
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
    if (next) return next
    if (!running) return begin()
    // Whatever becomes of the one under way is not theirs.
    next = running.then(begin, begin)
    return next
  }
}
