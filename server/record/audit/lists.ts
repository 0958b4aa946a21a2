/** Lists of people's data: every page that an administrator reads is audited. */
import type { Core } from '../../platform/core.ts'
import { readPage, type List, type PageQuery } from '../../platform/lists/list.ts'
import { recordAudit, type Administering } from './audit.ts'

/** The filters in use, by name; who reads, and when, is none. Their values may be text about a person, which the audit must not hold. */
export function namesOfFilters(query: object): string {
  const {
    limit: _limit,
    cursor: _cursor,
    reading: _reading,
    ...filters
  } = { limit: 0, cursor: '', reading: null, ...query }
  return Object.entries(filters)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .join(', ')
}

/**
 * Reads a page, and records who read it, how many rows it had and by which filters.
 * @param name the list's name in the audit, as in the address of its CSV file
 * @throws AppError `invalid_input`: not a cursor of this list
 */
export async function readAuditedPage<Row, Filters extends object>(
  core: Core,
  by: Administering,
  name: string,
  list: List<Row, Filters>,
  query: Filters & PageQuery,
) {
  const page = await readPage(core, list, query, query)
  const after = { filters: namesOfFilters(query), rows: page.items.length }
  await recordAudit(core.db, { by, action: 'list.read', subject: 'list', subjectId: name, after }, core.clock.now())
  return page
}
