/** Requests that are not here in full: whose sender is slow, or has left. Neither is a fault of ours. */
import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { timeout } from 'hono/timeout'
import { z } from 'zod'

const Bindings = z.object({ incoming: z.object({ complete: z.boolean() }) })

/** In `app.request()` every request is. */
function hasArrived(c: Context): boolean {
  return Bindings.safeParse(c.env).data?.incoming.complete ?? true
}

/** What Node says to whoever reads a body whose sender hung up. */
const Aborted = z.object({ message: z.literal('aborted'), code: z.literal('ECONNRESET') })

/** Whether an error says no more than that the sender left before the request was here. Nobody hears the answer. */
export function clientDisconnected(c: Context, error: unknown): boolean {
  return !hasArrived(c) && Aborted.safeParse(error).success
}

/**
 * Lets an answer take so long and no longer.
 * @throws HTTPException 504 when it is ours that does not come, 408 when the request has not arrived
 */
export function limitTime(milliseconds: number): MiddlewareHandler {
  return timeout(milliseconds, (c) => new HTTPException(hasArrived(c) ? 504 : 408))
}
