/**
 * Bounds the hashing of passwords. Each takes tens of milliseconds of a processor: without a bound, a crowd that signs in would time
 * out together, and everyone else with it. Past a short queue a caller is refused at once.
 */
import { AppError } from '../lib/errors.ts'

/** Two at once leave half of Node's four worker threads to files, names and the rest. */
const RUNNING_MAX = 2
/** How many callers may hash or wait: about two seconds of work. */
const CALLERS_MAX = 48
/** By then the queue has moved on. */
const RETRY_AFTER_SECONDS = 3

let callers = 0
let running = 0
const waiting: (() => void)[] = []

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
export async function whenItsTurn<T>(hash: () => Promise<T>): Promise<T> {
  if (running < RUNNING_MAX) running += 1
  // The one that finished hands its turn over, so the count stays.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await hash()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
