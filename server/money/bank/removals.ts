/**
 * Removing a statement that should not be here, with the lines that no other statement has, and their matches. Where such a line is in a
 * difference, one person who handles money proposes it and a second one confirms. The database refuses it otherwise. Someone tied to a payout that
 * a line is matched with does neither, as they do not undo that match.
 */
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { lapseProposal, propose, type About, type ProposalKind } from '../../record/two-person/proposals.ts'
import { isTiedToEntry } from '../differences/ties.ts'
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

/** The condition that removing a statement ends a match with an entry to which the person is tied. @param statement a column */
export const isTiedToStatement = (statement: SQL, userId: string): SQL => sql`exists (
  select from bank_statement_lines as own join bank_matches as match on match.line_id = own.line_id
   where own.statement_id = ${statement} and match.undone_at is null and ${isTiedToEntry(sql`match.transfer_key`, userId)}
     and not exists (select from bank_statement_lines as other where other.line_id = own.line_id and other.statement_id <> own.statement_id))`

/**
 * Removes a statement, or proposes it where a line that no other statement has is in a difference.
 * @returns how many lines were removed; `waits`: none yet, a second person must confirm
 * @throws AppError `not_found`, `own_request`, `already_proposed`
 */
export async function removeStatement({ db, clock }: Core, by: Administering, id: string, reason: string) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const statement = await lockStatement(tx, by, id)
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
    lock: ({ tx, by }, { subjectId }) => lockStatement(tx, by, subjectId),
    tied: (userId) => isTiedToStatement(sql`proposals.subject_id`, userId),
    about: aboutIt,
    async carryOut({ tx, now }, statement) {
      await deleteStatement(tx, statement, now)
    },
    withdraw: async ({ tx, by }, { subjectId }) => aboutIt(await lockStatement(tx, by, subjectId)),
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

/** Locks all statements. @throws AppError `not_found`, `own_request` */
async function lockStatement(tx: Tx, by: Administering, id: string): Promise<Statement> {
  await lockBank(tx)
  const isTied = isTiedToStatement(sql`${bankStatements.id}`, by.userId).mapWith(Boolean)
  const [found] = await tx
    .select({ statement: bankStatements, isTied })
    .from(bankStatements)
    .where(eq(bankStatements.id, id))
  if (!found) throw new AppError('not_found', { detail: 'There is no such statement.' })
  if (found.isTied) throw new AppError('own_request')
  return found.statement
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
