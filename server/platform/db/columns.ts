/** Column types that Drizzle lacks, and those of amounts and moments. */
import { sql, type SQL } from 'drizzle-orm'
import { bigint, customType, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { after } from '../clock.ts'

/** Bytes. The drivers hand them over as a Buffer or as a Uint8Array; here they are always a Buffer. */
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

/** An amount in kobo. */
export const kobo = (name: string) => bigint(name, { mode: 'bigint' })
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * The condition that a moment has come. A time further ahead than any wait was written by a clock that was wrong, and does not count.
 * @param waitMax longer than any of these rows waits, in milliseconds
 */
export const isDue = (at: AnyPgColumn, now: Date, waitMax: number): SQL =>
  sql`(${at} <= ${now.toISOString()}::timestamptz or ${at} > ${after(now, waitMax).toISOString()}::timestamptz)`
