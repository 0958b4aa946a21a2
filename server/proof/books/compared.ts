/** Comparing rows with the ledger, column by column: every difference names its table, its row and its column. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Difference } from '../../money/ledger/self-check.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { inOneSnapshot, piecesOf, type Piece, type Reading } from '../../platform/db/pieces.ts'

/** More than a check names at once: of each kind of row the first ones. */
const NAMED_MAX = 200

const Found = z.object({
  place: z.number(),
  what: z.string(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  amount: z.coerce.bigint().nullable(),
})
type Found = z.output<typeof Found>

/** A column as it must be and as it is. With `kobo`, both are amounts. */
export interface Column {
  readonly name: string
  readonly expected: SQL
  readonly found: SQL
  readonly isKobo?: true
}

const asSql = (expression: SQL | string): SQL => (typeof expression === 'string' ? sql.raw(expression) : expression)

/** A column that is compared as text. Its expressions are ours: nothing in them comes from a caller. */
export const text = (name: string, expected: SQL | string, found: SQL | string): Column => ({
  name,
  expected: asSql(expected),
  found: asSql(found),
})
/** An amount, for which nothing is not 0. */
export const amount = (name: string, expected: SQL | string, found: SQL | string): Column => ({
  ...text(name, expected, found),
  isKobo: true,
})
/** An amount, for which nothing is 0. */
export const kobo = (name: string, expected: SQL | string, found: SQL | string): Column =>
  amount(name, sql`coalesce(${asSql(expected)}, 0)`, sql`coalesce(${asSql(found)}, 0)`)
/** A moment, as text that does not depend on the settings of the connection. */
export const moment = (name: string, expected: string, found: string): Column =>
  text(name, momentText(expected), momentText(found))
const momentText = (value: string) => `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Rows that have an entry each, and where they differ. */
export interface OwnEntries {
  readonly table: string
  /** Tables or queries, each under its alias. */
  readonly rows: SQL
  /** Names a row. */
  readonly id: string
  readonly entries: SQL
  /** The key of a row's entry. */
  readonly key: string
  readonly joins?: SQL
  readonly columns: readonly Column[]
}

/** Compares rows with their entries both ways, so that a row without its entry differs, as does an entry without its row. */
export const bothWays = ({ table, rows: from, id, entries, key, joins = sql``, columns }: OwnEntries): Comparison => ({
  subject: sql.raw(`coalesce('${table} ' || ${id}, 'transfers ' || booked.key)`),
  from: sql`${from} full join ${entries} as booked on booked.key = ${sql.raw(key)} ${joins}`,
  columns,
})

/** Rows of one kind. `from` is what follows `from`, of which `subject` names a row: its table and its key. */
export interface Comparison {
  readonly subject: SQL
  readonly from: SQL
  readonly columns: readonly Column[]
}

/** Comparisons in one statement, which read `with` once. */
export interface Compared {
  readonly with?: SQL
  readonly comparisons: readonly Comparison[]
}

export const compareColumns = async (
  db: Db | Tx,
  { with: parts, ...comparison }: Comparison & { readonly with?: SQL },
): Promise<Difference[]> => compareAtOnce(db, { ...(parts && { with: parts }), comparisons: [comparison] })

/**
 * Compares rows piece by piece. A row and its entries change in one transaction, so that each piece is right in its own snapshot.
 * @param of what to compare in a range of the column of the table
 */
export async function compareInPieces(
  db: Db | Tx,
  [table, column]: readonly [string, string],
  reading: Reading,
  of: (piece: Piece) => Compared,
): Promise<Difference[]> {
  const found: Found[] = []
  for await (const piece of piecesOf(db, table, column, reading))
    found.push(...(await inOneSnapshot(db, (tx) => compareOnce(tx, of(piece)))))
  return named(found)
}

function selectDifferences({ subject, from, columns }: Comparison, place: number): SQL {
  const compared = columns.map(({ name, expected, found, isKobo }) => {
    const amount = isKobo ? sql`coalesce(${expected}, 0) - coalesce(${found}, 0)` : sql`null::bigint`
    return sql`(${name}::text, (${expected})::text, (${found})::text, (${amount})::bigint)`
  })
  return sql`
    (select ${place}::int as place, ${subject} || ': ' || compared.name as what, compared.expected, compared.found, compared.amount::text
       from ${from}
      cross join lateral (values ${sql.join(compared, sql`, `)}) as compared (name, expected, found, amount)
      where compared.expected is distinct from compared.found
      order by 2 limit ${NAMED_MAX})`
}

/** Runs comparisons in one statement. */
export const compareAtOnce = async (db: Db | Tx, compared: Compared): Promise<Difference[]> =>
  named(await compareOnce(db, compared))

const compareOnce = (db: Db | Tx, { with: parts, comparisons }: Compared): Promise<Found[]> =>
  rows(
    db,
    sql`${parts ? sql`with ${parts}` : sql``} ${sql.join(comparisons.map(selectDifferences), sql` union all `)}`,
    Found,
  )

/** Keeps the first ones of each comparison. */
function named(found: readonly Found[]): Difference[] {
  const sorted = found.toSorted((a, b) => a.place - b.place || (a.what < b.what ? -1 : 1))
  return sorted
    .filter(({ place }, at) => sorted[at - NAMED_MAX]?.place !== place)
    .map(({ what, expected, found: is, amount }) => ({
      what,
      expected: expected ?? 'nothing',
      found: is ?? 'nothing',
      amount: amount === 0n ? null : amount,
    }))
}
