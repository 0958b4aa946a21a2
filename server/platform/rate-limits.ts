/** Counts requests against the limits of contract/platform/rate-limits.ts, in the database, so that they hold across processes. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rateLimits, type RateLimitName } from '../../contract/platform/rate-limits.ts'
import { after, hours } from './clock.ts'
import type { Core } from './core.ts'
import { hmacSha256 } from './crypto.ts'
import { plain, preparedRows } from './db/prepared.ts'
import { AppError, invariant } from './errors.ts'
import { networksOf } from './networks.ts'
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

const readCount = preparedRows(
  'read_request_count',
  { name: plain<RateLimitName>(), client: plain<Buffer>(), start: plain<string>() },
  z.object({ requests: z.coerce.number() }),
  ({ name, client, start }) => sql`
    select requests from rate_limits where name = ${name} and client = ${client} and window_start = ${start}::timestamptz`,
)

const uncount = preparedRows(
  'uncount_request',
  { name: plain<RateLimitName>(), client: plain<Buffer>(), start: plain<string>() },
  z.object({}),
  ({ name, client, start }) => sql`
    update rate_limits set requests = requests - 1
     where name = ${name} and client = ${client} and window_start = ${start}::timestamptz and requests > 0`,
)

/**
 * Counts one request.
 * @param address the client's network address
 * @param subject what else tells the counts apart, such as the account that a password is tried for
 * @throws AppError `rate_limited`, with the seconds until the window ends
 */
export async function countRequest(core: Core, name: RateLimitName, address: string, subject = ''): Promise<void> {
  if (await isWithinLimit(core, name, address, subject)) return
  core.metrics.rateLimited.inc({ limit: name })
  throw new AppError('rate_limited', { retryAfterSeconds: Math.ceil(windowOf(core, name).millisecondsLeft / 1000) })
}

/** Counts one request, and tells whether it is within the limit. */
export async function isWithinLimit(core: Core, name: RateLimitName, address: string, subject = ''): Promise<boolean> {
  if (!isCounted(core, name)) return true
  const { start } = windowOf(core, name)
  // The smaller network first: beyond its own limit it adds nothing to the larger one, so it cannot fill that for its neighbours.
  for (const { network, factor } of networksOf(address)) {
    const [counted] = await count(core.db, { name, client: hashOf(core, network, subject), start })
    invariant(counted, 'the statement answers one row')
    if (counted.requests > rateLimits[name].requests * factor) return false
  }
  return true
}

/** Whether the next request would be within the limit. Counts nothing. */
export async function isBelowLimit(core: Core, name: RateLimitName, address: string, subject = ''): Promise<boolean> {
  if (!isCounted(core, name)) return true
  const { start } = windowOf(core, name)
  for (const { network, factor } of networksOf(address)) {
    const [counted] = await readCount(core.db, { name, client: hashOf(core, network, subject), start })
    if (counted && counted.requests >= rateLimits[name].requests * factor) return false
  }
  return true
}

/** Takes a request out of the count again, for limits that count only failures. */
export async function uncountRequest(core: Core, name: RateLimitName, address: string, subject = ''): Promise<void> {
  if (!isCounted(core, name)) return
  const { start } = windowOf(core, name)
  for (const { network } of networksOf(address))
    await uncount(core.db, { name, client: hashOf(core, network, subject), start })
}

function isCounted({ env }: Core, name: RateLimitName): boolean {
  return env.rateLimits || 'always' in rateLimits[name]
}

function windowOf({ clock }: Core, name: RateLimitName) {
  const now = clock.now().getTime()
  const length = rateLimits[name].windowSeconds * 1000
  const start = now - (now % length)
  return { start: new Date(start).toISOString(), millisecondsLeft: start + length - now }
}

function hashOf({ keys }: Core, network: string, subject: string): Buffer {
  return hmacSha256(keys.addresses, subject === '' ? network : `${subject} from ${network}`)
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
