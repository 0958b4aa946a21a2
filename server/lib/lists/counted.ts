/** The total of a list: exact up to 10,000, and never at the cost of counting a million rows. */
import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { TOTAL_BEYOND, TOTAL_MAX } from '../../../contract/admin-fields.ts'
import { seconds } from '../clock.ts'
import type { Core } from '../core.ts'
import { onlyRow } from '../db/db.ts'

const Counted = z.object({ total: z.number().nullable() })
type Total = number | typeof TOTAL_BEYOND

/** Lists shrink slowly, so one that was too long to count is not counted again for this long. */
const BEYOND_FOR = seconds(30)
const REMEMBERED_MAX = 1000
/** Per database: the lists that are too long, each with the time until which that is assumed. */
const remembered = new WeakMap<Core['db'], Map<string, number>>()
const dialect = new PgDialect()

/**
 * Counts rows within another statement.
 * @param matching what follows the columns of a `select`: `from … where …`
 * @returns the column to add, and the total for that column's value
 */
export function countBeside({ db, clock }: Pick<Core, 'db' | 'clock'>, matching: SQL) {
  const beyond = remembered.get(db) ?? new Map<string, number>()
  remembered.set(db, beyond)
  const { sql: text, params } = dialect.sqlToQuery(matching)
  const list = JSON.stringify([text, params])
  const now = clock.now().getTime()
  const isBeyond = (beyond.get(list) ?? 0) > now
  return {
    column: isBeyond
      ? sql`null::int`
      : sql`(select count(*)::int from (select 1 ${matching} limit ${TOTAL_MAX + 1}) as counted)`,
    /** @param counted undefined when the statement found no row to carry it: then nothing matches */
    of(counted: number | null | undefined): Total {
      if (counted === null) return TOTAL_BEYOND
      if (counted === undefined || counted <= TOTAL_MAX) return counted ?? 0
      if (beyond.size >= REMEMBERED_MAX) beyond.clear()
      beyond.set(list, now + BEYOND_FOR)
      return TOTAL_BEYOND
    },
  }
}

/** @param matching as for {@link countBeside} */
export async function countUpTo(core: Pick<Core, 'db' | 'clock'>, matching: SQL): Promise<Total> {
  const total = countBeside(core, matching)
  return total.of((await onlyRow(core.db, sql`select ${total.column} as total`, Counted)).total)
}
