/**
 * Messages wait in the database, written in the same transaction as the change that they report, and a job sends them.
 * Processes share the work by leases. A message is sent once, with one exception: when a process dies after the mail server or
 * the SMS provider accepted a message and before we recorded that, the message is sent again, with the same id. So it is when the database
 * is gone from then on until the lease ends.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours, seconds } from './clock.ts'
import type { Core } from './core.ts'
import { isDatabaseUnavailable } from './db/errors.ts'
import { plain, preparedRows } from './db/prepared.ts'
import type { Job } from './jobs.ts'

/** Transport of messages: a mail server, an SMS provider, a folder. */
export interface Sender<Message, Accepted = void> {
  /** Sends one message, or throws. The error may hold addresses and words, so it is never logged. */
  send(message: Message): Promise<Accepted>
  /** Closes the connections that were kept open between messages, because none is waiting now. */
  release?(): void
}

interface OutboxOptions<Message, Accepted> {
  /** Part of the names of its jobs and statements. */
  readonly name: string
  readonly table: string
  /** For log lines: `a mail`. */
  readonly noun: string
  /** The columns that hold what was written, erased once the message was sent. */
  readonly content: readonly string[]
  /** Whether a message that could not be sent keeps its content. */
  readonly keepsUnsent: boolean
  /** SQL: whether a row stays for the record. The others are deleted with the message, sent or given up. */
  readonly kept: string
  /** SQL: from this time on, sending the message is of no use; `null` where it always is, and tries alone end it. */
  readonly deadline: string
  /** The failed tries that end it: time in which nothing could be tried, as while the server was off, does not count. */
  readonly triesMax: number
  /** How many messages are sent at the same time. */
  readonly connections: number
  /** Longer than any attempt may take. After that, its process counts as dead. */
  readonly leaseMilliseconds: number
  /** How long after each failed attempt the next one is made; the last delay repeats. */
  readonly retryMilliseconds: readonly [number, ...number[]]
  /** How long it is recorded that a message was sent or given up. */
  readonly recordedMilliseconds: number
  /** Reads a row of the table as a message. */
  readonly read: (core: Core, row: unknown) => Message
  /** Called with each failure before it is recorded. */
  readonly onFailure?: (core: Core, row: unknown, code: string) => Promise<void>
  /** Called with what the sender answered, before it is recorded that the message was sent. */
  readonly onAccepted?: (core: Core, row: { readonly id: string }, accepted: Accepted) => Promise<void>
  /** A code for a failure, safe to log and store; and whether another attempt may succeed. */
  readonly describeFailure: (error: unknown) => { code: string; retryable: boolean }
}

export interface Outbox<Message, Accepted = void> {
  /** Sends every message that is due, until none is left or the signal aborts. */
  sendDue(core: Core, sender: Sender<Message, Accepted>, signal?: AbortSignal): Promise<void>
  jobs(sender: Sender<Message, Accepted>): Job[]
}

const Queued = z.looseObject({
  id: z.string(),
  tries: z.number(),
  last_error: z.string().nullable(),
  deadline: z.coerce.date().nullable(),
  claimed_until: z.coerce.date(),
})
type Queued = z.output<typeof Queued>

/** Longer than any message waits: a time further ahead was written by a clock that was wrong. A text waits for the morning at most. */
const WAIT_MAX = hours(36)

/** While slow attempts are under way, how often to look for messages that are due. */
const POLL = seconds(1)

/** @returns sends one claimed message and records the outcome. One that was canceled meanwhile counts as sent if it was, and stays canceled otherwise */
function createAttempt<Message, Accepted>(
  options: OutboxOptions<Message, Accepted>,
  statements: ReturnType<typeof prepareStatements>,
) {
  const { name } = options

  return async function attempt(
    core: Core,
    sender: Sender<Message, Accepted>,
    row: Queued,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { db, clock } = core
    if (row.deadline !== null && row.deadline <= clock.now())
      return giveUp(core, row, row.tries, row.last_error ?? 'EXPIRED')
    let accepted: Accepted
    try {
      accepted = await sender.send(options.read(core, row))
    } catch (error) {
      return recordFailure(core, row, error)
    }
    for (;;) {
      try {
        await options.onAccepted?.(core, row, accepted)
        await statements.markSent(db, { id: row.id, now: clock.now().toISOString() })
        return
      } catch (error) {
        // Sends it again when its lease ends, as nothing records it.
        if (!isDatabaseUnavailable(error) || signal?.aborted || clock.now() >= row.claimed_until) throw error
      }
      await delay(POLL)
    }
  }

  async function recordFailure(core: Core, row: Queued, error: unknown): Promise<void> {
    const { code, retryable } = options.describeFailure(error)
    await options.onFailure?.(core, row, code)
    const tries = row.tries + 1
    const delays = options.retryMilliseconds
    const next = after(core.clock.now(), delays[row.tries] ?? delays.at(-1) ?? delays[0])
    const isLast = tries >= options.triesMax || (row.deadline !== null && next >= row.deadline)
    if (!retryable || isLast) return giveUp(core, row, tries, code)
    await statements.retryAt(core.db, { id: row.id, tries, code, next: next.toISOString() })
    core.log.warn(
      { [`${name}_id`]: row.id, tries, reason: code },
      `${options.noun} could not be sent; it will be retried`,
    )
  }

  async function giveUp(core: Core, row: Queued, tries: number, code: string): Promise<void> {
    await statements.giveUp(core.db, { id: row.id, tries, code, now: core.clock.now().toISOString() })
    core.log.error(
      { [`${name}_id`]: row.id, tries, reason: code },
      `${options.noun} could not be sent in time, and was given up`,
    )
  }
}

