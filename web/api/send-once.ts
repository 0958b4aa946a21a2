/**
 * Makes a request take effect once, however bad the connection. One Idempotency-Key stands for one intent: while the outcome is
 * unknown, the same input is sent again under the same key, and the server repeats its first reply instead of acting twice.
 */
import { ApiProblem, NetworkFailure } from './client.ts'
import { sleep } from './sleep.ts'

const IN_FLIGHT_TRIES_MAX = 6
const LOST_TRIES_MAX = 2
const LOST_PAUSE_MILLISECONDS = 1_500

/** @returns a sender that remembers the one intent whose outcome is unknown; another input or a reply ends it */
export function createSender<Input, Reply>(
  send: (input: Input, idempotencyKey: string) => Promise<Reply>,
): (input: Input) => Promise<Reply> {
  let open: { readonly input: string; readonly key: string } | undefined

  /** @throws ApiProblem when the server refuses; NetworkFailure when there is no reply, and the intent then stays open */
  return async (input) => {
    const text = JSON.stringify(input)
    const intent = open?.input === text ? open : { input: text, key: newKey() }
    open = intent
    for (let tries = 1; ; tries++) {
      try {
        const reply = await send(input, intent.key)
        open = undefined
        return reply
      } catch (problem) {
        if (!isOutcomeUnknown(problem)) open = undefined
        const pause = pauseBeforeRepeat(problem, tries)
        if (pause === undefined) throw problem
        await sleep(pause)
      }
    }
  }
}

/** No reply, a reply from something between us and the server, or the first request is still being processed. */
function isOutcomeUnknown(problem: unknown): boolean {
  if (problem instanceof NetworkFailure) return true
  return problem instanceof ApiProblem && (problem.code === 'request_in_flight' || problem.code === 'unreadable')
}

function pauseBeforeRepeat(problem: unknown, tries: number): number | undefined {
  if (problem instanceof NetworkFailure) return tries < LOST_TRIES_MAX ? LOST_PAUSE_MILLISECONDS : undefined
  if (!(problem instanceof ApiProblem) || problem.code !== 'request_in_flight') return undefined
  return tries < IN_FLIGHT_TRIES_MAX ? (problem.retryAfter ?? 1) * 1000 : undefined
}

/** 128 random bits. Not randomUUID, which is missing on plain http in a local network. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
