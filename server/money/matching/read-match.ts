/** What people see of the match: administrators its last result and what differs, everyone the sum. */
import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { PROVIDER_DIFFERENCES } from '../../../contract/money/differences-fields.ts'
import { readOpenDifferences } from '../differences/open-differences.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Db } from '../../platform/db/db.ts'
import { matches } from './schema.ts'

/** The last match and the open differences, as this administrator sees them. */
export async function readMatch(core: Core, userId: string) {
  const { db } = core
  const [newest] = await db.select().from(matches).orderBy(desc(matches.createdAt)).limit(1)
  const [complete] = await db
    .select()
    .from(matches)
    .where(eq(matches.state, 'complete'))
    .orderBy(desc(matches.createdAt))
    .limit(1)
  return {
    state: newest?.state ?? null,
    complete: complete
      ? {
          finished_at: complete.finishedAt ?? complete.createdAt,
          compared_from: complete.comparedFrom ?? complete.createdAt,
          payments: complete.payments,
          settlements: complete.settlements,
          held: complete.held ?? 0n,
          provider_balance: complete.providerBalance ?? 0n,
        }
      : null,
    differences: await readOpenDifferences(core, userId, PROVIDER_DIFFERENCES),
  }
}

const Public = z.object({
  matched_at: z.coerce.date().nullable(),
  payments: z.coerce.number(),
  bank_until: z.string().nullable(),
  unexplained: z.coerce.bigint(),
  differences: z.coerce.number(),
})

/** What everyone may know: the last complete match, up to which day our bank was compared, and the sum of what is not explained. */
export async function readTransparency(db: Db) {
  return onlyRow(
    db,
    sql`with latest as (select finished_at, payments from matches where state = 'complete' order by created_at desc limit 1)
        select (select finished_at from latest) as matched_at, coalesce((select payments from latest), 0) as payments,
               (select max(last_day)::text from bank_statements) as bank_until,
               coalesce(sum(abs(ledger - provider)), 0)::text as unexplained, count(*) as differences
          from differences where state = 'open'`,
    Public,
  )
}
