/**
 * How a difference is closed: one administrator proposes it with a reason, a second one confirms it (server/proposals). Nothing is
 * booked: a closed difference is explained, and stays on record.
 */
import { and, eq } from 'drizzle-orm'
import type { Administering } from '../audit/audit.ts'
import { personIn, readPeople, type Person } from '../auth/people.ts'
import type { Core } from '../lib/core.ts'
import type { Db, Tx } from '../lib/db/db.ts'
import { AppError } from '../lib/errors.ts'
import {
  confirmProposal,
  getOpenProposal,
  propose,
  withdrawProposal,
  type Proposal,
  type ProposalKind,
} from '../proposals/proposals.ts'
import { differences, type OpenDifference } from './schema.ts'

export const DIFFERENCE_CLOSINGS: ProposalKind<'close'> = {
  name: 'difference_closing',
  choices: ['close'],
  duties: { propose: 'handle_money', confirm: 'handle_money' },
  audited: {
    subject: 'difference',
    proposed: 'difference.closing_proposed',
    confirmed: 'difference.closed',
    withdrawn: 'difference.closing_withdrawn',
  },
}

/** @throws AppError `not_found` (also when it is no longer open), `already_proposed` */
export async function proposeClosing({ db, clock }: Core, by: Administering, id: string, reason: string) {
  const closing = await db.transaction(async (tx) => {
    const difference = await lockOpen(tx, id)
    const about = { subjectId: difference.id, after: { decision: 'close' } }
    return propose(tx, DIFFERENCE_CLOSINGS, by, { subjectId: id, choice: 'close', reason }, about, clock.now())
  })
  return describe(db, closing, by.userId)
}

/** @throws AppError `not_found`, `second_administrator_needed`, `proposal_lapsed` */
export async function confirmClosing({ db, clock }: Core, by: Administering, id: string) {
  const now = clock.now()
  const closing = await db.transaction(async (tx) => {
    const { subjectId } = await getOpenProposal(tx, DIFFERENCE_CLOSINGS, id)
    await lockOpen(tx, subjectId)
    const about = { subjectId, before: { state: 'open' }, after: { state: 'closed' } }
    const confirmed = await confirmProposal(tx, DIFFERENCE_CLOSINGS, by, id, about, now)
    await tx.update(differences).set({ state: 'closed', endedAt: now }).where(eq(differences.id, subjectId))
    return confirmed
  })
  return describe(db, closing, by.userId)
}

/** @throws AppError `not_found`: no open proposal has this id */
export async function withdrawClosing({ db, clock }: Core, by: Administering, id: string) {
  const closing = await db.transaction(async (tx) => {
    const { subjectId } = await getOpenProposal(tx, DIFFERENCE_CLOSINGS, id)
    const about = { subjectId, before: { decision: 'close' } }
    return withdrawProposal(tx, DIFFERENCE_CLOSINGS, by, id, about, clock.now())
  })
  return describe(db, closing, by.userId)
}

/** Locks an open difference. @throws AppError `not_found` */
export async function lockOpen(tx: Tx, id: string): Promise<OpenDifference> {
  const [difference] = await tx
    .select()
    .from(differences)
    .where(and(eq(differences.id, id), eq(differences.state, 'open')))
    .for('update')
  if (!difference) throw new AppError('not_found', { detail: 'This difference is no longer open.' })
  return difference
}

async function describe(db: Db, closing: Proposal<'close'>, userId: string) {
  return asClosing(closing, await readPeople(db, [closing.proposedBy]), userId)
}

/** A closing as this administrator sees it. */
export function asClosing(closing: Proposal<'close'>, people: ReadonlyMap<string, Person>, userId: string) {
  return {
    id: closing.id,
    difference: closing.subjectId,
    reason: closing.reason,
    state: closing.state,
    proposed_by: personIn(people, closing.proposedBy),
    proposed_at: closing.proposedAt,
    expires_at: closing.expiresAt,
    may_confirm: closing.state === 'proposed' && closing.proposedBy !== userId,
  }
}
