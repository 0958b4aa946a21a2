/**
 * The kernel of the three protocols (our API, accounts, storage): a route for each declared call. A protocol says how a
 * request is read, how an answer is written and how an error is answered; the rest happens here.
 */
import { Hono, type Context } from 'hono'
import type { z } from 'zod'
import { invariant } from '../errors.ts'
import { limitBody } from './body-limit.ts'

/** The output of a schema; undefined if a call declares none. */
export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

export interface Protocol<Declaration, Request, Result = unknown> {
  /** Stands before each path in logs and metrics. */
  readonly prefix: string
  /** Infinity where the handler reads the body as a stream. */
  readonly bodyBytesMax: (declaration: Declaration) => number
  /** Throws the protocol's refusal for a body that is too large. */
  readonly refuseBody: () => never
  /** Checks the guard, the input and the rate limit, in the protocol's own order. */
  readonly read: (declaration: Declaration, c: Context) => Promise<Request>
  readonly reply: (declaration: Declaration, c: Context, result: Result) => Response | Promise<Response>
}

/**
 * Adds a route for each declaration.
 * @param routes where they are added: middleware and `onError` belong to the protocol
 * @returns the methods that each path answers
 */
export function serveCalls<Declaration, Request, Result>(
  routes: Hono,
  protocol: Protocol<Declaration, Request, Result>,
  declarations: Readonly<Record<string, Declaration>>,
  handlers: Readonly<Record<string, (request: Request) => Promise<Result> | Result>>,
): ReadonlyMap<string, readonly string[]> {
  const methodsByPath = new Map<string, string[]>()
  for (const [key, declaration] of Object.entries(declarations)) {
    const [method = '', path = ''] = key.split(' ')
    const handler = handlers[key]
    invariant(handler, `${key} has no handler`)
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method])
    const bytesMax = protocol.bodyBytesMax(declaration)
    if (Number.isFinite(bytesMax)) routes.on(method, path, limitBody(bytesMax, protocol.refuseBody))
    routes.on(method, path, async (c) => {
      c.set('route', `${protocol.prefix}${path}`)
      const request = await protocol.read(declaration, c)
      return protocol.reply(declaration, c, await handler(request))
    })
  }
  return methodsByPath
}
