/** Reading a list piece by piece: where a piece begins, and in which order its rows come. */
import { sql, type SQL } from 'drizzle-orm'
import type { Place } from '../http/cursor.ts'

/** A list's order: by one expression, and by the id where that is equal; an index has both. */
export interface ListOrder {
  readonly by: SQL
  readonly id: SQL
  /** Of what `by` is. */
  readonly type: 'timestamptz' | 'bigint'
  readonly descending: boolean
}

/** The order of most lists: the newest first. @param table whose `created_at` and `id` it is */
export function newestFirst(table: string): ListOrder {
  const column = (name: string) => sql.raw(`${table}.${name}`)
  return { by: column('created_at'), id: column('id'), type: 'timestamptz', descending: true }
}

/** The rows behind a place: its values as text. */
export function rowsAfter({ by, id, type, descending }: ListOrder, place: { by: string; id: string }): SQL {
  const direction = sql.raw(descending ? '<' : '>')
  return sql`(${by}, ${id}) ${direction} (${place.by}::${sql.raw(type)}, ${place.id}::uuid)`
}

/** As a page's cursor says it. */
export function placeOf({ createdAt, id }: Place): { by: string; id: string } {
  return { by: createdAt.toISOString(), id }
}

export function sortKeys({ by, id, descending }: ListOrder): SQL {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`${by} ${direction}, ${id} ${direction}`
}
