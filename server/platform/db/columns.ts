/** Column types that Drizzle lacks, and those of amounts and moments. */
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** Bytes. The drivers hand them over as a Buffer or as a Uint8Array; here they are always a Buffer. */
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

/** An amount in kobo. */
export const kobo = (name: string) => bigint(name, { mode: 'bigint' })
export const moment = (name: string) => timestamp(name, { withTimezone: true })
