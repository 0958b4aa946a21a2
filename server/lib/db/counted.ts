/** How many rows a list has: exact as far as somebody reads it, and never at the cost of counting a million. */
import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { TOTAL_BEYOND, TOTAL_MAX } from '../../../contract/admin-fields.ts'
import { seconds } from '../clock.ts'
import type { Core } from '../core.ts'
import { onlyRow } from './db.ts'

const Counted = z.object({ total: z.number() })

/** A list that is longer than anybody counts loses its rows one by one, by decisions: for so long it is not counted again. */
const BEYOND_FOR = seconds(30)
const REMEMBERED_MAX = 1000
/** Of each database: until when which lists are taken to be longer. */
const remembered = new WeakMap<Core['db'], Map<string, number>>()
const dialect = new PgDialect()

/** @param matching what comes after `select`'s columns: `from … where …` */
export async function countUpTo(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  matching: SQL,
): Promise<number | typeof TOTAL_BEYOND> {
  const beyond = remembered.get(db) ?? new Map<string, number>()
  remembered.set(db, beyond)
  const { sql: text, params } = dialect.sqlToQuery(matching)
  const list = JSON.stringify([text, params])
  const now = clock.now().getTime()
  if ((beyond.get(list) ?? 0) > now) return TOTAL_BEYOND
  const { total } = await onlyRow(
    db,
    sql`select count(*)::int as total from (select 1 ${matching} limit ${TOTAL_MAX + 1}) as found`,
    Counted,
  )
  if (total <= TOTAL_MAX) return total
  if (beyond.size >= REMEMBERED_MAX) beyond.clear()
  beyond.set(list, now + BEYOND_FOR)
  return TOTAL_BEYOND
}
