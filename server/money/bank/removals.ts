/**
 * Removing a statement that should not be here, with the lines that no other statement has, and their matches. Where such a line is in a
 * difference, one person who handles money proposes it and a second one confirms. The database refuses it otherwise.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { lapseProposal, propose, type About, type ProposalKind } from '../../record/two-person/proposals.ts'
import { recordGaps } from './gaps.ts'
import { forgetIds } from './known-lines.ts'
import { lockBank } from './match-lines.ts'
import { bankStatements } from './schema.ts'

export const STATEMENT_REMOVALS: ProposalKind<'remove'> = {
  name: 'statement_removal',
  choices: ['remove'],
  audited: {
    subject: 'bank_statement',
    proposed: 'bank_statement.removal_asked',
    confirmed: 'bank_statement.removed',
    withdrawn: 'bank_statement.removal_withdrawn',
  },
}

type Statement = typeof bankStatements.$inferSelect

/**
 * Removes a statement, or proposes it where a line that no other statement has is in a difference.
 * @returns how many lines were removed; `waits`: none yet, a second person must confirm
 * @throws AppError `not_found`, `already_proposed`
 */
export async function removeStatement({ db, clock }: Core, by: Administering, id: string, reason: string) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const statement = await lockStatement(tx, id)
    if (await isInDifference(tx, id)) {
      await propose(tx, STATEMENT_REMOVALS, by, { subjectId: id, choice: 'remove', reason }, aboutIt(statement), now)
      return { lines_removed: 0, waits: true }
    }
    await lapseProposal(tx, STATEMENT_REMOVALS, id, now)
    const { confirmed: action, subject } = STATEMENT_REMOVALS.audited
    await recordAudit(tx, { by, action, subject, ...aboutIt(statement) }, now)
    return { lines_removed: await deleteStatement(tx, statement, now), waits: false }
  })
}

export const removalDecision = (core: Core) =>
  decisionKind(core, {
    ...STATEMENT_REMOVALS,
    lock: ({ tx }, { subjectId }) => lockStatement(tx, subjectId),
    about: aboutIt,
    async carryOut({ tx, now }, statement) {
      await deleteStatement(tx, statement, now)
    },
    withdraw: async ({ tx }, { subjectId }) => aboutIt(await lockStatement(tx, subjectId)),
    async view(db, removals) {
      const ids = removals.map(({ subjectId }) => subjectId)
      const found = await db.select().from(bankStatements).where(inArray(bankStatements.id, ids))
      return new Map(
        removals.flatMap(({ id, subjectId }) => {
          const statement = found.find((each) => each.id === subjectId)
          if (!statement) return []
          const days = `${statement.firstDay} ${statement.lastDay}`
          return [[id, { subject: statement.bank, facts: [{ name: 'days' as const, before: null, after: days }] }]]
        }),
      )
    },
  })

const aboutIt = ({ id, bank, lines }: Statement): About => ({ subjectId: id, before: { bank, rows: lines } })

/** Locks all statements. @throws AppError `not_found` */
async function lockStatement(tx: Tx, id: string): Promise<Statement> {
  await lockBank(tx)
  const [statement] = await tx.select().from(bankStatements).where(eq(bankStatements.id, id))
  if (!statement) throw new AppError('not_found', { detail: 'There is no such statement.' })
  return statement
}

/** @returns how many lines went with it */
async function deleteStatement(tx: Tx, { id, bank }: Statement, now: Date): Promise<number> {
  await tx.delete(bankStatements).where(eq(bankStatements.id, id))
  const lines = await rows(
    tx,
    sql`delete from bank_lines as line where not exists (select from bank_statement_lines where line_id = line.id) returning line.id`,
    z.unknown(),
  )
  await forgetIds(tx, bank)
  await recordGaps(tx, now)
  return lines.length
}

async function isInDifference(tx: Tx, id: string): Promise<boolean> {
  const found = sql`select statement_is_in_difference(${id}::uuid) as is_in_difference`
  return (await onlyRow(tx, found, z.object({ is_in_difference: z.boolean() }))).is_in_difference
}
