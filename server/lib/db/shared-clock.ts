/**
 * One time for all processes: the database's. A machine whose clock is an hour off would keep jobs for an hour, write moments that
 * are not true, and hand out tokens that others refuse. A few milliseconds are of no matter, so a clock that is right is left alone.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, seconds, type Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import { onlyRow, type Db } from './db.ts'

/** Clocks that are kept by the network agree better than this. */
const TOLERATED = seconds(2)
const ASKED_EVERY = seconds(30)

/**
 * A clock that follows the database's.
 * @param own the process's own
 * @returns once it has been asked for the first time; from then on it is asked again by itself
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
  // Until the database answers again, what was found last holds.
  setInterval(() => void measure().catch(() => {}), ASKED_EVERY).unref()
  return { now: () => after(own.now(), off) }
}

/** @returns milliseconds; null when the answer took so long that it says nothing */
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
