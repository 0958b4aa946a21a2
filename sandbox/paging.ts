/**
 * Pages of a list (docs/protocols/paystack.md section 6): by number, or for some lists by cursor with `use_cursor=true`. A cursor says
 * only where the next page begins, not how many there are.
 */
import { and, gte, lte, sql, type Column, type SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'

/** The row after which a page begins: the one created before it. */
interface Position {
  createdAt: Date
  id: number
}

export interface Paging {
  perPage: number
  page: number
  from: Date | null
  to: Date | null
  /** Undefined where the caller asks by number; null for the first page by cursor. */
  cursor: Position | null | undefined
}

/** At most 100 a page: who asks for more gets 100, and must read `meta` to notice. */
export function readPaging(c: Context): Paging {
  const number = (name: string, otherwise: number) => {
    const text = c.req.query(name)
    if (text === undefined || text === '') return otherwise
    if (!/^[1-9]\d{0,6}$/.test(text)) throw refusals.invalid(`"${name}" must be a positive number`)
    return Number(text)
  }
  const moment = (name: string) => {
    const text = c.req.query(name)
    if (text === undefined || text === '') return null
    const date = new Date(text)
    if (Number.isNaN(date.getTime())) throw refusals.invalid(`Invalid '${name}' date passed`)
    return date
  }
  return {
    perPage: Math.min(number('perPage', 50), 100),
    page: number('page', 1),
    from: moment('from'),
    to: moment('to'),
    cursor: undefined,
  }
}

/** For the lists that have cursors too: transactions and disputes. */
export function readCursorPaging(c: Context): Paging {
  const paging = readPaging(c)
  if (c.req.query('use_cursor') !== 'true') return paging
  const next = c.req.query('next')
  return { ...paging, page: 1, cursor: next ? positionOf(next) : null }
}

function positionOf(cursor: string): Position {
  const [, time, id] = /^(\d{1,15})-(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (time === undefined || id === undefined) throw refusals.invalid('Invalid cursor passed')
  return { createdAt: new Date(Number(time)), id: Number(id) }
}

function cursorAt({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()}-${id}`).toString('base64url')
}

/** Limits rows to the time that was asked for. */
export const createdWithin = ({ from, to }: Paging, createdAt: Column): SQL | undefined =>
  and(from ? gte(createdAt, from) : undefined, to ? lte(createdAt, to) : undefined)

/** Adds to a filter what a cursor leaves out. */
export function within(paging: Paging, matching: SQL | undefined, columns: { createdAt: Column; id: Column }) {
  if (!paging.cursor) return matching
  const { createdAt, id } = paging.cursor
  const before = sql`(${columns.createdAt}, ${columns.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::bigint)`
  return and(matching, before)
}

/**
 * Returns a list's description of its pages, by cursor or number as it was asked for, unless a switch sets it: `cursor` although it was
 * asked by number, or `zero` pages although there are rows.
 */
function listMeta({ switches }: Provider, paging: Paging, total: number, listed: readonly Position[]) {
  const { listMeta: form = 'offset' } = switches.of(null)
  const { perPage, page } = paging
  if (paging.cursor !== undefined || form === 'cursor') {
    const last = listed.length === perPage ? listed.at(-1) : undefined
    // The provider writes the absence of an earlier page as text.
    return { next: last ? cursorAt(last) : null, previous: 'null', perPage }
  }
  const pageCount = form === 'zero' ? 0 : Math.ceil(total / perPage)
  return { total, skipped: (page - 1) * perPage, perPage, page, pageCount }
}

interface Listed {
  readonly message: string
  readonly data: readonly object[]
  readonly total: number
  /** The rows behind the data. */
  readonly rows: readonly Position[]
  /** Details of its pages that only this list has. */
  readonly meta?: object
}

/** Answers with a page of a list. */
export function answerList(c: Context, provider: Provider, paging: Paging, listed: Listed): Response {
  const { message, data, total, rows, meta } = listed
  return c.json({ status: true, message, data, meta: { ...listMeta(provider, paging, total, rows), ...meta } })
}
