/**
 * The audit as a chain of hashes. A job appends the new events in order, so that ordinary requests never wait for each other; a check
 * computes all hashes again and names what was changed or removed (decision 0021).
 */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs.ts'

/** The last entry. Its hash covers all entries before it. */
export interface ChainHead {
  readonly position: number
  /** In hex. */
  readonly hash: string
}

export const auditJobs: readonly Job[] = [
  { name: 'audit.chain', everyMilliseconds: minutes(1), run: ({ db }, signal) => extendChain(db, signal) },
  { name: 'audit.check', everyMilliseconds: hours(24), run: checkAndReport },
]

const ENTRIES_PER_PIECE = 1000
/** More than anyone reads. The first one counts. */
const FAULTS_MAX = 10

/** An event as one text, the same on every server: time zone and version have no influence. */
const CANONICAL = sql`jsonb_build_array(
  event.id, event.actor_kind, event.actor_id, event.actor_role, event.action, event.subject, event.subject_id, event.person_id,
  event.before, event.after, event.request_id, to_char(event.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text`

function hashOf(previous: string, event: string): string {
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(event).digest('hex')
}

const Head = z.object({ position: z.coerce.number(), hash: z.string() })

/** The last entry; null while the chain is empty. */
export async function readChainHead(db: Db | Tx): Promise<ChainHead | null> {
  const [head] = await rows(
    db,
    sql`select position, encode(hash, 'hex') as hash from audit_chain order by position desc limit 1`,
    Head,
  )
  return head ?? null
}

const New = z.object({ id: z.string(), event: z.string(), at: z.string(), is_new: z.boolean() })

/** The place of an event among those that are looked at: microseconds, as a text that PostgreSQL reads. */
interface Place {
  readonly at: string
  readonly id: string
}

/**
 * Appends all events that are visible and not in the chain yet. It begins with the first act of an administrator: until then a
 * database counts as unused, and a backup can be restored into it. Each piece is a transaction: after a restore all events are looked at.
 */
export async function extendChain(db: Db, signal?: AbortSignal): Promise<void> {
  // Read before the events: every transaction before it has ended, so its events are seen below.
  const { horizon, since, begun } = await onlyRow(
    db,
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
               coalesce((select watermark from audit_chain_state), '0')::text as since,
               exists (select from audit_chain) or exists (select from audit_events where actor_id is not null) as begun`,
    z.object({ horizon: z.string(), since: z.string(), begun: z.boolean() }),
  )
  if (!begun) return
  // A bound above, which cuts off nothing, says that few are between. After a restore it is all of them, in the order of their time.
  const isUnseen =
    since === '0'
      ? sql`true`
      : sql`event.transaction_id >= ${since}::xid8 and event.transaction_id <= '18446744073709551615'::xid8`
  for (let last: Place | null = null; !signal?.aborted;) {
    const after: Place | null = last
    last = await db.transaction(async (tx) => {
      await lockChain(tx)
      const next = await appendNext(tx, isUnseen, after)
      if (!next) await advanceWatermark(tx, horizon)
      return next
    })
    if (!last) return
  }
}

/** Two processes never append at the same time. Nothing else takes this lock. */
async function lockChain(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('taimako audit chain'))`)
  await tx.execute(sql`insert into audit_chain_state default values on conflict do nothing`)
}

/** Another process may have seen further. */
const advanceWatermark = (tx: Tx, horizon: string) =>
  tx.execute(sql`update audit_chain_state set watermark = greatest(watermark, ${horizon}::xid8)`)

