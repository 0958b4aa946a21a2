/** Gives every request an id, times it, and logs it by its route: an address may hold a receipt code. */
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Core } from '../core.ts'

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
    /** The route as declared, `/api/receipts/:code`: what logs and metrics name instead of the address. */
    route?: string
  }
}

const QUIET = new Set(['/health/live', '/health/ready', '/metrics'])

export function requestLog(core: Pick<Core, 'log' | 'metrics'>): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    const route = c.get('route') ?? (c.req.path.startsWith('/sandbox/') ? 'sandbox' : 'page')
    const milliseconds = performance.now() - started
    const labels = { method: c.req.method, route, status: String(c.res.status) }
    core.metrics.requests.observe(labels, milliseconds / 1000)
    const level = QUIET.has(route) ? 'debug' : 'info'
    core.log[level](
      { ...labels, status: c.res.status, ms: Math.round(milliseconds * 10) / 10, request_id: requestId },
      'request',
    )
  }
}
