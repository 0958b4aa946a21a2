/**
 * Reads that may come from a standby (decision 0094). Each names a position in the primary's write-ahead log that the standby must have
 * replayed: that of the last write of who asks, and one that is at most 5 s old. Where it has not, or does not answer, the primary is read.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { seconds } from '../clock.ts'
import { onlyRow, type Db } from './db.ts'
import { isDatabaseUnavailable } from './errors.ts'

/**
 * Runs a read outside any transaction, and a second time where the standby fails. Never for sessions, keys of idempotency, wallets, or what is
 * then written.
 */
export type Read = <T>(run: (db: Db) => Promise<T>) => Promise<T>

/** How old the standby may be for who has written nothing. */
export const LAG_MILLISECONDS_MAX = seconds(5)
const SAMPLED_EVERY = seconds(1)
/** A standby that answers later than this is not asked for a while. */
const ANSWERS_WITHIN = seconds(1)
const RESTS_FOR = seconds(5)
const START = '0/0'

/** The position that a request must see; null: only the primary will do. */
const required = new AsyncLocalStorage<string | null>()

/** @param position of {@link readPosition}, or null for a call that writes: its reads are of the primary */
export const requiring = <T>(position: string | null, run: () => T): T => required.run(position, run)

/** Whether the caller must see a write, so that its read is shared with no one. */
export const hasRequirement = (): boolean => (required.getStore() ?? START) !== START || required.getStore() === null

/** The end of the primary's write-ahead log: past every commit so far. */
export async function readPosition(primary: Db): Promise<string> {
  const Position = z.object({ position: z.string() })
  return (await onlyRow(primary, sql`select pg_current_wal_insert_lsn()::text as position`, Position)).position
}

/** Whether a server is a standby that has replayed all of these positions. */
export async function hasReplayed(standby: Db, positions: readonly string[]): Promise<boolean> {
  const { done } = await onlyRow(
    standby,
    sql`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= all (${sql.param([...positions])}::pg_lsn[]) as done`,
    z.object({ done: z.boolean().nullable() }),
  )
  return done === true
}

/** @param onRead learns which server a read went to */
export function readFrom(primary: Db, standby: Db | undefined, onRead: (server: 'primary' | 'standby') => void): Read {
  if (!standby) return (run) => run(primary)
  const recent = recentPosition(primary)
  let restsUntil = 0
  const rest = () => {
    restsUntil = performance.now() + RESTS_FOR
    return false
  }
  const isFresh = async (own: string): Promise<boolean> => {
    try {
      const asked = hasReplayed(standby, [own, await recent()])
      // A late failure must not end the process.
      asked.catch(() => {})
      return (await Promise.race([asked, pause(ANSWERS_WITHIN, null, { ref: false })])) ?? rest()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      return rest()
    }
  }
  return async (run) => {
    const own = required.getStore() ?? (required.getStore() === null ? null : START)
    if (own !== null && performance.now() >= restsUntil && (await isFresh(own))) {
      try {
        const found = await run(standby)
        onRead('standby')
        return found
      } catch (error) {
        // Replaying may cancel a read.
        if (!isDatabaseUnavailable(error)) throw error
        rest()
      }
    }
    onRead('primary')
    return run(primary)
  }
}

/** Samples the primary's position each second while there are reads. @returns the oldest that still is recent */
function recentPosition(primary: Db): () => Promise<string> {
  let samples: { readonly at: number; readonly position: string }[] = []
  let sampling: Promise<void> | undefined
  const sample = async () => {
    const at = performance.now()
    samples.push({ at, position: await readPosition(primary) })
  }
  return async () => {
    const now = performance.now()
    samples = samples.filter(({ at }) => now - at <= LAG_MILLISECONDS_MAX)
    const newest = samples.at(-1)
    if (!newest || now - newest.at >= SAMPLED_EVERY) {
      sampling ??= sample().finally(() => (sampling = undefined))
      // An older one will do meanwhile.
      if (newest) sampling.catch(() => {})
      else await sampling
    }
    return samples[0]?.position ?? (await readPosition(primary))
  }
}
