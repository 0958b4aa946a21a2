/**
 * Bounds the hashing of passwords. Each takes tens of milliseconds of a processor: without a bound, a crowd that signs in would time
 * out together, and everyone else with it. Past a short queue a caller is refused at once.
 */
import { AppError } from '../../platform/errors.ts'
import { createTurns } from '../../platform/turns.ts'

/** Two at once leave half of Node's four worker threads to files, names and the rest. */
const RUNNING_MAX = 2
/** How many callers may hash or wait: about two seconds of work. */
const CALLERS_MAX = 48
/** By then the queue has moved on. */
const RETRY_AFTER_SECONDS = 3

let callers = 0

/**
 * Admits a caller that will hash, before it causes any other work.
 * @throws AppError `busy` when the queue is full
 */
export async function withHashingPlace<T>(work: () => Promise<T>): Promise<T> {
  if (callers >= CALLERS_MAX) throw new AppError('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  callers += 1
  try {
    return await work()
  } finally {
    callers -= 1
  }
}

/** Runs one hash when it is its turn. */
export const whenItsTurn = createTurns(RUNNING_MAX)
