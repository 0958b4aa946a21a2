/** Published figures that were false, with what they should have said. */
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import { rows, type Db } from '../../platform/db/db.ts'
import { dayOf } from './fact.ts'
import { CORRECTED } from './outflow-facts.ts'

const Amount = z.coerce.bigint()
const Corrected = z.object({
  scope: z.string(),
  day: z.string(),
  entry: z.coerce.number(),
  corrected_by: z.coerce.number().nullable(),
  said: z.object({ promised: Amount, paid_out: Amount, lost: Amount }),
  corrected: z.object({ promised: Amount.nullable(), paid_out: Amount.nullable(), lost: Amount.nullable() }),
})

/** Those that are in the log, newest first. Amounts in kobo. */
export const readCorrections = (db: Db) =>
  rows(
    db,
    sql`select scope, ${dayOf(sql`published_at`)} as day, entry::text as entry, corrected_by::text as corrected_by,
               jsonb_build_object('promised', said_promised::text, 'paid_out', said_paid_out::text, 'lost', said_lost::text) as said,
               jsonb_build_object('promised', promised::text, 'paid_out', paid_out::text, 'lost', lost::text) as corrected
          from ${CORRECTED} where entry is not null order by published_at desc, scope`,
    Corrected,
  )
