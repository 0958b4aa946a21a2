/** Gives rows that a test inserted the empty digests of rows from before there were digests. */
import { sql } from 'drizzle-orm'
import type { Tx } from '../../server/platform/db/db.ts'
import { ACTS } from '../../server/aid/awards/acts.ts'

export async function insertEarlierDigests(tx: Tx): Promise<void> {
  for (const { name, from, where } of ACTS)
    await tx.execute(sql`
      insert into act_digests (kind, row_id, made_at)
      select ${name}, acted.id, '2020-01-01' from ${from}
       where ${where} and not exists (select from act_digests where kind = ${name} and row_id = acted.id)`)
}
