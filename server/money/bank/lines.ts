/** The lines of bank statements, as pages and as CSV. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readAuditedPage } from '../../record/audit/lists.ts'
import type { Administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { allOf } from '../../platform/db/conditions.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import { count, id, kobo, nullable, oneOf, text, timestamp } from '../../platform/lists/columns.ts'
import { defineList, type PageQuery } from '../../platform/lists/list.ts'
import { isTiedToEntry } from '../differences/ties.ts'
import { ENTRIES, MATCHES } from './entries.ts'

const IS_MATCHED = sql`exists (select from bank_matches where undone_at is null and line_id = lines.id)`

export const bankLineList = defineList({
  table: sql`bank_lines as lines`,
  alias: 'lines',
  columns: {
    id: id(sql`lines.id`),
    number: count(sql`lines.number`),
    bank: text(sql`lines.bank`),
    day: id(sql`to_char(lines.day, 'YYYY-MM-DD')`),
    amount: kobo(sql`lines.amount`),
    description: text(sql`lines.description`),
    reference: nullable(text(sql`lines.reference`)),
    entries: text(sql`coalesce(match.entries, '')`),
    matched: kobo(sql`coalesce(match.amount, 0)`),
    matched_by: nullable(
      oneOf(sql`case when match.entries is null then null when match.by_hand then 'hand' else 'automatic' end`, [
        'automatic',
        'hand',
      ]),
    ),
    matched_at: nullable(timestamp(sql`match.matched_at`)),
  },
  joins: sql`left join lateral (
    select string_agg(match.transfer_key, ', ' order by match.transfer_key) as entries, sum(entry.amount) as amount,
           max(match.matched_at) as matched_at, bool_or(match.matched_by is not null) as by_hand
      from ${MATCHES} as match join ${ENTRIES} as entry on entry.key = match.transfer_key
     where match.line_id = lines.id) as match on true`,
  order: () => ({
    by: sql`(lines.day - date '1970-01-01')::bigint`,
    id: sql`lines.id`,
    type: 'bigint',
    descending: true,
  }),
  where: ({ matched }: { readonly matched?: 'yes' | 'no' | undefined }) =>
    allOf([matched === 'yes' && IS_MATCHED, matched === 'no' && sql`not ${IS_MATCHED}`]),
})

const Barred = z.object({ id: z.string(), barred: z.enum(['tied', 'unread']).nullable() })

/** Reads why a person can neither match these lines nor undo that; null where they can. */
export async function readBarred(db: Db, userId: string, lineIds: readonly string[]) {
  const found = await rows(
    db,
    sql`select id::text, case when unread then 'unread' when exists (
            select from ${MATCHES} as match where line_id = line.id and ${isTiedToEntry(sql`match.transfer_key`, userId)}) then 'tied' end as barred
          from bank_lines as line where id = any(${sql.param([...lineIds])}::uuid[])`,
    Barred,
  )
  const barredOf = new Map(found.map(({ id: line, barred }) => [line, barred]))
  return (line: string) => barredOf.get(line) ?? null
}

/** Lists bank lines, each with what bars its reader from acting. @throws AppError `invalid_input`: not a cursor of this list */
export async function listLines(
  core: Core,
  by: Administering,
  query: PageQuery & { matched?: 'yes' | 'no' | undefined },
) {
  const page = await readAuditedPage(core, by, 'bank-lines', bankLineList, query)
  const lineIds = page.items.map((line) => line.id)
  const barredOf = await readBarred(core.db, by.userId, lineIds)
  return { ...page, items: page.items.map((line) => Object.assign({ barred: barredOf(line.id) }, line)) }
}
