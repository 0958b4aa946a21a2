/** Refuses bodies that are too large before they are read. */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * Refuses by the declared length, which Node enforces. Only a body without one is counted as it arrives, by Hono's `bodyLimit`. Used
 * for every request, that would wrap each body in a stream, which costs more processor time than many answers.
 */
export function limitBody(bytesMax: number, refuse: (c: Context) => Response): MiddlewareHandler {
  const countBytes = bodyLimit({ maxSize: bytesMax, onError: refuse })
  return async (c, next) => {
    // These have no body.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countBytes(c, next)
    return Number.parseInt(length, 10) > bytesMax ? refuse(c) : next()
  }
}
