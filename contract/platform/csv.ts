/** Lists as CSV (RFC 4180). How cells are written: docs/csv.md. */
import { z } from 'zod'

/** The reply of an endpoint that streams a file of this name. */
export const file = (name: string, contentType: string) =>
  ({ status: 200, schema: z.custom<AsyncIterable<string>>(), contentType, download: name }) as const

/** A list as CSV. */
export const csv = (name: string) => file(`${name}.csv`, 'text/csv; charset=utf-8')
