/** Reads a request body the way the protocol sends it: JSON whatever the content type says, or a form from a provider's callback. */
import type { Context } from 'hono'
import { AuthRefusal } from './refusals.ts'

const DEPTH_MAX = 20

/** @throws AuthRefusal `bad_json` */
export async function readAuthBody(c: Context): Promise<unknown> {
  const bytes = await c.req.arrayBuffer()
  if (/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    const form = new URLSearchParams(new TextDecoder().decode(bytes))
    return checked(Object.fromEntries(form))
  }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new AuthRefusal('bad_json', { message: 'Could not parse request body as JSON: it is not JSON', cause })
  }
  return checked(value)
}

/** Postgres rejects text with NUL or a lone surrogate, and no client needs deeper nesting. */
function checked(value: unknown): unknown {
  if (!isStorable(value, DEPTH_MAX))
    throw new AuthRefusal('bad_json', { message: 'Could not parse request body as JSON: it holds what no text has' })
  return value
}

function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  return Object.entries(value).every(([key, child]) => isStorable(key, 1) && isStorable(child, levels - 1))
}
