/** The open differences as administrators see them, and who looks into each. */
import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm'
import { FUND_DIFFERENCE_DAYS, type DifferenceKind } from '../../../contract/money/differences-fields.ts'
import type { DonationType } from '../../../contract/money/funds.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { personIn, readPeople } from '../../people/sign-in/people.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { listWithDuty, lockStaffAmong } from '../../record/profiles/profiles.ts'
import { listOpenProposals } from '../../record/two-person/proposals.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { DIFFERENCE_CLOSINGS, isOtherOutcome, lockOpen, readOutcomes } from './closings.ts'
import { differences, type OpenDifference } from './schema.ts'
import { findTiedDifferences, requireUntied } from './ties.ts'

/** More than people read at once. */
const SHOWN_MAX = 200

/** The open differences of these kinds, oldest first, at most 200, as this administrator sees them. */
export async function readOpenDifferences(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  userId: string,
  kinds: readonly DifferenceKind[],
) {
  const now = clock.now()
  const open = await db
    .select()
    .from(differences)
    .where(and(eq(differences.state, 'open'), inArray(differences.kind, [...kinds])))
    .orderBy(asc(differences.occurredAt), asc(differences.id))
    .limit(SHOWN_MAX)
  const ids = open.map(({ id }) => id)
  const proposals = ids.length > 0 ? await listOpenProposals(db, DIFFERENCE_CLOSINGS, now, ids) : []
  const people = await readPeople(db, [
    ...proposals.map(({ proposedBy }) => proposedBy),
    ...open.flatMap(({ assignedTo }) => assignedTo ?? []),
  ])
  const outcomes = await readOutcomes(db, ids, now)
  const isLooking = await readLooking(db)
  const tied = await findTiedDifferences(db, userId, ids)
  return open.map((row) => {
    const proposal = proposals.find(({ subjectId }) => subjectId === row.id)
    const isTied = tied.has(row.id)
    const closing = outcomes.get(row.id) ?? null
    const isOver = proposal !== undefined && isOtherOutcome(closing, proposal.choice)
    return {
      id: row.id,
      kind: row.kind,
      subject: row.subject,
      ledger: row.ledger,
      provider: row.provider,
      expected: row.expected,
      found: row.found,
      amount: row.amount,
      occurred_at: row.occurredAt,
      age_days: Math.max(0, Math.floor((now.getTime() - row.occurredAt.getTime()) / hours(24))),
      first_seen_at: row.firstSeenAt,
      last_seen_at: row.lastSeenAt,
      due_at: row.kind === 'short_fund' ? after(row.firstSeenAt, hours(24 * FUND_DIFFERENCE_DAYS)) : null,
      closing,
      assigned_to: row.assignedTo !== null && isLooking(row) ? personIn(people, row.assignedTo) : null,
      proposal: proposal ? viewProposal(proposal, people, userId, { isTied, isOver }) : null,
      may_act: !isTied,
    }
  })
}

/** Whether the owner of a difference still looks into it: no one whose account is closed, or who handles money no more. */
export async function readLooking(db: Db | Tx): Promise<(of: Pick<OpenDifference, 'assignedTo'>) => boolean> {
  const handling = new Set(await listWithDuty(db, 'handle_money'))
  return ({ assignedTo }) => assignedTo !== null && handling.has(assignedTo)
}

/** Everyone to whom a difference can be assigned. */
export async function readAssignees({ db }: Pick<Core, 'db'>) {
  const ids = await listWithDuty(db, 'handle_money')
  const people = await readPeople(db, ids)
  return { items: ids.map((id) => personIn(people, id)) }
}

/**
 * Assigns every open difference of one person to another, or to no one. Those to which the successor is tied, or who chooses them, go to no one.
 * @returns how many
 * @throws AppError `not_assignable`: the successor does not handle money
 */
export async function handOverDifferences(
  tx: Tx,
  { by, now }: { readonly by: Administering; readonly now: Date },
  from: string,
  to: string | null,
): Promise<number> {
  const moved = await tx
    .select({ id: differences.id })
    .from(differences)
    .where(and(eq(differences.assignedTo, from), eq(differences.state, 'open')))
    .orderBy(differences.id)
    .for('update')
  if (moved.length > 0 && to !== null && (await lockStaffAmong(tx, [to]))('handle_money').length === 0)
    throw new AppError('not_assignable')
  const ids = moved.map(({ id }) => id)
  const tied =
    to === null ? [] : [await findTiedDifferences(tx, to, ids), await findTiedDifferences(tx, by.userId, ids)]
  for (const id of ids) {
    const assignedTo = tied.some((those) => those.has(id)) ? null : to
    await tx.update(differences).set({ assignedTo }).where(eq(differences.id, id))
    const change = { before: { assigned_to: from }, after: { assigned_to: assignedTo } }
    await recordAudit(tx, { by, action: 'difference.assigned', subject: 'difference', subjectId: id, ...change }, now)
  }
  return moved.length
}

interface Assigning {
  readonly assigned_to: string | null
  /** The one that the caller saw. */
  readonly expected_assignee: string | null
}

/**
 * Assigns a difference to someone who handles money, or to no one.
 * @throws AppError `not_found`: it is no longer open, or the user does not handle money; `own_request`: one of both is tied to its request; `draft_changed`:
 *   someone else assigned it meanwhile
 */
export async function assignDifference(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  by: Administering,
  id: string,
  { assigned_to: assignedTo, expected_assignee: expected }: Assigning,
) {
  await db.transaction(async (tx) => {
    const before = await lockOpen(tx, id)
    const isLooking = await readLooking(tx)
    if ((isLooking(before) ? before.assignedTo : null) !== expected) throw new AppError('draft_changed')
    for (const userId of [by.userId, ...(assignedTo === null ? [] : [assignedTo])]) await requireUntied(tx, userId, id)
    if (assignedTo !== null && (await lockStaffAmong(tx, [assignedTo]))('handle_money').length === 0)
      throw new AppError('not_found', { detail: 'This person does not look after the books.' })
    await tx.update(differences).set({ assignedTo }).where(eq(differences.id, id))
    const change = { before: { assigned_to: before.assignedTo }, after: { assigned_to: assignedTo } }
    await recordAudit(
      tx,
      { by, action: 'difference.assigned', subject: 'difference', subjectId: id, ...change },
      clock.now(),
    )
  })
  return { assigned_to: assignedTo === null ? null : personIn(await readPeople(db, [assignedTo]), assignedTo) }
}

/** The funds below zero whose day has passed and of which no one was told by mail. They count as told from now on. */
export async function claimLateFunds(tx: Tx, now: Date): Promise<DonationType[]> {
  const late = await tx
    .update(differences)
    .set({ lateMailedAt: now })
    .where(
      and(
        eq(differences.kind, 'short_fund'),
        eq(differences.state, 'open'),
        isNull(differences.lateMailedAt),
        lte(differences.firstSeenAt, after(now, -hours(24 * FUND_DIFFERENCE_DAYS))),
      ),
    )
    .returning({ fund: differences.subject })
  return late.map(({ fund }) => fund)
}
