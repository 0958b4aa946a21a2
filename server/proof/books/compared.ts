/** Comparing rows with the ledger, column by column: every difference names its table, its row and its column. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Difference } from '../../money/ledger/self-check.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'

/** More than a check names at once: of each kind of row the first ones. */
const NAMED_MAX = 200

const Compared = z.object({
  what: z.string(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  amount: z.coerce.bigint().nullable(),
})

/** A column as it must be and as it is. With `kobo`, both are amounts. */
export interface Column {
  readonly name: string
  readonly expected: SQL
  readonly found: SQL
  readonly isKobo?: true
}

/** @param from what follows `from`, of which `subject` names a row: its table and its key */
export async function compareColumns(
  db: Db | Tx,
  { with: parts, subject, from, columns }: { with?: SQL; subject: SQL; from: SQL; columns: readonly Column[] },
): Promise<Difference[]> {
  const compared = columns.map(({ name, expected, found, isKobo }) => {
    const amount = isKobo ? sql`coalesce(${expected}, 0) - coalesce(${found}, 0)` : sql`null::bigint`
    return sql`(${name}::text, (${expected})::text, (${found})::text, (${amount})::bigint)`
  })
  const found = await rows(
    db,
    sql`${parts ? sql`with ${parts}` : sql``}
        select ${subject} || ': ' || compared.name as what, compared.expected, compared.found, compared.amount::text
          from ${from}
         cross join lateral (values ${sql.join(compared, sql`, `)}) as compared (name, expected, found, amount)
         where compared.expected is distinct from compared.found
         order by 1 limit ${NAMED_MAX}`,
    Compared,
  )
  return found.map(({ what, expected, found: is, amount }) => ({
    what,
    expected: expected ?? 'nothing',
    found: is ?? 'nothing',
    amount: amount === 0n ? null : amount,
  }))
}

/** A moment as text that does not depend on the settings of the connection. */
export function momentText(moment: SQL): SQL {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
