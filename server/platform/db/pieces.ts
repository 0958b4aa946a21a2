/** Reading tables of any size in ranges of a column, of so many rows each, so that no statement takes long. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Db, type Tx } from './db.ts'

/** Comparing so many payments takes 2 s at most on two cores that others use as well (bench/results.md). */
export const ROWS_PER_PIECE = 10_000

export interface Reading {
  readonly rowsPerPiece: number
  /** Ends it between two pieces. */
  readonly signal?: AbortSignal | undefined
}

export const READING: Reading = { rowsPerPiece: ROWS_PER_PIECE }

/** Whether a column, of this table or of another one with the same ids, is in the range. */
export type Piece = (column: string) => SQL

/**
 * Ranges that leave no value out: the first has no beginning and the last no end.
 * @param column has an index and is never null. Rows of the same value are in the same piece
 */
export async function* piecesOf(
  db: Db | Tx,
  table: string,
  column: string,
  { rowsPerPiece, signal }: Reading,
): AsyncGenerator<Piece> {
  let isAfter: Piece = () => sql`true`
  while (!signal?.aborted) {
    const begins = isAfter
    const [last] = await rows(
      db,
      sql`select ${sql.raw(column)}::text as value from ${sql.raw(table)} where ${begins(column)}
           order by ${sql.raw(`${table}.${column}`)} offset ${rowsPerPiece - 1} limit 1`,
      z.object({ value: z.string() }),
    )
    yield last ? (name) => sql`${begins(name)} and ${sql.raw(name)} <= ${last.value}` : begins
    if (!last) return
    isAfter = (name) => sql`${sql.raw(name)} > ${last.value}`
  }
}

/** The rows that a query adds up for each piece, as JSON for `jsonb_to_recordset`: numbers of any length stay as they are. */
export async function sumInPieces(
  tx: Tx,
  [table, column]: readonly [string, string],
  reading: Reading,
  of: (piece: Piece) => SQL,
): Promise<string> {
  const sums: string[] = []
  for await (const piece of piecesOf(tx, table, column, reading)) {
    const found = await rows(tx, sql`select to_jsonb(sum)::text as sum from (${of(piece)}) as sum`, Sum)
    sums.push(...found.map(({ sum }) => sum))
  }
  return `[${sums.join(',')}]`
}

const Sum = z.object({ sum: z.string() })

/**
 * Runs reads of pieces, which see the same moment. The planner expects one row of a short range of ids, and would join each row with all
 * others: joins that it may choose are by hash, and `lateral … offset 0` looks up what an index finds.
 */
export function inOneSnapshot<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`)
      return run(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
