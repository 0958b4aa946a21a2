/** The total of a list: exact up to 10,000, and never at the cost of counting a million rows. */
import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import {
  TAGGED_TOTAL_BEYOND,
  TAGGED_TOTAL_MAX,
  TOTAL_BEYOND,
  TOTAL_MAX,
} from '../../../contract/platform/admin-fields.ts'
import { seconds } from '../clock.ts'
import type { Core } from '../core.ts'
import { onlyRow } from '../db/db.ts'

const Counted = z.object({ total: z.number().nullable() })

/** Up to which number a list is counted, and its total beyond. */
const COUNTED = { most: TOTAL_MAX, beyond: TOTAL_BEYOND } as const
export const COUNTED_BY_LOOKUP = { most: TAGGED_TOTAL_MAX, beyond: TAGGED_TOTAL_BEYOND } as const
type Counting = typeof COUNTED | typeof COUNTED_BY_LOOKUP
export type Total = number | Counting['beyond']

/** Totals are remembered by their conditions, so a time in them changes every ten seconds only. */
export const momentOf = (now: Date) => new Date(Math.floor(now.getTime() / MOMENT) * MOMENT)
const MOMENT = seconds(10)

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
export function countBeside(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  matching: SQL,
  { most, beyond }: Counting = COUNTED,
) {
  const known = remembered.get(db) ?? new Map<string, number>()
  remembered.set(db, known)
  const { sql: text, params } = dialect.sqlToQuery(matching)
  const list = JSON.stringify([text, params])
  const now = clock.now().getTime()
  const isBeyond = (known.get(list) ?? 0) > now
  return {
    column: isBeyond
      ? sql`null::int`
      : sql`(select count(*)::int from (select 1 ${matching} limit ${most + 1}) as counted)`,
    /** @param counted undefined when the statement found no row to carry it: then nothing matches */
    of(counted: number | null | undefined): Total {
      if (counted === null) return beyond
      if (counted === undefined || counted <= most) return counted ?? 0
      if (known.size >= REMEMBERED_MAX) known.clear()
      known.set(list, now + BEYOND_FOR)
      return beyond
    },
  }
}

/** @param matching as for {@link countBeside} */
export async function countUpTo(
  core: Pick<Core, 'db' | 'clock'>,
  matching: SQL,
  upto: Counting = COUNTED,
): Promise<Total> {
  const total = countBeside(core, matching, upto)
  return total.of((await onlyRow(core.db, sql`select ${total.column} as total`, Counted)).total)
}
