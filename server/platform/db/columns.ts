/** Column types that Drizzle lacks. */
import { customType } from 'drizzle-orm/pg-core'

/** Bytes. The drivers hand them over as a Buffer or as a Uint8Array; here they are always a Buffer. */
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})
