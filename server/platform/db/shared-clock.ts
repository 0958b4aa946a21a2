/**
 * All processes use the database's time. A machine whose clock is an hour off would hold jobs for an hour, store wrong times, and
 * issue tokens that others refuse. Differences below two seconds are ignored.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, seconds, type Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import { onlyRow, type Db } from './db.ts'

/** Clocks that are synchronised over the network agree better than this. */
const TOLERATED = seconds(2)
const ASKED_EVERY = seconds(30)

/**
 * A clock that follows the database's.
 * @param own the process's own
 * @returns after the first measurement; it then measures again automatically
 */
export async function followDatabaseClock(db: Db, log: Logger, own: Clock): Promise<Clock> {
  let off = 0
  const measure = async () => {
    const found = await measureOffset(db, own)
    if (found === null) return
    if (Math.abs(found - off) > TOLERATED)
      log.warn(
        { seconds: Math.round(found / 1000) },
        "this machine's clock is off from the database's, which is followed",
      )
    off = found
  }
  await measure()
  // While the database does not answer, the last offset stays in use.
  setInterval(() => void measure().catch(() => {}), ASKED_EVERY).unref()
  return { now: () => after(own.now(), off) }
}

/** @returns milliseconds; null when the answer took too long to be accurate */
async function measureOffset(db: Db, own: Clock): Promise<number | null> {
  const asked = own.now().getTime()
  const { at } = await onlyRow(
    db,
    sql`select extract(epoch from clock_timestamp()) * 1000 as at`,
    z.object({ at: z.coerce.number() }),
  )
  const answered = own.now().getTime()
  if (answered - asked > TOLERATED) return null
  const off = Math.round(at - (asked + answered) / 2)
  return Math.abs(off) > TOLERATED ? off : 0
}
