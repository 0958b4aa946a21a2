/** Keyset pagination: the order of a list, and the place in it where a page ends and the next one begins. */
import { sql, type SQL } from 'drizzle-orm'
import { readCursor, readKeyCursor, writeCursor, writeKeyCursor } from '../http/cursor.ts'

/** By one expression, then by id. An index has both. */
export interface ListOrder {
  readonly by: SQL
  readonly id: SQL
  /** The type of `by`. */
  readonly type: 'timestamptz' | 'bigint'
  readonly descending: boolean
}

/** Newest first, by `created_at`. */
export function newestFirst(table: string): ListOrder {
  const column = (name: string) => sql.raw(`${table}.${name}`)
  return { by: column('created_at'), id: column('id'), type: 'timestamptz', descending: true }
}

/** The condition for the rows after a place, given as text. */
export function rowsAfter({ by, id, type, descending }: ListOrder, place: { by: string; id: string }): SQL {
  const direction = sql.raw(descending ? '<' : '>')
  return sql`(${by}, ${id}) ${direction} (${place.by}::${sql.raw(type)}, ${place.id}::uuid)`
}

/** The end of a page: the values of its last row, as text. */
export interface PageEnd {
  readonly page_key: string
  readonly page_id: string
}

/** The cursor of the next page. */
export function writePlace({ type }: ListOrder, { page_key: key, page_id: id }: PageEnd): string {
  return type === 'bigint' ? writeKeyCursor({ key, id }) : writeCursor({ createdAt: new Date(key), id })
}

/** @throws AppError `invalid_input`: not a cursor of this order */
export function readPlace({ type }: ListOrder, cursor: string): { by: string; id: string } {
  if (type === 'bigint') {
    const { key, id } = readKeyCursor(cursor)
    return { by: key, id }
  }
  const { createdAt, id } = readCursor(cursor)
  return { by: createdAt.toISOString(), id }
}

export function sortKeys({ by, id, descending }: ListOrder): SQL {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`${by} ${direction}, ${id} ${direction}`
}
