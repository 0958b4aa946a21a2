/** The lines of bank statements, as pages and as CSV. */
import { sql } from 'drizzle-orm'
import { allOf } from '../../platform/db/conditions.ts'
import { count, id, kobo, nullable, oneOf, text, timestamp } from '../../platform/lists/columns.ts'
import { defineList } from '../../platform/lists/list.ts'
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
