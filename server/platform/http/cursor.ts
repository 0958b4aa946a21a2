/**
 * Cursors of lists that are sorted newest first: where the page before ended. Opaque to callers. It names the last row by its
 * moment and id, never by its number, so rows that come meanwhile neither repeat nor hide others.
 */
import { z } from 'zod'
import { AppError } from '../errors.ts'

export interface Place {
  readonly createdAt: Date
  readonly id: string
}

/** The database's calendar has no year 0. */
const Written = z.tuple([z.iso.datetime().refine((text) => !text.startsWith('0000')), z.uuid()])

export function writeCursor({ createdAt, id }: Place): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url')
}

/** @throws AppError `invalid_input`: none of ours */
export function readCursor(cursor: string): Place {
  const read = Written.safeParse(jsonIn(cursor))
  if (!read.success) throw foreign()
  const [createdAt, id] = read.data
  return { createdAt: new Date(createdAt), id }
}

const KeyWritten = z.tuple([z.string().regex(/^-?\d{1,18}$/), z.uuid()])

/** A place in a list that is sorted by a whole number. */
export interface KeyPlace {
  readonly key: string
  readonly id: string
}

export function writeKeyCursor({ key, id }: KeyPlace): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/** @throws AppError `invalid_input`: none of ours */
export function readKeyCursor(cursor: string): KeyPlace {
  const read = KeyWritten.safeParse(jsonIn(cursor))
  if (!read.success) throw foreign()
  const [key, id] = read.data
  return { key, id }
}

function foreign(): AppError {
  return new AppError('invalid_input', { fields: [{ field: 'cursor', message: 'This is no cursor of this list.' }] })
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/**
 * Cuts what was found into a page: ask the database for one row more than the page may hold.
 * @returns the page's rows, and the cursor of the next one; null when this was the last
 */
export function cutPage<Row extends Place>(found: readonly Row[], limit: number) {
  return cutPageBy(found, limit, writeCursor)
}

/** The same for rows whose cursor is written from other fields. */
export function cutPageBy<Row>(found: readonly Row[], limit: number, cursorOf: (row: Row) => string) {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: found.length > limit && last !== undefined ? cursorOf(last) : null }
}
