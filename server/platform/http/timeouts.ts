/** Time limits, and requests whose client is slow or has disconnected, which is not a fault of ours. */
import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { timeout } from 'hono/timeout'
import { z } from 'zod'

const Bindings = z.object({ incoming: z.object({ complete: z.boolean() }) })

/** Always true in `app.request()`. */
function hasArrived(c: Context): boolean {
  return Bindings.safeParse(c.env).data?.incoming.complete ?? true
}

/** Node's error for reading a body after the client has disconnected. */
const Aborted = z.object({ message: z.literal('aborted'), code: z.literal('ECONNRESET') })

/** Whether an error only means that the client disconnected before the request was complete. */
export function clientDisconnected(c: Context, error: unknown): boolean {
  return !hasArrived(c) && Aborted.safeParse(error).success
}

/**
 * Limits the time for an answer.
 * @throws HTTPException 504 when we did not finish in time, 408 when the request did not arrive in time
 */
export function limitTime(milliseconds: number): MiddlewareHandler {
  return timeout(milliseconds, (c) =>
    hasArrived(c)
      ? new HTTPException(504, { message: 'The answer was not ready in time.' })
      : new HTTPException(408, { message: 'The request did not arrive in time.' }),
  )
}
