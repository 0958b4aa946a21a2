/** Published figures as an earlier version wrote them: 0 in place of a part that was never published, in the table and in the log. */
import { sql } from 'drizzle-orm'
import type { Core } from '../../server/platform/core.ts'

/** Promised says ₦5,850 of which ₦3,260 were paid out; paid out and lost say 0. */
export async function insertEarlierTotals({ db }: Pick<Core, 'db'>, scope: string, at: Date): Promise<void> {
  const moment = at.toISOString()
  const day = moment.slice(0, 10)
  const entry = { type: 'totals', scope, day, promised: '585000', paid_out: '0', lost: '0', unanswered: '' }
  await db.execute(
    sql`insert into published_outflows (scope, published_at, promised, paid_out, lost, granted_until, format, households)
        values (${scope}, ${moment}::timestamptz, 585000, 0, 0, ${moment}::timestamptz, 1, 10)`,
  )
  await db.execute(
    sql`insert into log_entries (leaf_index, type, subject, content, recorded_at)
        select coalesce(max(leaf_index) + 1, 0), 'totals', ${`${scope}/${moment.slice(0, -1)}`},
               '\\x01'::bytea || convert_to(${JSON.stringify(entry)}, 'UTF8'), ${moment}::timestamptz from log_entries`,
  )
}
