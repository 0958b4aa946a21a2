/** Plays the fault that a switch asks for around one call of the API. */
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { z } from 'zod'
import { minutes } from '../server/platform/clock.ts'
import type { Provider } from './provider.ts'
import type { CallFault, Operation } from './switches.ts'

const Bindings = z.object({ incoming: z.object({ socket: z.instanceof(Socket) }) })

/** Does the work of a call, unless a switch says that it fails; then the work is done only with `after`. */
export async function withFault(
  provider: Provider,
  c: Context,
  operation: Operation,
  reference: string | null,
  work: () => Promise<Response>,
): Promise<Response> {
  const fault = provider.switches.takeFault(operation, reference)
  if (!fault) return work()
  const answer = fault.after ? await work() : null
  if (fault.fault !== 'slow') return play(c, fault)
  await sleep(fault.milliseconds, undefined, { ref: false })
  return answer ?? work()
}

async function play(c: Context, fault: CallFault): Promise<Response> {
  switch (fault.fault) {
    case 'error_500':
      return c.json({ status: false, message: 'An error occurred' }, 500)
    case 'rate_limited':
      c.header('Retry-After', String(fault.retryAfterSeconds))
      return c.json({ status: false, message: 'Too many requests. Please try again later.' }, 429)
    case 'garbage':
      return c.body('{"status":true,"message":"Verification succ', 200, { 'content-type': 'application/json' })
    case 'refused':
      return c.json({ status: false, message: 'Integration has been deactivated' }, 400)
    case 'feature_unavailable':
      return c.json(
        {
          status: false,
          message: 'This feature is not available for your business',
          type: 'api_error',
          code: 'feature_unavailable',
        },
        403,
      )
    case 'html':
      return c.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 502)
    case 'closed':
      Bindings.safeParse(c.env).data?.incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    case 'no_answer':
    case 'slow':
      await untilTheCallerLeaves(c.req.raw.signal)
      return RESPONSE_ALREADY_SENT
  }
}

/** Bounded, so that a test that forgets to hang up does not leave a call open for ever. */
async function untilTheCallerLeaves(signal: AbortSignal): Promise<void> {
  await sleep(minutes(5), undefined, { signal, ref: false }).catch(() => undefined)
}
