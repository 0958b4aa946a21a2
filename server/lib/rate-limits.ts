/** Counts requests against the limits of contract/rate-limits.ts, in the database, so that they hold across processes. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rateLimits, type RateLimitName } from '../../contract/rate-limits.ts'
import { after, hours } from './clock.ts'
import type { Core } from './core.ts'
import { hmacSha256 } from './crypto.ts'
import { plain, preparedRows } from './db/prepared.ts'
import { AppError, invariant } from './errors.ts'
import type { Job } from './jobs.ts'

const count = preparedRows(
  'count_request',
  { name: plain<RateLimitName>(), client: plain<Buffer>(), start: plain<string>() },
  z.object({ requests: z.coerce.number() }),
  ({ name, client, start }) => sql`
    insert into rate_limits (name, client, window_start, requests) values (${name}, ${client}, ${start}::timestamptz, 1)
    on conflict (name, client, window_start) do update set requests = rate_limits.requests + 1
    returning requests`,
)

/**
 * Counts one request.
 * @throws AppError `rate_limited`, with the seconds until the window ends
 */
export async function countRequest(core: Core, name: RateLimitName, client: string): Promise<void> {
  if (!core.env.rateLimits) return
  const limit = rateLimits[name]
  const now = core.clock.now().getTime()
  const windowMs = limit.windowSeconds * 1000
  const start = new Date(now - (now % windowMs))
  const hashed = hmacSha256(core.keys.addresses, client)
  const [counted] = await count(core.db, { name, client: hashed, start: start.toISOString() })
  invariant(counted, 'the statement answers one row')
  const { requests } = counted
  if (requests <= limit.requests) return
  core.metrics.rateLimited.inc({ limit: name })
  throw new AppError('rate_limited', { retryAfterSeconds: Math.ceil((start.getTime() + windowMs - now) / 1000) })
}

/** Deletes old windows: the table holds the last hours, not a history of visits. */
export const rateLimitsCleanup: Job = {
  name: 'rate-limits.cleanup',
  everyMilliseconds: hours(1),
  async run(core) {
    await core.db.execute(
      sql`delete from rate_limits where window_start < ${after(core.clock.now(), -hours(2)).toISOString()}`,
    )
  },
}
