/**
 * The limits of paying out. Who is bound by them does not set them alone: someone who handles money proposes others, and an
 * administrator who did not propose them confirms, with a fresh second step. The public reads them on /transparency.
 */
import { desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { koboToNaira, type Kobo } from '../../../contract/platform/money.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { hasRecentSecondStep } from '../../people/sign-in/recent-sign-in.ts'
import type { Env } from '../../platform/env/env.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { preparedRows } from '../../platform/db/prepared.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { findOpenProposal, propose, type ProposalKind } from '../../record/two-person/proposals.ts'
import { proposals } from '../../record/two-person/schema.ts'
import { payoutLimits } from './schema.ts'

export interface PayoutLimits {
  /** Above this sum (server/aid/awards/counted-awards.ts), who approves needs a second step of at most ten minutes ago. In kobo. */
  readonly secondStepAbove: Kobo
  /** Above this sum, three people are needed: who proposes, and two who approve. */
  readonly threePeopleAbove: Kobo
  /** The most one person may release in 24 hours. */
  readonly releasedADayMax: Kobo
  /** How long an account that an applicant changed waits before it is paid to. */
  readonly changedAccountHours: number
}

/** The limits of an instance where no one has changed them. */
export const FIRST_LIMITS: PayoutLimits = {
  secondStepAbove: 5_000_000n,
  threePeopleAbove: 50_000_000n,
  releasedADayMax: 200_000_000n,
  changedAccountHours: 24,
}

const LIMITS: ProposalKind<'change'> = {
  name: 'payout_limits',
  choices: ['change'],
  audited: {
    subject: 'limits',
    proposed: 'limits.proposed',
    confirmed: 'limits.changed',
    withdrawn: 'limits.withdrawn',
  },
}

/** An instance has one set of limits, so one open proposal. */
const SUBJECT = '6c696d69-7473-4f6e-8000-000000000001'
/** How the audit names it. */
const AUDITED = 'payout_limits'

const Row = z
  .object({
    second: z.coerce.bigint(),
    three: z.coerce.bigint(),
    day: z.coerce.bigint(),
    hours: z.number(),
    since: z.coerce.date(),
  })
  .transform((row) => ({
    secondStepAbove: row.second,
    threePeopleAbove: row.three,
    releasedADayMax: row.day,
    changedAccountHours: row.hours,
    since: row.since,
  }))

const selectLimits = preparedRows(
  'payout_limits',
  {},
  Row,
  () => sql`
    select second_step_above::text as second, three_people_above::text as three, released_a_day_max::text as day,
           changed_account_hours as hours, proposals.decided_at as since
      from payout_limits join proposals on proposals.id = payout_limits.id
     where proposals.state = 'confirmed' order by proposals.decided_at desc, proposals.id desc limit 1`,
)

/** The limits in force. @returns since null: as a new instance has them */
export async function readLimits(db: Db | Tx): Promise<PayoutLimits & { readonly since: Date | null }> {
  const [found] = await selectLimits(db, {})
  return found ?? { ...FIRST_LIMITS, since: null }
}

/** How long a changed account waits. With play money a minute, so that the whole way can be tried in one sitting. */
export const changedAccountMinutes = ({ mode }: Pick<Env, 'mode'>, { changedAccountHours }: PayoutLimits) =>
  mode === 'sandbox' ? 1 : changedAccountHours * 60

/** In naira, as the audit and the API name them. */
export const viewLimits = (limits: PayoutLimits) => ({
  second_step_above: limits.secondStepAbove,
  three_people_above: limits.threePeopleAbove,
  released_a_day_max: limits.releasedADayMax,
  changed_account_hours: limits.changedAccountHours,
})

const auditedLimits = (limits: PayoutLimits) => ({
  second_step_above: koboToNaira(limits.secondStepAbove),
  three_people_above: koboToNaira(limits.threePeopleAbove),
  released_a_day_max: koboToNaira(limits.releasedADayMax),
  changed_account_hours: limits.changedAccountHours,
})

/**
 * Proposes other limits.
 * @throws AppError `already_proposed`, `invalid_input`: the second step would begin above the third person, or nothing could be released
 */
export async function proposeLimits(
  core: Core,
  by: Administering,
  wanted: PayoutLimits & { readonly reason: string },
): Promise<void> {
  const { reason, ...limits } = wanted
  requireSensible(limits)
  await core.db.transaction(async (tx) => {
    const about = { subjectId: AUDITED, before: auditedLimits(await readLimits(tx)), after: auditedLimits(limits) }
    const proposal = { subjectId: SUBJECT, choice: 'change', reason } as const
    const { id } = await propose(tx, LIMITS, by, proposal, about, core.clock.now())
    await tx.insert(payoutLimits).values({ id, ...limits })
  })
}

function requireSensible({ secondStepAbove, threePeopleAbove, releasedADayMax }: PayoutLimits): void {
  const fields = [
    ...(secondStepAbove > threePeopleAbove
      ? [{ field: 'second_step_above', message: 'It must be at most the amount above which three people are needed.' }]
      : []),
    ...(releasedADayMax === 0n ? [{ field: 'released_a_day_max', message: 'The amount must be at least ₦1.' }] : []),
  ]
  if (fields.length > 0) throw new AppError('invalid_input', { fields })
}

/** Changing the limits, which are in force and public at once. It needs a fresh second step. */
export const limitsDecision = (core: Core) =>
  decisionKind(core, {
    ...LIMITS,
    lock: ({ tx }, { id }) => aboutProposed(tx, id),
    async refuse({ tx, by }) {
      if (!(await hasRecentSecondStep({ ...core, db: tx }, by.sessionId)))
        throw new AppError('fresh_second_step_needed')
    },
    about: (change) => change,
    // The confirmed proposal puts them in force.
    carryOut: async () => {},
    async withdraw({ tx }, { id }) {
      const { before, after: wanted, subjectId } = await aboutProposed(tx, id)
      return { subjectId, before: wanted, after: before }
    },
    async view(db, proposed) {
      const inForce = await readLimits(db)
      const ids = proposed.map(({ id }) => id)
      const found = await db.select().from(payoutLimits).where(inArray(payoutLimits.id, ids))
      return new Map(found.map((wanted) => [wanted.id, { subject: '', ...changesOf(inForce, wanted) }]))
    },
  })

const AMOUNTS = [
  ['second_step_above', 'secondStepAbove'],
  ['three_people_above', 'threePeopleAbove'],
  ['released_a_day_max', 'releasedADayMax'],
] as const

function changesOf(inForce: PayoutLimits, wanted: PayoutLimits) {
  const [before, hoursWanted] = [String(inForce.changedAccountHours), String(wanted.changedAccountHours)]
  return {
    amounts: AMOUNTS.filter(([, field]) => inForce[field] !== wanted[field]).map(([name, field]) => ({
      name,
      before: inForce[field],
      after: wanted[field],
    })),
    facts: before === hoursWanted ? [] : [{ name: 'hours' as const, before, after: hoursWanted }],
  }
}

async function aboutProposed(tx: Tx, id: string) {
  const [wanted] = await tx.select().from(payoutLimits).where(eq(payoutLimits.id, id))
  invariant(wanted, 'proposed limits have their amounts')
  return { subjectId: AUDITED, before: auditedLimits(await readLimits(tx)), after: auditedLimits(wanted) }
}

/** The open proposal, also a lapsed one; null without one. */
export async function findProposedLimits(tx: Tx, now: Date) {
  const proposal = await findOpenProposal(tx, LIMITS, SUBJECT, now)
  if (!proposal) return null
  const [limits] = await tx.select().from(payoutLimits).where(eq(payoutLimits.id, proposal.id))
  invariant(limits, 'proposed limits have their amounts')
  return { proposal, limits }
}

/** The changes, newest first. */
export function listChanges(tx: Tx, max: number) {
  return tx
    .select({ limits: payoutLimits, proposal: proposals })
    .from(payoutLimits)
    .innerJoin(proposals, eq(proposals.id, payoutLimits.id))
    .where(eq(proposals.state, 'confirmed'))
    .orderBy(desc(proposals.decidedAt), desc(proposals.id))
    .limit(max)
}
