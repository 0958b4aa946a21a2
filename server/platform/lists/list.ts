/**
 * A list of one kind of thing, defined once: its columns, filters, search and order. The definition is read as pages with a total
 * (here) and as a CSV file of any length (csv.ts).
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Core } from '../core.ts'
import { allOf } from '../db/conditions.ts'
import { Result, rows, type Db, type Tx } from '../db/db.ts'
import type { Column } from './columns.ts'
import { COUNTED_BY_LOOKUP, countBeside, countUpTo } from './counted.ts'
import { readPlace, rowsAfter, sortKeys, writePlace, type ListOrder } from './keyset.ts'

/** One condition in several forms. */
export interface Search {
  /** Checked on each row that a scan reads. */
  readonly byRow: SQL
  /** Answered by an index first. Absent where the row's own form uses an index. */
  readonly byIndex?: SQL
  /** To count all matches, where another form than the index's is cheaper. */
  readonly toCount?: SQL
}

/** An index of a filter's own, in the order of the list. Never with a search. */
export interface Lead<Filters> {
  /** The table of the list, joined with those that lead to it, at most one to a row. */
  readonly table: SQL
  /** The same order, by their columns. */
  readonly order: ListOrder
  readonly filters: Filters
}

export interface ListDefinition<Columns, Filters> {
  /** The table, under the alias: sql`aid_applications as applications`. */
  readonly table: SQL
  readonly alias: string
  /** In the order of the CSV file. */
  readonly columns: Columns
  /** Tables that the columns need beside the list's own; joined for the rows of a page only. */
  readonly joins?: SQL
  readonly order: (filters: Filters) => ListOrder
  /** For a page: other rows that lead to those of the list in its order, and the filters that are left then. */
  readonly lead?: (filters: Filters) => Lead<Filters> | undefined
  /** All filters but the search. */
  readonly where: (filters: Filters) => SQL
  readonly search?: (filters: Filters) => Search | undefined
  /** For pages in place of `search`, where a separate query makes the condition cheaper. */
  readonly resolveSearch?: (db: Db, filters: Filters) => Promise<SQL | undefined>
}

/** The columns that a page has, with their types. */
type RowOf<Columns> = {
  [Name in keyof Columns as Columns[Name] extends Column<z.ZodType> ? Name : never]: Columns[Name] extends Column<
    infer Row extends z.ZodType
  >
    ? z.output<Row>
    : never
}

export interface List<Row, Filters> extends ListDefinition<Readonly<Record<string, Column>>, Filters> {
  readonly select: SQL
  /** The same columns, without masks. */
  readonly selectOpened: SQL
  readonly row: z.ZodType<Row>
}

/** Completes a definition. Build it once, at the start: making a schema costs more than reading a page. */
export function defineList<Columns extends Readonly<Record<string, Column>>, Filters>(
  definition: ListDefinition<Columns, Filters>,
): List<RowOf<Columns>, Filters>
export function defineList<Filters>(
  definition: ListDefinition<Readonly<Record<string, Column>>, Filters>,
): List<Record<string, unknown>, Filters> {
  const shown = Object.entries(definition.columns).flatMap(([name, { value, opened, row }]) =>
    row ? [{ name, value, opened: opened ?? value, row }] : [],
  )
  const select = (value: (column: (typeof shown)[number]) => SQL) =>
    sql.join(
      shown.map((column) => sql`${value(column)} as ${sql.raw(column.name)}`),
      sql`, `,
    )
  return {
    ...definition,
    select: select(({ value }) => value),
    selectOpened: select(({ opened }) => opened),
    row: z.object(Object.fromEntries(shown.map(({ name, row }) => [name, row]))),
  }
}

/** How much of a list, and where it continues. */
export interface PageQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Search results are looked for among so many rows of the list before the index is used. */
const SCANNED_ROWS_MAX = 2000

const Found = z.looseObject({ page_key: z.string(), page_id: z.string(), total: z.number().nullable() })

/**
 * A page of a list with the total of all rows, in one statement.
 *
 * PostgreSQL cannot know how many rows match a search, and the best plan for a rare word is the worst for a common one. So a search
 * with its own index scans the first rows of the list, and uses that index only when they do not fill the page.
 * @throws AppError `invalid_input`: not a cursor of this list
 */
