/** The uploaded bank statements, as pages: each can be removed, however old it is. */
import { sql } from 'drizzle-orm'
import { STATEMENT_FORMATS } from '../../../contract/money/bank-fields.ts'
import { personIn, readPeople } from '../../people/sign-in/people.ts'
import { listWithDuty } from '../../record/profiles/profiles.ts'
import { after } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { count, id, kobo, nullable, oneOf, text, timestamp } from '../../platform/lists/columns.ts'
import { defineList, readPage, type PageQuery } from '../../platform/lists/list.ts'
import { REMOVAL_WAIT } from './statements.ts'

const bankStatementList = defineList({
  table: sql`bank_statements as statements`,
  alias: 'statements',
  columns: {
    id: id(sql`statements.id`),
    bank: text(sql`statements.bank`),
    format: oneOf(sql`statements.format`, STATEMENT_FORMATS),
    uploaded_by: id(sql`statements.uploaded_by`),
    uploaded_at: timestamp(sql`statements.uploaded_at`),
    first_day: id(sql`to_char(statements.first_day, 'YYYY-MM-DD')`),
    last_day: id(sql`to_char(statements.last_day, 'YYYY-MM-DD')`),
    lines: count(sql`statements.lines`),
    lines_added: count(sql`statements.lines_added`),
    closing_balance: nullable(kobo(sql`statements.closing_balance`)),
    closing_day: nullable(id(sql`to_char(statements.closing_day, 'YYYY-MM-DD')`)),
    removal_asked_by: nullable(id(sql`statements.removal_asked_by`)),
    removal_asked_at: nullable(timestamp(sql`statements.removal_asked_at`)),
  },
  order: () => ({
    by: sql`statements.uploaded_at`,
    id: sql`statements.id`,
    type: 'timestamptz',
    descending: true,
  }),
  where: () => sql`true`,
})

/** A page of them, newest first. @throws AppError `invalid_input`: not a cursor of this list */
export async function listStatements(core: Core, query: PageQuery) {
  const { items, ...page } = await readPage(core, bankStatementList, {}, query)
  const since = after(core.clock.now(), -REMOVAL_WAIT)
  const handling = new Set(await listWithDuty(core.db, 'handle_money'))
  const askedBy = ({ removal_asked_by: by, removal_asked_at: at }: (typeof items)[number]) =>
    by !== null && at !== null && at > since && handling.has(by) ? by : null
  const people = await readPeople(
    core.db,
    items.flatMap((statement) => [statement.uploaded_by, askedBy(statement) ?? statement.uploaded_by]),
  )
  return {
    ...page,
    items: items.map((statement) => {
      const { removal_asked_at: _, ...shown } = statement
      const asked = askedBy(statement)
      const removal = asked === null ? null : personIn(people, asked)
      return Object.assign({}, shown, {
        uploaded_by: personIn(people, statement.uploaded_by),
        removal_asked_by: removal,
      })
    }),
  }
}
