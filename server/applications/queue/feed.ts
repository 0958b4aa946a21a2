/**
 * Tells open pages what changes. Triggers write an event in the transaction of the change; each process reads the new ones once a
 * second, while anyone listens to it, and hands them to all of its listeners. It works alike on both databases.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { staffEvent, type StaffEvent } from '../../../contract/feed.ts'
import { hours, seconds } from '../../lib/clock.ts'
import type { Core } from '../../lib/core.ts'
import { rows } from '../../lib/db/db.ts'
import type { Job } from '../../lib/jobs.ts'

const EVERY = seconds(1)
/** A transaction that commits late has an earlier id and time than what was read before it. */
const OVERLAP_SECONDS = 5
const EVENTS_MAX = 2000

const Row = staffEvent.extend({ id: z.string() })
type Listener = (events: readonly StaffEvent[]) => void

export interface Feed {
  /** @returns stops listening */
  listen(listener: Listener): Promise<() => void>
}

export function createFeed({ db, log }: Pick<Core, 'db' | 'log'>): Feed {
  const listeners = new Set<Listener>()
  let seen: ReadonlySet<string> = new Set()
  let polling = false
  /** When the last read began. */
  let readAt = performance.now()

  async function read() {
    const now = performance.now()
    // A busy process reads late: what happened since its last read counts, however long ago that was.
    const lookBack = OVERLAP_SECONDS + (now - readAt) / seconds(1)
    const found = await rows(
      db,
      sql`select id::text, kind, application_id::text, version, user_id::text as by, other_id::text as to from staff_events
           where at > clock_timestamp() - make_interval(secs => ${lookBack}) order by id desc limit ${EVENTS_MAX}`,
      Row,
    )
    readAt = now
    const before = seen
    seen = new Set(found.map(({ id }) => id))
    return found.filter(({ id }) => !before.has(id)).toReversed()
  }

  async function poll() {
    while (listeners.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, EVERY).unref())
      // The last listener may have left meanwhile.
      if (listeners.size === 0) break
      try {
        const events = (await read()).map(({ id: _id, ...event }) => event)
        if (events.length > 0) for (const listener of listeners) listener(events)
      } catch (error) {
        log.warn({ err: error }, 'the events for staff could not be read; retrying')
      }
    }
    polling = false
  }

  return {
    async listen(listener) {
      if (!polling) {
        polling = true
        // What happened before is on the page that the listener loads next.
        readAt = performance.now()
        await read().catch((error: unknown) => {
          polling = false
          throw error
        })
        listeners.add(listener)
        void poll()
      } else listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const PING = seconds(20)
/** How soon an open answer ends with its session. */
const CHECKED_EVERY = seconds(3)

/**
 * The events as they are sent, until the time is over, the process stops or the reader's session has ended.
 * @param open how long, in milliseconds
 */
export async function* streamEvents(
  feed: Feed,
  open: number,
  stopping: () => boolean,
  isLive: () => Promise<boolean>,
): AsyncGenerator<string, void> {
  const waiting: StaffEvent[] = []
  let wake = () => {}
  const stop = await feed.listen((events) => {
    waiting.push(...events)
    wake()
  })
  try {
    yield ': open\n\n'
    const end = performance.now() + open
    let ping = performance.now() + PING
    let check = performance.now() + CHECKED_EVERY
    while (performance.now() < end && !stopping()) {
      if (performance.now() >= check) {
        check = performance.now() + CHECKED_EVERY
        if (!(await isLive())) return
      }
      if (waiting.length > 0) {
        yield waiting
          .splice(0)
          .map((event) => `data: ${JSON.stringify(event)}\n\n`)
          .join('')
        continue
      }
      if (performance.now() >= ping) {
        ping = performance.now() + PING
        yield ': ping\n\n'
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, Math.min(EVERY, Math.max(0, end - performance.now()))).unref()
      })
      // Else a page that has left would be noticed only with the next event or ping.
      yield ''
    }
  } finally {
    stop()
  }
}

/** Deletes events that no page waits for any more. */
export const feedCleanup: Job = {
  name: 'applications.forget-events',
  everyMilliseconds: hours(1),
  async run({ db }) {
    await db.execute(sql`delete from staff_events where at < clock_timestamp() - interval '1 hour'`)
  },
}
