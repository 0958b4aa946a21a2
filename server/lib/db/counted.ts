/** How many rows a list has: exact as far as somebody reads it, and never at the cost of counting a million. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { TOTAL_BEYOND, TOTAL_MAX } from '../../../contract/admin-fields.ts'
import { onlyRow, type Db, type Tx } from './db.ts'

const Counted = z.object({ total: z.number() })

/** @param matching what comes after `select`'s columns: `from … where …` */
export async function countUpTo(db: Db | Tx, matching: SQL): Promise<number | typeof TOTAL_BEYOND> {
  const { total } = await onlyRow(
    db,
    sql`select count(*)::int as total from (select 1 ${matching} limit ${TOTAL_MAX + 1}) as found`,
    Counted,
  )
  return total > TOTAL_MAX ? TOTAL_BEYOND : total
}

/** Conditions that must all hold. */
export function all(conditions: readonly (SQL | undefined | false)[]): SQL {
  const given = conditions.filter((condition) => condition !== undefined && condition !== false)
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`
}
