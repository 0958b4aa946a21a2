/** Hashing entries again, and looking again for facts without one: what is new each time, what is old a seventh each day. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { hours } from '../../platform/clock.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { FACTS } from './facts.ts'
import { requestSweep } from './outbox.ts'
import { SigningRefused } from './signing-stop.ts'

const PARTS = 7
/** A log with fewer entries is hashed whole each time. */
const SMALL_LOG_ENTRIES = 20_000
/** About a second of reading. */
const ENTRIES_AT_ONCE = 1_000_000

/**
 * The hash of each entry was kept beside it when it was put into the log. Each old one is computed again within a week, and each row of a
 * fact looked at, so that one that no trigger saw gets its entry.
 * @param signed how many entries are signed
 * @throws SigningRefused where an entry has another hash
 */
export async function recheckEntries(tx: Tx, signed: number, size: number, now: Date): Promise<void> {
  const first = size <= SMALL_LOG_ENTRIES ? 0 : Math.min(signed, size)
  await requireUnchanged(tx, first, size)
  const today = now.toISOString().slice(0, 10)
  const [last] = await rows(
    tx,
    sql`select next_index, checked_on >= ${today}::date as done from log_rechecks`,
    z.object({ next_index: z.coerce.number(), done: z.boolean() }),
  )
  if (last?.done) return
  const start = last && last.next_index < first ? last.next_index : 0
  const end = Math.min(first, start + Math.ceil(first / PARTS))
  await requireUnchanged(tx, start, end)
  const part = Math.floor(now.getTime() / hours(24)) % PARTS
  await requestSweep(
    tx,
    FACTS.filter((_, place) => place % PARTS === part),
  )
  await tx.execute(sql`
    insert into log_rechecks (next_index, checked_on) values (${end}::bigint, ${today}::date)
    on conflict (one) do update set next_index = excluded.next_index, checked_on = excluded.checked_on`)
}

/** In pieces, so that no statement takes too long. */
async function requireUnchanged(tx: Tx, from: number, until: number): Promise<void> {
  for (let first = from; first < until; first += ENTRIES_AT_ONCE) {
    const [changed] = await rows(
      tx,
      sql`select leaf_index::text as index from log_entries
           where leaf_index >= ${first}::bigint and leaf_index < ${Math.min(until, first + ENTRIES_AT_ONCE)}::bigint
             and leaf_hash <> sha256('\\x00'::bytea || content) order by leaf_index limit 1`,
      z.object({ index: z.string() }),
    )
    if (changed)
      throw new SigningRefused(
        'changed',
        `Entry ${changed.index} of the log is not the one that was put into it. Nothing is signed.`,
      )
  }
}
