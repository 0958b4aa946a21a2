/** Lists as CSV (RFC 4180). How cells are written: docs/csv.md. */
import { z } from 'zod'

/** The reply of an endpoint that streams a list as CSV, as a file of this name. */
export const csv = (name: string) =>
  ({
    status: 200,
    schema: z.custom<AsyncIterable<string>>(),
    contentType: 'text/csv; charset=utf-8',
    download: `${name}.csv`,
  }) as const