export function createOutbox<Message, Accepted = void>(
  options: OutboxOptions<Message, Accepted>,
): Outbox<Message, Accepted> {
  const statements = prepareStatements(options)
  const attempt = createAttempt(options, statements)
  const { connections, leaseMilliseconds, name } = options

  async function sendDue(core: Core, sender: Sender<Message, Accepted>, signal?: AbortSignal): Promise<void> {
    const sending = new Set<Promise<void>>()
    try {
      while (!signal?.aborted) {
        const free = connections - sending.size
        const now = core.clock.now()
        const until = after(now, leaseMilliseconds).toISOString()
        const latest = after(now, WAIT_MAX).toISOString()
        const claimed = await statements.claim(core.db, { now: now.toISOString(), until, latest, limit: free })
        if (claimed.length === 0 && sending.size === 0) return
        for (const row of claimed) {
          const attempted = attempt(core, sender, row, signal).finally(() => sending.delete(attempted))
          sending.add(attempted)
        }
        await Promise.race(claimed.length < free ? [...sending, delay(POLL)] : sending)
      }
    } finally {
      await Promise.allSettled(sending)
      sender.release?.()
    }
  }

  const jobs = (sender: Sender<Message, Accepted>): Job[] => {
    let sending = false
    return [
      {
        name: `${name}.send`,
        everyMilliseconds: seconds(2),
        async run(core, signal) {
          if (sending) return
          sending = true
          // In the background: a server that hangs must not hold up the other jobs, which settle payments.
          core.background.run(`${name}.send`, () => sendDue(core, sender, signal).finally(() => (sending = false)))
        },
      },
      {
        name: `${name}.forget`,
        everyMilliseconds: hours(1),
        async run({ db, clock }) {
          await statements.prune(db, { before: after(clock.now(), -options.recordedMilliseconds).toISOString() })
        },
      },
    ]
  }

  return { sendDue, jobs }
}

function prepareStatements<Message, Accepted>(options: OutboxOptions<Message, Accepted>) {
  const { name } = options
  const table = sql.raw(options.table)
  const kept = sql.raw(options.kept)
  const erase = sql.raw(options.content.map((column) => `, ${column} = null`).join(''))
  const text = plain<string>()
  return {
    claim: preparedRows(
      `${name}_claim`,
      { now: text, until: text, latest: text, limit: plain<number>() },
      Queued,
      ({ now, until, latest, limit }) => sql`
        update ${table} set claimed_until = ${until}::timestamptz
         where id in (select id from ${table}
                       where (next_try_at <= ${now}::timestamptz or next_try_at > ${latest}::timestamptz)
                         and (claimed_until is null or claimed_until <= ${now}::timestamptz or claimed_until > ${latest}::timestamptz)
                       order by next_try_at, id limit ${limit} for update skip locked)
        returning *, ${sql.raw(options.deadline)} as deadline`,
    ),
    markSent: preparedRows(
      `${name}_sent`,
      { id: text, now: text },
      z.unknown(),
      ({ id, now }) => sql`
        with forgotten as (delete from ${table} where id = ${id}::uuid and not ${kept})
        update ${table} set sent_at = ${now}::timestamptz, failed_at = null, tries = tries + 1, next_try_at = null, claimed_until = null, last_error = null${erase}
         where id = ${id}::uuid and ${kept}`,
    ),
    retryAt: preparedRows(
      `${name}_retry`,
      { id: text, tries: plain<number>(), code: text, next: text },
      z.unknown(),
      ({ id, tries, code, next }) => sql`
        update ${table} set tries = ${tries}, last_error = ${code}, claimed_until = null, next_try_at = ${next}::timestamptz
         where id = ${id}::uuid and next_try_at is not null`,
    ),
    giveUp: preparedRows(
      `${name}_give_up`,
      { id: text, tries: plain<number>(), code: text, now: text },
      z.unknown(),
      ({ id, tries, code, now }) => sql`
        with forgotten as (delete from ${table} where id = ${id}::uuid and not ${kept})
        update ${table} set tries = ${tries}, last_error = ${code}, claimed_until = null, next_try_at = null,
                            failed_at = ${now}::timestamptz${options.keepsUnsent ? sql`` : erase}
         where id = ${id}::uuid and next_try_at is not null and ${kept}`,
    ),
    prune: preparedRows(
      `${name}_prune`,
      { before: text },
      z.unknown(),
      ({ before }) =>
        sql`delete from ${table} where next_try_at is null and coalesce(sent_at, failed_at) <= ${before}::timestamptz`,
    ),
  }
}