export function readPage<Row, Filters>(
  { read, clock }: Pick<Core, 'read' | 'clock'>,
  list: List<Row, Filters>,
  filters: Filters,
  page: PageQuery,
) {
  return read((db) => readPageOf({ db, clock }, list, filters, page))
}

async function readPageOf<Row, Filters>(
  core: Pick<Core, 'db' | 'clock'>,
  list: List<Row, Filters>,
  filters: Filters,
  { limit, cursor }: PageQuery,
) {
  const { table, alias } = list
  const order = list.order(filters)
  const lead = list.lead?.(filters)
  const from = lead ?? { table, order, filters }
  const listed = list.where(from.filters)
  const search = await findSearch(core.db, list, filters)
  const indexed = search?.byIndex ?? search?.byRow
  const matching = sql`from ${from.table} where ${allOf([listed, search?.toCount ?? indexed])}`
  const upto = lead && COUNTED_BY_LOOKUP
  const total = countBeside(core, matching, upto)
  const remaining = allOf([listed, cursor !== undefined && rowsAfter(from.order, readPlace(order, cursor))])
  const sorted = sql`order by ${sortKeys(order)}`
  // The page's ids come from an index alone where there is one that fits, and only its rows from the table.
  const read = async (chosen: SQL) =>
    Result.parse(
      await core.db.execute(
        sql`select ${list.select}, ${order.by}::text as page_key, ${order.id}::text as page_id, ${total.column} as total
              from (select ${from.order.id} as chosen from ${chosen} order by ${sortKeys(from.order)} limit ${limit + 1}) as page
              join ${table} on ${order.id} = page.chosen ${list.joins ?? sql``} ${sorted}`,
      ),
    ).rows
  let found: unknown[] = []
  if (search?.byIndex)
    found = await read(
      sql`(select * from ${table} where ${remaining} ${sorted} limit ${SCANNED_ROWS_MAX}) as ${sql.raw(alias)} where ${search.byRow}`,
    )
  if (found.length <= limit) found = await read(sql`${from.table} where ${allOf([remaining, indexed])}`)
  const [first] = found.slice(0, 1).map((each) => Found.parse(each))
  const last = found.length > limit ? Found.parse(found[limit - 1]) : undefined
  return {
    items: found.slice(0, limit).map((each) => list.row.parse(each)),
    next_cursor: last === undefined ? null : writePlace(order, last),
    // A later page without rows says nothing about those before it.
    total: first === undefined && cursor !== undefined ? await countUpTo(core, matching, upto) : total.of(first?.total),
  }
}

async function findSearch<Row, Filters>(
  db: Db,
  list: List<Row, Filters>,
  filters: Filters,
): Promise<Search | undefined> {
  if (!list.resolveSearch) return list.search?.(filters)
  const byRow = await list.resolveSearch(db, filters)
  return byRow && { byRow }
}

/** Rows by a condition of their own, without masks. The caller audits who opened them. */
export function readOpened<Row, Filters>(db: Db | Tx, list: List<Row, Filters>, where: SQL): Promise<Row[]> {
  return rows(db, sql`select ${list.selectOpened} from ${list.table} ${list.joins ?? sql``} where ${where}`, list.row)
}

/** The number of all rows with these filters. */
export function countListed<Row, Filters>(
  { read, clock }: Pick<Core, 'read' | 'clock'>,
  list: List<Row, Filters>,
  filters: Filters,
) {
  const search = list.search?.(filters)
  const where = allOf([list.where(filters), search?.toCount ?? search?.byIndex ?? search?.byRow])
  return read((db) => countUpTo({ db, clock }, sql`from ${list.table} where ${where}`))
}

/** Rows as a page has them, by a condition of their own. */
export function readListed<Row, Filters>(db: Db | Tx, list: List<Row, Filters>, where: SQL): Promise<Row[]> {
  return rows(db, sql`select ${list.select} from ${list.table} ${list.joins ?? sql``} where ${where}`, list.row)
}
