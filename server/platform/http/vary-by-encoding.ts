import type { MiddlewareHandler } from 'hono'

/**
 * Sets the header that `compress` would add to the finished answer. Adding it afterwards recreates the answer as a stream, which costs
 * more processor time than most answers.
 */
export const varyByEncoding: MiddlewareHandler = (c, next) => {
  c.header('Vary', 'Accept-Encoding')
  return next()
}
