/**
 * Polls our server for the outcome of a payment until it is known. `verify` makes the server ask the provider; between two verifies
 * the server's own record is read, which a webhook may have settled.
 */
import type { PaymentStatus } from '../../../contract/money/payments.ts'
import { ApiProblem, call } from '../client.ts'
import { sleep } from '../sleep.ts'

const VERIFY_EVERY_MILLISECONDS = 10_000
const TROUBLE_PAUSE_MILLISECONDS = 4_000
/** A transfer may take long; after an hour the server keeps checking, and the receipt or the history shows the outcome. */
const WATCH_MILLISECONDS_MAX = 60 * 60_000
/** After the popup was closed a payment may still succeed: an approval on the phone, a slow bank. */
export const QUIET_WATCH_MILLISECONDS_MAX = 5 * 60_000

export interface PaymentWatch {
  readonly signal: AbortSignal
  /** Called for every status that differs from the one before. */
  readonly onStatus: (status: PaymentStatus) => void
  /** Called once per series of failed calls; the watch continues. */
  readonly onTrouble: (problem: unknown) => void
}

/**
 * @returns how it ended: `known` after a final status, `unknown_here` when the server does not know the reference, `given_up` when
 * nothing changed for too long or the signal was aborted
 */
export async function watchPayment(
  reference: string,
  { signal, onStatus, onTrouble }: PaymentWatch,
): Promise<'known' | 'unknown_here' | 'given_up'> {
  const begun = Date.now()
  let quietSince: number | undefined
  let verified = -Infinity
  let last: PaymentStatus | undefined
  let troubled = false
  while (!signal.aborted) {
    const verify = Date.now() - verified >= VERIFY_EVERY_MILLISECONDS
    try {
      const answer = await ask(reference, verify, signal)
      // Our own record does not have the provider's status: keep the last one while the record is unchanged.
      const status = !verify && answer === 'pending' && last === 'abandoned' ? last : answer
      if (signal.aborted) break
      if (verify) verified = Date.now()
      troubled = false
      if (status !== last) onStatus(status)
      last = status
      if (status !== 'pending' && status !== 'abandoned') return 'known'
      quietSince = status === 'abandoned' ? (quietSince ?? Date.now()) : undefined
      if (isOver(begun, quietSince)) return 'given_up'
      await sleep(pause(Date.now() - begun), signal)
    } catch (problem) {
      if (signal.aborted) break
      if (problem instanceof ApiProblem && problem.code === 'not_found') return 'unknown_here'
      if (!troubled) onTrouble(problem)
      troubled = true
      if (isOver(begun, quietSince)) return 'given_up'
      await sleep(troublePause(problem), signal)
    }
  }
  return 'given_up'
}

async function ask(reference: string, verify: boolean, signal: AbortSignal): Promise<PaymentStatus> {
  const { status } = verify
    ? await call('POST /functions/v1/verify', { body: { reference }, signal })
    : await call('GET /api/payments/:reference', { params: { reference }, signal })
  return status
}

function isOver(begun: number, quietSince: number | undefined): boolean {
  const now = Date.now()
  return (
    now - begun > WATCH_MILLISECONDS_MAX ||
    (quietSince !== undefined && now - quietSince > QUIET_WATCH_MILLISECONDS_MAX)
  )
}

/** Two seconds at first, then slower: most payments settle immediately, and the rest take minutes. */
function pause(elapsed: number): number {
  if (elapsed < 20_000) return 2_000
  if (elapsed < 60_000) return 3_000
  return elapsed < 5 * 60_000 ? 5_000 : 15_000
}

function troublePause(problem: unknown): number {
  const asked = problem instanceof ApiProblem ? problem.retryAfter : undefined
  return asked === undefined ? TROUBLE_PAUSE_MILLISECONDS : asked * 1000
}
