/** Complaints in public: counts and medians in steps of ten, and kinds with fewer than ten together, so that no one can be picked out. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { COMPLAINT_KINDS } from '../../../contract/aid/complaint-fields.ts'
import { HOUSEHOLDS_MIN } from '../../../contract/proof/proof-fields.ts'
import { onlyRow, rows, type Db } from '../../platform/db/db.ts'
import { ofWholeTens } from '../log/waits.ts'

/** A count in steps of ten; null for one to nine. */
export const inSteps = (count: number) =>
  count > 0 && count < HOUSEHOLDS_MIN ? null : count - (count % HOUSEHOLDS_MIN)

const Kind = z.object({ kind: z.enum(COMPLAINT_KINDS), count: z.number() })

export async function readComplaintCounts(db: Db, since: string, now: Date) {
  const kinds = await rows(
    db,
    sql`select kind, count(*)::int as count from complaints where created_at >= ${since}::timestamptz group by kind order by count desc, kind`,
    Kind,
  )
  const shown = kinds.filter(({ count }) => count >= HOUSEHOLDS_MIN)
  const others = kinds.filter(({ count }) => count < HOUSEHOLDS_MIN).reduce((sum, { count }) => sum + count, 0)
  const { late } = await onlyRow(
    db,
    sql`select count(*)::int as late from complaints
         where state <> 'answered' and complaint_due_at(state, created_at) <= ${now.toISOString()}::timestamptz`,
    z.object({ late: z.number() }),
  )
  return {
    kinds: shown.map(({ kind, count }) => ({ kind, count: count - (count % HOUSEHOLDS_MIN) })),
    others: inSteps(others),
    acknowledged_days: await medianDays(db, since, sql`acknowledged_at`),
    answered_days: await medianDays(db, since, sql`answered_at`),
    late: inSteps(late),
  }
}

/** Counts each complaint as a household. */
async function medianDays(db: Db, since: string, at: SQL): Promise<number | null> {
  const happened = sql`
    select id as household, ${at} as at, extract(epoch from ${at} - created_at) as seconds
      from complaints where created_at >= ${since}::timestamptz and ${at} is not null`
  const { days } = await onlyRow(db, ofWholeTens(happened), z.object({ days: z.number().nullable() }))
  return days === null ? null : Math.round(days)
}
