/** Bodies that are too large are refused before anybody reads them. */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * Refuses a larger body by the length that the request says, of which Node lets through no byte more; one that says none is counted as it
 * comes. Hono's own does both, and looks at the body of every request: for that it makes the request anew with a stream, which costs
 * more processor time than many answers.
 */
export function limitBody(bytesMax: number, refuse: (c: Context) => Response): MiddlewareHandler {
  const countBytes = bodyLimit({ maxSize: bytesMax, onError: refuse })
  return async (c, next) => {
    // These have none.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countBytes(c, next)
    return Number.parseInt(length, 10) > bytesMax ? refuse(c) : next()
  }
}