/** Looks at the events after a place. @returns the last of them; null where there are no more */
async function appendNext(tx: Tx, isUnseen: SQL, after: Place | null): Promise<Place | null> {
  const isNext = after ? sql`(event.created_at, event.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const found = await rows(
    tx,
    sql`select event.id::text, ${CANONICAL} as event, to_char(event.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
               not exists (select from audit_chain where event_id = event.id) as is_new
          from audit_events as event
         where ${isUnseen} and ${isNext}
         order by event.created_at, event.id limit ${ENTRIES_PER_PIECE}`,
    New,
  )
  await append(
    tx,
    await readChainHead(tx),
    found.filter((event) => event.is_new),
  )
  return found.length < ENTRIES_PER_PIECE ? null : (found.at(-1) ?? null)
}

async function append(
  tx: Tx,
  head: ChainHead | null,
  found: readonly Pick<z.output<typeof New>, 'id' | 'event'>[],
): Promise<void> {
  let { position, hash } = head ?? { position: 0, hash: '' }
  const entries = found.map(({ id, event }) => {
    position += 1
    hash = hashOf(hash, event)
    return [position, id, hash]
  })
  if (entries.length === 0) return
  await tx.execute(
    sql`insert into audit_chain (position, event_id, hash)
        select (entry->>0)::bigint, (entry->>1)::uuid, decode(entry->>2, 'hex')
          from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) as entry`,
  )
}

const Entry = z.object({
  position: z.coerce.number(),
  event_id: z.string(),
  hash: z.string(),
  event: z.string().nullable(),
})

/**
 * Computes the whole chain again.
 * @param known an entry that was kept elsewhere, such as in a mail
 * @returns sentences that say what was changed, removed or added, at most ten; and the last entry
 */
export async function checkChain(db: Db, known?: ChainHead): Promise<{ faults: string[]; head: ChainHead | null }> {
  const faults: string[] = []
  let head: ChainHead | null = null
  let found: z.output<typeof Entry>[]
  do {
    found = await rows(
      db,
      sql`select position, event_id::text, encode(hash, 'hex') as hash,
                 case when event.id is not null then ${CANONICAL} end as event
            from audit_chain left join audit_events as event on event.id = event_id
           where position > ${head?.position ?? 0}::bigint order by position limit ${ENTRIES_PER_PIECE}`,
      Entry,
    )
    for (const { event_id: id, event, ...entry } of found) {
      faults.push(...faultsOf(head, entry, id, event))
      if (known?.position === entry.position && known.hash !== entry.hash)
        faults.push(`The entry ${entry.position} is not the one that was noted: the chain was written again.`)
      // The stored hash, so that one fault does not spoil all entries after it.
      head = entry
    }
  } while (found.length === ENTRIES_PER_PIECE && faults.length < FAULTS_MAX)
  return { faults: [...faults, ...(await faultsAtEnd(db, head, known))].slice(0, FAULTS_MAX), head }
}

function faultsOf(before: ChainHead | null, { position, hash }: ChainHead, id: string, event: string | null): string[] {
  const expected = (before?.position ?? 0) + 1
  if (position !== expected)
    return [`The entries from ${expected} to ${position - 1} were removed, which is before the event ${id}.`]
  if (event === null) return [`The event ${id} (entry ${position}) was removed.`]
  return hashOf(before?.hash ?? '', event) === hash ? [] : [`The event ${id} (entry ${position}) was changed.`]
}

async function faultsAtEnd(db: Db, head: ChainHead | null, known: ChainHead | undefined): Promise<string[]> {
  const { mailed, unchained } = await onlyRow(
    db,
    sql`select coalesce((select mailed_position from audit_chain_state), 0) as mailed,
               (select count(*) from audit_events as event
                 where event.transaction_id < (select watermark from audit_chain_state)
                   and not exists (select from audit_chain where event_id = event.id)) as unchained`,
    z.object({ mailed: z.coerce.number(), unchained: z.coerce.number() }),
  )
  const end = head?.position ?? 0
  const last = Math.max(mailed, known?.position ?? 0)
  return [
    ...(last > end ? [`The entries from ${end + 1} to ${last} were removed.`] : []),
    ...(unchained > 0 ? [`${unchained} events are no longer in the chain.`] : []),
  ]
}

async function checkAndReport({ db, log, metrics }: Core): Promise<void> {
  const { faults } = await checkChain(db)
  metrics.auditFaults.set(faults.length)
  if (faults.length > 0) log.error({ faults }, 'the audit was changed')
}

/**
 * The head to mail to the administrators: once a day, if there are new entries. The first one comes a day after the chain began.
 * Call it in the transaction that queues the mails.
 */
export async function takeHeadToMail(tx: Tx, now: Date): Promise<ChainHead | null> {
  const [state] = await rows(
    tx,
    sql`select mailed_position, mailed_at from audit_chain_state for update`,
    z.object({ mailed_position: z.coerce.number(), mailed_at: z.coerce.date().nullable() }),
  )
  const head = await readChainHead(tx)
  if (!state || !head) return null
  const { mailed_at: mailedAt, mailed_position: mailed } = state
  if (mailedAt !== null && (head.position <= mailed || after(mailedAt, hours(24)) > now)) return null
  await tx.execute(sql`
    update audit_chain_state set mailed_at = ${now.toISOString()}::timestamptz,
                                 mailed_position = ${mailedAt === null ? 0 : head.position}`)
  return mailedAt === null ? null : head
}
