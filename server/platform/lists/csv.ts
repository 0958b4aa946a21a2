/**
 * Lists as CSV (RFC 4180), of any length and in constant memory: the database writes the lines, one piece after another. The file
 * starts with a byte order mark, or spreadsheets misread UTF-8. docs/csv.md explains the cells.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { allOf } from '../db/conditions.ts'
import { rows } from '../db/db.ts'
import type { Read } from '../db/reads.ts'
import { rowsAfter, sortKeys } from './keyset.ts'
import type { List } from './list.ts'

/** As text well below the size from which Node keeps a string until its next long clean-up. */
const LINES_PER_PIECE = 300
const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
const PieceRow = z.object({ text: z.string(), lines: z.number(), last_by: z.string(), last_id: z.string() })
type Piece = z.output<typeof PieceRow>

/** The pieces of a file. Rows that are added or changed meanwhile neither repeat nor hide others. */
export function csvOf<Row, Filters>(read: Read, list: List<Row, Filters>, filters: Filters) {
  // Each piece reads what the request must see, however late it is sent.
  const within = AsyncLocalStorage.snapshot()
  return piecesOf((query) => within(() => read((db) => rows(db, query, PieceRow))), list, filters)
}

async function* piecesOf<Row, Filters>(
  run: (query: SQL) => Promise<Piece[]>,
  list: List<Row, Filters>,
  filters: Filters,
): AsyncGenerator<string, void> {
  const columns = Object.entries(list.columns).flatMap(([name, { cell, day }]) => {
    if (!cell) return []
    return day
      ? [
          { name, cell },
          { name: nameOfDay(name), cell: day },
        ]
      : [{ name, cell }]
  })
  const line = sql.join(
    columns.map(({ cell }) => cell),
    sql` || ',' || `,
  )
  const read = (place: Place | undefined) => run(pieceOf(list, filters, line, place))
  let text = `${BYTE_ORDER_MARK}${columns.map(({ name }) => name).join(',')}${LINE_END}`
  let next: Promise<Piece[]> | undefined = read(undefined)
  while (next) {
    const [piece]: Piece[] = await next
    // The database writes the next piece while this one is being sent.
    next = piece && piece.lines === LINES_PER_PIECE ? read({ by: piece.last_by, id: piece.last_id }) : undefined
    // The reader may stop before it needs this piece; if it does need it, it gets the error from `next`.
    next?.catch(() => {})
    if (piece) text += piece.text
    if (text !== '') yield text
    text = ''
  }
}

/** `paid_at` and `paid_day`; `Date` and `Date in Lagos`. */
const nameOfDay = (name: string) => (name.endsWith('_at') ? `${name.slice(0, -3)}_day` : `${name} in Lagos`)

interface Place {
  readonly by: string
  readonly id: string
}

/** One row: the lines of a piece as one text, their number, and the place where they end. No row when nothing is left. */
function pieceOf<Row, Filters>(list: List<Row, Filters>, filters: Filters, line: SQL, place: Place | undefined): SQL {
  const order = list.order(filters)
  const alias = sql.raw(list.alias)
  const listed = sortKeys({ ...order, by: sql`by`, id: sql`id` })
  const where = allOf([list.where(filters), list.search?.(filters)?.byRow, place && rowsAfter(order, place)])
  return sql`
    select string_agg(line, '' order by ${listed}) as text, count(*)::int as lines,
           (array_agg(by order by ${listed}))[count(*)]::text as last_by,
           (array_agg(id order by ${listed}))[count(*)]::text as last_id
      from (select ${line} || ${LINE_END} as line, ${order.by} as by, ${order.id} as id
              from (select ${alias}.* from ${list.table} where ${where}
                     order by ${sortKeys(order)} limit ${LINES_PER_PIECE}) as ${alias} ${list.joins ?? sql``}) as piece
    having count(*) > 0`
}
