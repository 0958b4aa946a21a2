/**
 * Lists as CSV (RFC 4180), at any length and in flat memory: the database writes the lines of one piece after another. The file begins
 * with a byte order mark, without which a spreadsheet reads UTF-8 as something else. How cells are written: docs/csv.md.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Db } from './db/db.ts'
import { rowsAfter, sortKeys, type ListOrder } from './db/keyset.ts'

/** Quoted, always. What a spreadsheet would take for a formula begins with an apostrophe, which it does not show. */
export function textCell(value: SQL): SQL {
  return sql`coalesce('"' || case when ${value} ~ '^[=+@\\t\\r-]' then '''' else '' end || replace(${value}, '"', '""') || '"', '')`
}

/** An id, a number, a word of ours: nothing in it needs quotes. */
export function plainCell(value: SQL): SQL {
  return sql`coalesce((${value})::text, '')`
}

/** ISO 8601, in UTC. */
export function timestampCell(value: SQL): SQL {
  return sql`coalesce(to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`
}

/** Kobo as plain naira, always with two decimals: 1500.50. */
export function nairaCell(kobo: SQL): SQL {
  return sql`coalesce(${kobo} / 100 || '.' || lpad((${kobo} % 100)::text, 2, '0'), '')`
}

export interface CsvList {
  /** What each line says, by its heading. */
  readonly columns: Readonly<Record<string, SQL>>
  /** The table whose rows these are: what `from` selects of. */
  readonly table: string
  /** Where the rows come from: the table, and what its conditions need beside it. */
  readonly from: SQL
  readonly where: SQL
  readonly order: ListOrder
  /** What only the cells need, joined to the rows of a piece. */
  readonly joins?: SQL
}

/** As text well below the size from which Node keeps a string until its next long clean-up. */
const LINES_PER_PIECE = 300
const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
const PieceRow = z.object({ text: z.string(), lines: z.number(), last_by: z.string(), last_id: z.string() })
type Piece = z.output<typeof PieceRow>

/** The pieces of a file. A row that comes or changes meanwhile neither repeats nor hides others. */
export async function* csvOf(db: Db, list: CsvList): AsyncGenerator<string, void> {
  let text = `${BYTE_ORDER_MARK}${Object.keys(list.columns).join(',')}${LINE_END}`
  let asked: Promise<Piece[]> | undefined = rows(db, pieceOf(list, undefined), PieceRow)
  while (asked) {
    const [piece]: Piece[] = await asked
    // The database writes the next piece while this one travels.
    asked = piece && piece.lines === LINES_PER_PIECE ? askAhead(db, list, piece) : undefined
    if (piece) text += piece.text
    if (text !== '') yield text
    text = ''
  }
}

function askAhead(db: Db, list: CsvList, { last_by: by, last_id: id }: Piece) {
  const asked = rows(db, pieceOf(list, { by, id }), PieceRow)
  // Whoever reads may have gone by then. Whoever has not gets the failure from `asked` itself.
  asked.catch(() => {})
  return asked
}

/** One row: the lines of a piece as one text, how many they are, and where they end. None when nothing is left. */
function pieceOf(
  { columns, table, from, where, order, joins }: CsvList,
  place: { by: string; id: string } | undefined,
) {
  const line = sql.join(Object.values(columns), sql` || ',' || `)
  const listed = sortKeys({ ...order, by: sql`by`, id: sql`id` })
  const named = sql.raw(table)
  return sql`
    select string_agg(line, '' order by ${listed}) as text, count(*)::int as lines,
           (array_agg(by order by ${listed}))[count(*)]::text as last_by,
           (array_agg(id order by ${listed}))[count(*)]::text as last_id
      from (select ${line} || ${LINE_END} as line, ${order.by} as by, ${order.id} as id
              from (select ${named}.* from ${from} where ${where} and ${place ? rowsAfter(order, place) : sql`true`}
                     order by ${sortKeys(order)} limit ${LINES_PER_PIECE}) as ${named} ${joins ?? sql``}) as piece
    having count(*) > 0`
}
