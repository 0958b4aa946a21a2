/**
 * Files that meet within a day: where one begins with the balance with which the other ends, no line is in both, however alike. A day whose lines add
 * up to nothing begins and ends with one balance, so it tells nothing.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../../../contract/platform/money.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import type { StatementFile } from './statement-file.ts'

const Line = z.object({ id: z.string(), statement: z.string(), day: z.string(), amount: z.coerce.bigint() })

/** @returns the ids of kept lines that are none of a file of these days, since they are in statements that it meets */
export async function findOthers(
  db: Db | Tx,
  bank: string,
  { lines, format, closing }: Pick<StatementFile, 'lines' | 'format' | 'closing'>,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<ReadonlySet<string>> {
  if (format !== 'csv' || closing === null) return new Set()
  const opening = closing.balance - sumOf(lines)
  const found = await rows(
    db,
    sql`with kept as (
          select statement.id, first_day, last_day, closing_balance as closing, closing_balance - sum(line.amount) as opening
            from bank_statements as statement join bank_statement_lines on statement_id = statement.id
            join bank_lines as line on line.id = line_id
           where statement.bank = ${bank} and format = 'csv' and closing_balance is not null
             and (last_day = ${first}::date or first_day = ${last}::date) group by statement.id)
        select line.id::text, kept.id::text as statement, to_char(line.day, 'YYYY-MM-DD') as day, line.amount::text
          from kept join bank_statement_lines on statement_id = kept.id join bank_lines as line on line.id = line_id
         where kept.last_day = ${first}::date and kept.closing = ${String(opening)}::bigint and line.day = kept.last_day
            or kept.first_day = ${last}::date and kept.opening = ${String(closing.balance)}::bigint and line.day = kept.first_day`,
    Line,
  )
  const moved = (day: string) => sumOf(lines.filter((line) => line.day === day)) !== 0n
  const others = [...Map.groupBy(found, ({ statement, day }) => `${statement} ${day}`).values()]
  return new Set(
    others
      .filter((theirs) => sumOf(theirs) !== 0n && theirs.every(({ day }) => moved(day)))
      .flatMap((theirs) => theirs.map(({ id }) => id)),
  )
}

const sumOf = (lines: readonly { readonly amount: Kobo }[]) => lines.reduce((sum, { amount }) => sum + amount, 0n)
