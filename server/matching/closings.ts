/**
 * What people see of a match, and how a difference is closed: one administrator proposes it with a reason, a second one confirms it
 * (server/proposals). Nothing is booked: a closed difference is explained, and stays on record.
 */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Administering } from '../audit/audit.ts'
import { personIn, readPeople, type Person } from '../auth/people.ts'
import { hours } from '../lib/clock.ts'
import type { Core } from '../lib/core.ts'
import { onlyRow, type Db, type Tx } from '../lib/db/db.ts'
import { AppError } from '../lib/errors.ts'
import {
  confirmProposal,
  getOpenProposal,
  listOpenProposals,
  propose,
  withdrawProposal,
  type Proposal,
  type ProposalKind,
} from '../proposals/proposals.ts'
import { matchDifferences, matches, type MatchDifference } from './schema.ts'

/** More than people read at once. */
const SHOWN_MAX = 200

export const DIFFERENCE_CLOSINGS: ProposalKind<'close'> = {
  name: 'difference_closing',
  choices: ['close'],
  audited: {
    subject: 'difference',
    proposed: 'difference.closing_proposed',
    confirmed: 'difference.closed',
    withdrawn: 'difference.closing_withdrawn',
  },
}

/** The last match and the open differences, as this administrator sees them. */
export async function readMatch({ db, clock }: Core, userId: string) {
  const [newest] = await db.select().from(matches).orderBy(desc(matches.createdAt)).limit(1)
  const [complete] = await db
    .select()
    .from(matches)
    .where(eq(matches.state, 'complete'))
    .orderBy(desc(matches.createdAt))
    .limit(1)
  const open = await db
    .select()
    .from(matchDifferences)
    .where(eq(matchDifferences.state, 'open'))
    .orderBy(asc(matchDifferences.occurredAt), asc(matchDifferences.id))
    .limit(SHOWN_MAX)
  const ids = open.map(({ id }) => id)
  const proposals = ids.length > 0 ? await listOpenProposals(db, DIFFERENCE_CLOSINGS, clock.now(), ids) : []
  const people = await readPeople(
    db,
    proposals.map(({ proposedBy }) => proposedBy),
  )
  return {
    state: newest?.state ?? null,
    complete: complete
      ? {
          finished_at: complete.finishedAt ?? complete.createdAt,
          compared_from: complete.comparedFrom ?? complete.createdAt,
          payments: complete.payments,
          settlements: complete.settlements,
          held: complete.held ?? 0n,
          provider_balance: complete.providerBalance ?? 0n,
        }
      : null,
    differences: open.map((row) => {
      const proposal = proposals.find(({ subjectId }) => subjectId === row.id)
      return {
        id: row.id,
        kind: row.kind,
        subject: row.subject,
        ledger: row.ledger,
        provider: row.provider,
        occurred_at: row.occurredAt,
        age_days: Math.max(0, Math.floor((clock.now().getTime() - row.occurredAt.getTime()) / hours(24))),
        first_seen_at: row.firstSeenAt,
        proposal: proposal ? asClosing(proposal, people, userId) : null,
      }
    }),
  }
}

const Public = z.object({
  matched_at: z.coerce.date().nullable(),
  payments: z.coerce.number(),
  unexplained: z.coerce.bigint(),
  differences: z.coerce.number(),
})

/** What everyone may know: the last complete match, and the sum of what is not explained. */
export async function readTransparency(db: Db) {
  return onlyRow(
    db,
    sql`with latest as (select finished_at, payments from matches where state = 'complete' order by created_at desc limit 1)
        select (select finished_at from latest) as matched_at, coalesce((select payments from latest), 0) as payments,
               coalesce(sum(abs(ledger - provider)), 0)::text as unexplained, count(*) as differences
          from match_differences where state = 'open'`,
    Public,
  )
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
    await tx.update(matchDifferences).set({ state: 'closed', endedAt: now }).where(eq(matchDifferences.id, subjectId))
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

async function lockOpen(tx: Tx, id: string): Promise<MatchDifference> {
  const [difference] = await tx
    .select()
    .from(matchDifferences)
    .where(and(eq(matchDifferences.id, id), eq(matchDifferences.state, 'open')))
    .for('update')
  if (!difference) throw new AppError('not_found', { detail: 'This difference is no longer open.' })
  return difference
}

async function describe(db: Db, closing: Proposal<'close'>, userId: string) {
  return asClosing(closing, await readPeople(db, [closing.proposedBy]), userId)
}

function asClosing(closing: Proposal<'close'>, people: ReadonlyMap<string, Person>, userId: string) {
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
