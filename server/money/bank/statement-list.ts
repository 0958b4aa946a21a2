/** The uploaded bank statements, as pages: each can be removed, however old it is. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { STATEMENT_FORMATS } from '../../../contract/money/bank-fields.ts'
import { personIn, readPeople } from '../../people/sign-in/people.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import type { Core } from '../../platform/core.ts'
import { rows } from '../../platform/db/db.ts'
import { count, id, kobo, nullable, oneOf, text, timestamp } from '../../platform/lists/columns.ts'
import { defineList, readPage, type PageQuery } from '../../platform/lists/list.ts'
import { listUndecidedProposals } from '../../record/two-person/proposals.ts'
import { isTiedToStatement, STATEMENT_REMOVALS } from './removals.ts'

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
  },
  order: () => ({
    by: sql`statements.uploaded_at`,
    id: sql`statements.id`,
    type: 'timestamptz',
    descending: true,
  }),
  where: () => sql`true`,
})

/** A page of them as this member of staff sees it, newest first. @throws AppError `invalid_input`: not a cursor of this list */
export async function listStatements(core: Core, userId: string, query: PageQuery) {
  const { items, ...page } = await readPage(core, bankStatementList, {}, query)
  const ids = items.map((statement) => statement.id)
  const proposals = await listUndecidedProposals(core.db, STATEMENT_REMOVALS, core.clock.now(), ids)
  const found = await rows(
    core.db,
    sql`select id::text from bank_statements where id = any(${sql.param(ids)}::uuid[]) and ${isTiedToStatement(sql`bank_statements.id`, userId)}`,
    z.object({ id: z.string() }),
  )
  const tied = new Set(found.map((statement) => statement.id))
  const people = await readPeople(core.db, [
    ...items.map((statement) => statement.uploaded_by),
    ...proposals.map(({ proposedBy }) => proposedBy),
  ])
  return {
    ...page,
    items: items.map((statement) => {
      const isTied = tied.has(statement.id)
      const removal = proposals.find(({ subjectId }) => subjectId === statement.id)
      return Object.assign({}, statement, {
        uploaded_by: personIn(people, statement.uploaded_by),
        proposal: removal ? viewProposal(removal, people, userId, { isTied, isOver: removal.lapsed }) : null,
        may_remove: !isTied,
      })
    }),
  }
}
