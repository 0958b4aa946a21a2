/** Rows that wait for a moment, such as a letter for the time at which it is sent. */
import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { after } from '../clock.ts'

/**
 * The condition that the moment has come. One further ahead than any wait was written by a clock that was wrong, and does not count.
 * @param waitMax longer than any of these rows waits, in milliseconds
 */
export const isDue = (at: AnyPgColumn, now: Date, waitMax: number): SQL =>
  sql`(${at} <= ${now.toISOString()}::timestamptz or ${at} > ${after(now, waitMax).toISOString()}::timestamptz)`
