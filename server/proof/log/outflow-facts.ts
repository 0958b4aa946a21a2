/**
 * The entries of what was published of promises and payments. Earlier versions published 0 where a part was never published; an entry
 * cannot be changed, so another corrects it.
 */
import { sql } from 'drizzle-orm'
import { dayOf, field, type Fact } from './fact.ts'

const ROW = sql`scope || '/' || to_char(published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`

/** Rows of earlier versions beside what they should have said, with the entries of both. */
export const CORRECTED = sql`
  (select figures.scope, figures.published_at, figures.promised, figures.paid_out, figures.lost, said.promised as said_promised,
          said.paid_out as said_paid_out, said.lost as said_lost, entry.leaf_index as entry, entry.subject,
          (select leaf_index from log_entries where type = 'correction' and subject = entry.subject) as corrected_by
     from outflow_figures as figures join published_outflows as said using (scope, published_at)
     left join log_entries as entry on entry.type = 'totals' and entry.subject = ${ROW}
    where (figures.promised, figures.paid_out, figures.lost) is distinct from (said.promised, said.paid_out, said.lost)) as corrected`

export const OUTFLOW_FACTS: readonly Fact[] = [
  {
    type: 'totals',
    source: 'published_outflows',
    table: sql`published_outflows`,
    // A false row that is not in the log yet never gets there.
    where: sql`not exists (select from ${CORRECTED}
      where corrected.scope = published_outflows.scope and corrected.published_at = published_outflows.published_at and entry is null)`,
    key: ROW,
    keyType: 'text',
    counts: 'published_at',
    subject: ROW,
    clear: true,
    fields: [
      field('scope', sql`scope`),
      field('day', dayOf(sql`published_at`), 'published_at'),
      field('promised', sql`promised`),
      field('promised_until', dayOf(sql`granted_until`), 'granted_until'),
      field('paid_out', sql`paid_out`),
      field('paid_out_until', dayOf(sql`handed_until`), 'handed_until'),
      field('lost', sql`lost`),
      field('lost_until', dayOf(sql`lost_until`), 'lost_until'),
      field('unanswered', sql`unanswered`),
      field('short_funds', sql`case when short_funds = '{}' then 'none' else array_to_string(short_funds, ' ') end`),
    ],
  },
  {
    type: 'correction',
    source: 'published_outflows',
    table: CORRECTED,
    where: sql`entry is not null`,
    key: sql`subject`,
    keyType: 'text',
    counts: 'published_at',
    subject: sql`subject`,
    clear: true,
    fields: [
      field('corrects', sql`entry`, 'published_at'),
      field('scope', sql`scope`),
      field('day', dayOf(sql`published_at`), 'published_at'),
      field('promised', sql`promised`),
      field('paid_out', sql`paid_out`),
      field('lost', sql`lost`),
    ],
  },
]
