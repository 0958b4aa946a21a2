/**
 * How a difference is closed: one administrator proposes it with an explanation, a second one confirms it (server/record/two-person). It ends in the
 * entry that closing it books, or for one of the reasons why no entry is right, and stays on record.
 */
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  CLOSING_CHOICES,
  CLOSING_OUTCOMES,
  CLOSING_REASONS,
  type ClosingChoice,
  type ClosingEnding,
  type ClosingOutcome,
} from '../../../contract/money/differences-fields.ts'
import { at, columns, keepDigest, OF_INSTANCE, type Act } from '../../record/audit/act-digests.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { personIn, readPeople, type Person } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import {
  confirmProposal,
  getOpenProposal,
  propose,
  withdrawProposal,
  type Proposal,
  type ProposalKind,
} from '../../record/two-person/proposals.ts'
import { differences, type OpenDifference } from './schema.ts'

export const DIFFERENCE_CLOSINGS: ProposalKind<ClosingChoice> = {
  name: 'difference_closing',
  choices: CLOSING_CHOICES,
  duties: { propose: 'handle_money', confirm: 'handle_money' },
  audited: {
    subject: 'difference',
    proposed: 'difference.closing_proposed',
    confirmed: 'difference.closed',
    withdrawn: 'difference.closing_withdrawn',
  },
}

export const CLOSING: Act = {
  name: 'closing',
  table: 'differences',
  from: sql`differences as acted`,
  where: sql`acted.state = 'closed'`,
  covers: sql`${columns('kind', 'subject', 'ledger', 'provider', 'amount', 'expected', 'found')},
    ${at('ended_at')} || coalesce(' ' || acted.ending || coalesce(' ' || acted.entry, ''), '')`,
  ...OF_INSTANCE,
}

/** Books the end of a difference in the transaction that closes it. @returns the key of its entry */
export type SettleDifference = (
  tx: Tx,
  difference: OpenDifference,
  outcome: Exclude<ClosingOutcome, 'close'>,
  now: Date,
) => Promise<string>

/** The outcomes of closing each of these, by id. */
export async function readOutcomes(
  db: Db | Tx,
  open: readonly Pick<OpenDifference, 'id' | 'kind'>[],
): Promise<ReadonlyMap<string, ClosingOutcome>> {
  const ids = open.filter(({ kind }) => kind === 'transfer' || kind === 'short_fund').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const found = await rows(
    db,
    sql`select id::text, case kind when 'short_fund' then 'cover' else coalesce(late_outcome(subject, ledger - provider), 'close') end as outcome
          from differences where id = any(${sql.param(ids)}::uuid[])`,
    z.object({ id: z.string(), outcome: z.enum(CLOSING_OUTCOMES) }),
  )
  return new Map(found.map(({ id, outcome }) => [id, outcome]))
}

const outcomeOf = async (tx: Tx, difference: OpenDifference): Promise<ClosingOutcome> =>
  (await readOutcomes(tx, [difference])).get(difference.id) ?? 'close'

/**
 * @param ending `booked` exactly where closing it books an entry
 * @throws AppError `not_found` (also when it is no longer open), `already_proposed`, `invalid_input`: another ending
 */
export async function proposeClosing(
  { db, clock }: Core,
  by: Administering,
  id: string,
  { ending, reason }: { readonly ending: ClosingEnding; readonly reason: string },
) {
  const closing = await db.transaction(async (tx) => {
    const difference = await lockOpen(tx, id)
    const outcome = await outcomeOf(tx, difference)
    const choice = ending === 'booked' ? outcome : ending
    if (choice === 'close' || (choice === ending && outcome !== 'close')) {
      const message =
        outcome === 'close' ? 'Closing this difference books nothing.' : 'This difference ends in an entry.'
      throw new AppError('invalid_input', { fields: [{ field: 'ending', message }] })
    }
    const about = { subjectId: difference.id, after: { decision: choice } }
    return propose(tx, DIFFERENCE_CLOSINGS, by, { subjectId: id, choice, reason }, about, clock.now())
  })
  return describe(db, closing, by.userId)
}

/** @throws AppError `not_found`, `second_administrator_needed`, `proposal_lapsed`: also when closing it would do something else by now */
export async function confirmClosing(core: Core, by: Administering, id: string, settle: SettleDifference) {
  const { db, clock } = core
  const now = clock.now()
  const closing = await db.transaction(async (tx) => {
    const { subjectId, choice } = await getOpenProposal(tx, DIFFERENCE_CLOSINGS, id)
    const difference = await lockOpen(tx, subjectId)
    const outcome = await outcomeOf(tx, difference)
    const reason = CLOSING_REASONS.find((each) => each === choice) ?? null
    if (outcome === 'close' ? reason === null : outcome !== choice) throw new AppError('proposal_lapsed')
    const about = { subjectId, before: { state: 'open' }, after: { state: 'closed', decision: choice } }
    const confirmed = await confirmProposal(tx, DIFFERENCE_CLOSINGS, by, id, about, now)
    const entry = outcome === 'close' ? null : await settle(tx, difference, outcome, now)
    await tx
      .update(differences)
      .set({ state: 'closed', endedAt: now, ending: reason ?? 'booked', entry })
      .where(eq(differences.id, subjectId))
    await keepDigest(core, tx, CLOSING, subjectId)
    return confirmed
  })
  return describe(db, closing, by.userId)
}

/** @throws AppError `not_found`: no open proposal has this id */
export async function withdrawClosing({ db, clock }: Core, by: Administering, id: string) {
  const closing = await db.transaction(async (tx) => {
    const { subjectId, choice } = await getOpenProposal(tx, DIFFERENCE_CLOSINGS, id)
    const about = { subjectId, before: { decision: choice } }
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

async function describe(db: Db, closing: Proposal<ClosingChoice>, userId: string) {
  return asClosing(closing, await readPeople(db, [closing.proposedBy]), userId)
}

/** A closing as this administrator sees it. */
export function asClosing(closing: Proposal<ClosingChoice>, people: ReadonlyMap<string, Person>, userId: string) {
  return {
    id: closing.id,
    difference: closing.subjectId,
    choice: closing.choice,
    reason: closing.reason,
    state: closing.state,
    proposed_by: personIn(people, closing.proposedBy),
    proposed_at: closing.proposedAt,
    expires_at: closing.expiresAt,
    may_confirm: closing.state === 'proposed' && closing.proposedBy !== userId,
  }
}
