/** The facts that the sequencer must find, read the long way: every fact of all of history that has no entry in the log. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Db, type Tx } from '../../server/platform/db/db.ts'
import { FACTS } from '../../server/proof/log/facts.ts'

/** @returns the type of each, once for each fact */
export async function missingFacts(db: Db | Tx): Promise<string[]> {
  const missing: string[] = []
  for (const { type, table, where, ready = sql`true`, subject } of FACTS) {
    const found = await rows(
      db,
      sql`select 1 as one from (select (${subject})::text as subject from ${table} where (${where}) and ${ready}) as fact
           where not exists (select from log_entries where log_entries.type = ${type} and log_entries.subject = fact.subject)`,
      z.object({ one: z.number() }),
    )
    missing.push(...found.map(() => type))
  }
  return missing
}
