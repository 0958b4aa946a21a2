/** The last match and the open differences, for staff. */
import { desc, eq } from 'drizzle-orm'
import { PROVIDER_DIFFERENCES } from '../../../contract/money/differences-fields.ts'
import { readOpenDifferences } from '../differences/open-differences.ts'
import type { Core } from '../../platform/core.ts'
import { matches } from './schema.ts'

/** As this administrator sees them. */
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
