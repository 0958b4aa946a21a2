/** A page of a list that is sorted by moment: its rows, where the next page begins, and how many rows the list has. */
import { sql, type SQL } from 'drizzle-orm'
import type { Core } from '../core.ts'
import { cutPageBy, readCursor, writeCursor } from '../http/cursor.ts'
import { countUpTo } from './counted.ts'
import { rowsAfter, sortKeys, placeOf, type ListOrder } from './keyset.ts'

/** How much of a list, and where it goes on. */
export interface PageQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface PagedList<Row> {
  readonly order: ListOrder
  /** All its rows, as they are counted: `from … where …`. */
  readonly counted: SQL
  /** @param onward the condition on the rows behind the page before @param page `order by … limit …` */
  readonly read: (onward: SQL, page: SQL) => Promise<Row[]>
}

/** @throws AppError `invalid_input`: no cursor of ours */
export async function readListPage<Row extends { readonly created_at: Date; readonly id: string }>(
  core: Pick<Core, 'db' | 'clock'>,
  { order, counted, read }: PagedList<Row>,
  { limit, cursor }: PageQuery,
) {
  const onward = cursor === undefined ? sql`true` : rowsAfter(order, placeOf(readCursor(cursor)))
  const [found, total] = await Promise.all([
    read(onward, sql`order by ${sortKeys(order)} limit ${limit + 1}`),
    countUpTo(core, counted),
  ])
  const { items, nextCursor } = cutPageBy(found, limit, ({ created_at: createdAt, id }) =>
    writeCursor({ createdAt, id }),
  )
  return { items, next_cursor: nextCursor, total }
}
