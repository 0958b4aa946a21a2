/**
 * How a difference is closed: one administrator proposes it with an explanation, a second one confirms it (server/record/two-person). It ends in the
 * entry that closing it books, or for one of the reasons why no entry is right, and stays on record.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
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
import { readPeople } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError, refusedField } from '../../platform/errors.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { propose, type ProposalKind } from '../../record/two-person/proposals.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import { differences, type OpenDifference } from './schema.ts'
import { isTiedToDifference, requireUntied } from './ties.ts'

export const DIFFERENCE_CLOSINGS: ProposalKind<ClosingChoice> = {
  name: 'difference_closing',
  choices: CLOSING_CHOICES,
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

const outcomeAt = (now: Date) => sql`case kind when 'short_fund' then 'cover' when 'transfer' then
  case when not transfer_is_asked(subject, ${now.toISOString()}::timestamptz) then coalesce(late_outcome(subject, ledger - provider), 'close') end
  else 'close' end`

/** Whether a transfer's difference books an entry when it is closed: no reason explains it. */
export const ENDS_IN_ENTRY = sql`(kind = 'transfer' and late_outcome(subject, ledger - provider) is not null)`

/** Tests whether a proposal to close a difference has another outcome by now, or none yet. */
export const isOtherOutcome = (outcome: ClosingOutcome | null, choice: ClosingChoice): boolean =>
  outcome === 'close' ? reasonIn(choice) === null : outcome !== choice

/** The same as a condition on `proposals`. */
const hasOtherOutcome = (now: Date) => sql`exists (
  select from differences cross join lateral (select ${outcomeAt(now)} as outcome) as now
   where differences.id = proposals.subject_id and case outcome when 'close'
         then proposals.choice <> all(${sql.param([...CLOSING_REASONS])}::text[]) else proposals.choice is distinct from outcome end)`

/** The outcomes of closing each of these, by id: none while the provider is asked about its transfer again. */
export async function readOutcomes(
  db: Db | Tx,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ClosingOutcome | null>> {
  if (ids.length === 0) return new Map()
  const found = await rows(
    db,
    sql`select id::text, ${outcomeAt(now)} as outcome from differences where id = any(${sql.param([...ids])}::uuid[])`,
    z.object({ id: z.string(), outcome: z.enum(CLOSING_OUTCOMES).nullable() }),
  )
  return new Map(found.map(({ id, outcome }) => [id, outcome]))
}

/** @throws AppError `transfer_asked`: the provider's answer decides */
async function outcomeOf(tx: Tx, { id }: OpenDifference, now: Date): Promise<ClosingOutcome> {
  const outcome = (await readOutcomes(tx, [id], now)).get(id)
  if (!outcome) throw new AppError('transfer_asked')
  return outcome
}

/**
 * @param ending `booked` exactly where closing it books an entry
 * @throws AppError `not_found` (also when it is no longer open), `own_request`, `already_proposed`, `transfer_asked`, `invalid_input`: another ending
 */
export async function proposeClosing(
  { db, clock }: Core,
  by: Administering,
  id: string,
  { ending, reason }: { readonly ending: ClosingEnding; readonly reason: string },
) {
  const now = clock.now()
  const closing = await db.transaction(async (tx) => {
    const difference = await lockOpen(tx, id)
    await requireUntied(tx, by.userId, id)
    const outcome = await outcomeOf(tx, difference, now)
    const choice = ending === 'booked' ? outcome : ending
    if (choice === 'close' || (choice === ending && outcome !== 'close')) {
      const message =
        outcome === 'close' ? 'Closing this difference books nothing.' : 'This difference ends in an entry.'
      throw refusedField('ending', message)
    }
    const about = { subjectId: difference.id, after: { decision: choice } }
    return propose(tx, DIFFERENCE_CLOSINGS, by, { subjectId: id, choice, reason }, about, now)
  })
  return viewProposal(closing, await readPeople(db, [closing.proposedBy]), by.userId)
}

/** @param settle books the end of a difference, where an entry is its end */
export const closingDecision = (core: Core, settle: SettleDifference) =>
  decisionKind(core, {
    ...DIFFERENCE_CLOSINGS,
    async lock({ tx, by, now }, { subjectId }) {
      const difference = await lockOpen(tx, subjectId)
      await requireUntied(tx, by.userId, subjectId)
      return { difference, outcome: await outcomeOf(tx, difference, now) }
    },
    refuse(_step, { outcome }, { choice }) {
      // Closing it may do something else by now.
      if (isOtherOutcome(outcome, choice)) throw new AppError('proposal_lapsed')
    },
    tied: (userId) =>
      sql`exists (select from differences where differences.id = proposals.subject_id and ${isTiedToDifference(userId)})`,
    over: hasOtherOutcome,
    about: (_subject, { subjectId, choice }) => ({
      subjectId,
      before: { state: 'open' },
      after: { state: 'closed', decision: choice },
    }),
    async carryOut({ tx, now }, { difference, outcome }, { subjectId, choice }) {
      const entry = outcome === 'close' ? null : await settle(tx, difference, outcome, now)
      await tx
        .update(differences)
        .set({ state: 'closed', endedAt: now, ending: reasonIn(choice) ?? 'booked', entry })
        .where(eq(differences.id, subjectId))
      await keepDigest(core, tx, CLOSING, subjectId)
    },
    async withdraw({ tx, by }, { subjectId, choice }) {
      await requireUntied(tx, by.userId, subjectId)
      return { subjectId, before: { decision: choice } }
    },
    async view(db, closings) {
      const ids = closings.map(({ subjectId }) => subjectId)
      const found = await db.select().from(differences).where(inArray(differences.id, ids))
      return new Map(
        closings.flatMap(({ id, subjectId }) => {
          const difference = found.find((each) => each.id === subjectId)
          if (!difference) return []
          const { subject, kind, amount } = difference
          const amounts = amount === null ? [] : [{ name: 'amount' as const, before: null, after: amount }]
          return [
            [id, { subject, amounts, facts: [{ name: 'difference' as const, before: null, after: kind }] }] as const,
          ]
        }),
      )
    },
  })

const reasonIn = (choice: ClosingChoice) => CLOSING_REASONS.find((each) => each === choice) ?? null

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
