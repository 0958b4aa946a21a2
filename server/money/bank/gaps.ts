/**
 * Differences between the ledger and the statements of the bank: lines without an entry, entries without a line, and matches of different
 * amounts. Each is a difference that administrators assign and close (server/money/differences).
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { BANK_DIFFERENCES } from '../../../contract/money/differences-fields.ts'
import { recordDifferences } from '../differences/record.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { ENTRIES, LATE_DAYS, MATCHES } from './entries.ts'

/** The days that all statements cover. An entry in them that is on none of them is late after {@link LATE_DAYS}. */
const COVERED = sql`(select min(first_day) as first_day, max(last_day) as last_day from bank_statements)`

/** How differences name a line. */
export const NAME_OF_LINE = sql`line.bank || ' ' || to_char(line.day, 'YYYY-MM-DD') || ', line ' || line.number`

/** Conditions on a line and on an entry: two people have closed it, so no match is made without people. */
export const IS_EXPLAINED_LINE = sql`exists (
  select from differences as closed where closed.state = 'closed' and closed.kind = 'bank_line'
     and closed.subject = ${NAME_OF_LINE} and closed.amount = -line.amount)`
export const IS_EXPLAINED_ENTRY = sql`exists (
  select from differences as closed where closed.state = 'closed' and closed.kind = 'bank_entry'
     and closed.subject = entry.key and closed.amount = entry.amount)`

/** `ledger`: what the entries say, `bank`: what the line says. Kobo. */
const GAPS = sql`
  select case when match.line_id is null then 'bank_line' else 'bank_amount' end as kind, ${NAME_OF_LINE} as subject,
         coalesce(match.amount, 0) as ledger, line.amount as bank, line.day::timestamp at time zone 'UTC' as occurred_at
    from bank_lines as line
    left join (select line_id, sum(entry.amount) as amount
                 from ${MATCHES} as match join ${ENTRIES} as entry on entry.key = match.transfer_key
                group by line_id) as match on match.line_id = line.id
   where coalesce(match.amount, 0) <> line.amount
  union all
  select 'bank_entry', entry.key, entry.amount, 0, entry.occurred_at
    from ${ENTRIES} as entry cross join ${COVERED} as covered
   where entry.day >= covered.first_day and entry.day + ${LATE_DAYS}::int <= covered.last_day
     and not exists (select from bank_matches where undone_at is null and transfer_key = entry.key)`

const Gap = z.object({
  kind: z.enum(BANK_DIFFERENCES),
  subject: z.string(),
  ledger: z.coerce.bigint(),
  bank: z.coerce.bigint(),
  occurred_at: z.coerce.date(),
})

/** Keeps what differs now: opens what is new, ends what is gone. */
export async function recordGaps(tx: Tx, now: Date): Promise<void> {
  const gaps = await rows(
    tx,
    sql`select kind, subject, ledger::text as ledger, bank::text as bank, occurred_at from (${GAPS}) as gap`,
    Gap,
  )
  const found = gaps.map(({ kind, subject, ledger, bank, occurred_at: occurredAt }) => ({
    kind,
    subject,
    ledger,
    provider: bank,
    occurredAt,
  }))
  const names = new Set(gaps.map(({ kind, subject }) => `${kind} ${subject}`))
  const isGone = ({ kind, subject }: { kind: string; subject: string }) => !names.has(`${kind} ${subject}`)
  await recordDifferences(tx, { kinds: BANK_DIFFERENCES, found, isGone }, now)
}

const Sides = z.object({
  ledger: z.coerce.bigint(),
  ledger_settled: z.coerce.bigint(),
  provider_settled: z.coerce.bigint(),
  before_statements: z.coerce.bigint(),
  not_yet_on_statements: z.coerce.bigint(),
  bank: z.coerce.bigint(),
  open: z.coerce.bigint(),
  explained: z.coerce.bigint(),
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
})

/** The balances of ledger, provider and bank, in one snapshot. */
export async function readSides(db: Db): Promise<z.output<typeof Sides>> {
  const [sides] = await rows(
    db,
    sql`with covered as (select * from ${COVERED} as covered),
        gap as (${GAPS}),
        entry as (select * from ${ENTRIES} as entry),
        unmatched as (select * from entry
                       where not exists (select from bank_matches where undone_at is null and transfer_key = entry.key)),
        named as (select gap.bank - gap.ledger as amount,
                         exists (select from differences as closed
                                  where closed.state = 'closed' and closed.kind = gap.kind and closed.subject = gap.subject
                                    and closed.amount = gap.ledger - gap.bank) as is_explained
                    from gap)
        select (select coalesce(sum(amount), 0) from entry)::text as ledger,
               (select coalesce(sum(booked_amount), 0) from settlements)::text as ledger_settled,
               (select coalesce(sum(effective_amount), 0) from settlements where status = 'success')::text as provider_settled,
               (select coalesce(sum(amount), 0) from unmatched where day < covered.first_day)::text as before_statements,
               (select coalesce(sum(amount), 0) from unmatched
                 where covered.first_day is null
                    or (day >= covered.first_day and day + ${LATE_DAYS}::int > covered.last_day))::text as not_yet_on_statements,
               (select coalesce(sum(amount), 0) from bank_lines)::text as bank,
               (select coalesce(sum(amount), 0) from named where not is_explained)::text as open,
               (select coalesce(sum(amount), 0) from named where is_explained)::text as explained,
               to_char(covered.first_day, 'YYYY-MM-DD') as first_day, to_char(covered.last_day, 'YYYY-MM-DD') as last_day
          from covered`,
    Sides,
  )
  return Sides.parse(sides)
}
