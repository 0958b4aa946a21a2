/** How the people of a load call a server that may disappear: as pages do, they retry with the same key. */
import { setTimeout as pause } from 'node:timers/promises'
import { call, newKey, type Answer, type CallOptions } from '../../test/processes/client.ts'
import { BROWSER_COOKIE } from '../../test/support/browser-cookie.ts'
import type { StandInProvider } from '../../test/stand-in/start-provider.ts'
import type { Findings } from '../outcome.ts'
import type { Acknowledged } from './acknowledged.ts'

export interface Call extends CallOptions {
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** One call of a server; null where the connection could not be made, or was cut. */
export type Send = (call: Call) => Promise<Answer | null>

export interface Acting {
  readonly send: Send
  readonly provider: StandInProvider
  readonly acknowledged: Acknowledged
  readonly findings: Findings
  /** Whether some people close the page after paying. The product then asks the provider itself, after half a minute. */
  readonly closesTabs: boolean
  /** True once the load ends: no new calls begin. */
  over(): boolean
  /** Answers so far, by status; `cut` where there was none. */
  readonly answers: Map<string, number>
}

const PAUSE_MILLISECONDS = 50
const DECLARED = 'every answer is a declared one, never a 500'
const RETRY_AFTER = 'every 503 says when to retry'

/** An answer that takes longer never comes. A busy machine alone must not reach it. */
const ANSWERED_WITHIN_MILLISECONDS = 60_000

/**
 * Sends calls to the server whose turn it is.
 * @param withinMilliseconds a call without an answer after this time breaks the promise
 */
export function sendTo(
  next: () => string,
  findings: Findings,
  withinMilliseconds = ANSWERED_WITHIN_MILLISECONDS,
): Send {
  const promise = `every call is answered within ${withinMilliseconds / 1000} s`
  return async ({ path, body, headers, ...options }) => {
    try {
      const answer = await call(`${next()}${path}`, body, headers, { withinMilliseconds, ...options })
      findings.check(promise, true, () => path)
      return answer
    } catch (error) {
      const late = error instanceof DOMException && error.name === 'TimeoutError'
      if (late) findings.check(promise, false, () => path)
      // TypeError: fetch could not connect, or the connection was cut.
      else if (!(error instanceof TypeError)) throw error
      return null
    }
  }
}

/** Sends once. A 503 must say when to retry, and every other answer must be declared. */
export async function ask(acting: Acting, asked: Call, expected: readonly number[]): Promise<Answer | null> {
  const answer = await acting.send(asked)
  const status = answer === null ? 'cut' : String(answer.status)
  acting.answers.set(status, (acting.answers.get(status) ?? 0) + 1)
  if (answer === null) {
    // People do not retry immediately.
    await pause(PAUSE_MILLISECONDS)
    return null
  }
  const declared = [...expected, 503]
  // The auth protocol returns 504 when the server cannot answer in time.
  if (asked.path.startsWith('/auth/')) declared.push(504)
  acting.findings.check(DECLARED, declared.includes(answer.status), () => ({ ...asked, headers: {}, answer }))
  if (answer.status === 503)
    acting.findings.check(RETRY_AFTER, /^\d+$/.test(answer.headers.get('retry-after') ?? ''), () => asked.path)
  return answer
}

/**
 * Retries until an answer decides the outcome, or the load is over.
 * @param asked its key is made here, and stays the same
 */
export async function submit(acting: Acting, asked: Call, expected: readonly number[]): Promise<Answer | null> {
  const headers = { 'idempotency-key': newKey(), cookie: BROWSER_COOKIE, ...asked.headers }
  acting.acknowledged.submitted.set(asked.path, (acting.acknowledged.submitted.get(asked.path) ?? 0) + 1)
  while (!acting.over()) {
    const answer = await ask(acting, { ...asked, headers }, [...expected, 409])
    if (answer !== null && expected.includes(answer.status)) return answer
    if (answer?.status === 409 && !isInFlight(answer)) return answer
    await pause(PAUSE_MILLISECONDS)
  }
  return null
}

function isInFlight({ body }: Answer): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'request_in_flight'
}
