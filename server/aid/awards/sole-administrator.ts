/**
 * One administrator alone (SOLE_ADMINISTRATOR=on, and no one else may approve payments): they may grant and release small amounts that they proposed
 * themselves. A payment waits a day first, and a second administrator countersigns it once there is one. The database keeps the same
 * limits (migrations/0011_aid_awards.sql).
 */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ALONE_EACH_MAX, ALONE_WEEK_MAX } from '../../../contract/aid/payout-fields.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { readLimits, type PayoutLimits } from '../limits/limits.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import { disbursements, type Disbursement } from './schema.ts'
import { lockDisbursement, peopleFor } from './subjects.ts'
import { waitingTimes } from './waiting-times.ts'

/** Whether one administrator may decide alone here and now. */
export async function isSole({ env }: Pick<Core, 'env'>, db: Db | Tx): Promise<boolean> {
  if (!env.payouts.soleAdministrator) return false
  const { approvers } = await onlyRow(
    db,
    sql`select count(*)::int as approvers from profiles where ${withDuty('handle_money')}`,
    z.object({ approvers: z.number() }),
  )
  return approvers === 1
}

export const peopleForAward = (limits: PayoutLimits, total: Kobo, sole: boolean): 1 | 2 | 3 =>
  sole && total <= ALONE_WEEK_MAX ? 1 : peopleFor(limits, total)

/** The people that a new award needs, with its proposer. @param total what counts with it */
export async function signersForAward(core: Core, tx: Tx, total: Kobo): Promise<1 | 2 | 3> {
  return peopleForAward(await readLimits(tx), total, await isSole(core, tx))
}

/** The people that a new disbursement needs, with its proposer. @param total what counts with its award */
export async function signersForDisbursement(core: Core, tx: Tx, total: Kobo, amount: Kobo): Promise<1 | 2 | 3> {
  const people = peopleFor(await readLimits(tx), total)
  return people === 2 && amount <= ALONE_EACH_MAX && (await isSole(core, tx)) ? 1 : people
}

/** When its proposer may release it alone. */
export const aloneFrom = (env: Core['env'], { proposedAt }: Pick<Disbursement, 'proposedAt'>) =>
  after(proposedAt, waitingTimes(env).alone)

/** In kobo, in the seven days before. */
export async function releasedAlone(db: Db | Tx, now: Date): Promise<Kobo> {
  const since = after(now, -hours(7 * 24)).toISOString()
  const { released } = await onlyRow(
    db,
    sql`select coalesce(sum(amount), 0)::text as released from disbursements
         where released_by = proposed_by and released_at > ${since}::timestamptz`,
    z.object({ released: z.coerce.bigint() }),
  )
  return released
}

/** Their own proposal is approved: only alone, and within the limits. */
export async function requireAlone(
  core: Core,
  tx: Tx,
  by: Administering,
  approved: { readonly proposedBy: string },
  disbursement: Disbursement | null,
): Promise<void> {
  if (approved.proposedBy !== by.userId) return
  if (!(await isSole(core, tx))) throw new AppError('second_administrator_needed')
  if (!disbursement) return
  const now = core.clock.now()
  if (now < aloneFrom(core.env, disbursement)) throw new AppError('released_too_early')
  if ((await releasedAlone(tx, now)) + disbursement.amount > ALONE_WEEK_MAX) throw new AppError('limit_exceeded')
}

/** Limits of a sole administrator; null where there are two, or the setting is off. Amounts in kobo. */
export async function readSole(core: Core) {
  if (!(await isSole(core, core.db))) return null
  return {
    each_max: ALONE_EACH_MAX,
    week_max: ALONE_WEEK_MAX,
    released: await releasedAlone(core.db, core.clock.now()),
    wait_minutes: Math.round(waitingTimes(core.env).alone / 60_000),
  }
}

/**
 * A second administrator approves afterwards what the first one released alone.
 * @throws AppError `not_found`, `own_request`, `second_administrator_needed`, `already_decided` (it was not released alone, or it is
 *   countersigned)
 * @returns the id of its award
 */
export async function countersign(core: Core, by: Administering, id: string): Promise<string> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    const { award, disbursement } = await lockDisbursement(tx, by, id)
    const { proposedBy, releasedBy, countersignedBy } = disbursement
    if (releasedBy === null || releasedBy !== proposedBy || countersignedBy !== null)
      throw new AppError('already_decided')
    if (releasedBy === by.userId) throw new AppError('second_administrator_needed')
    await tx
      .update(disbursements)
      .set({ countersignedBy: by.userId, countersignedAt: now })
      .where(eq(disbursements.id, id))
    await recordAudit(tx, { by, action: 'disbursement.countersigned', subject: 'disbursement', subjectId: id }, now)
    return award.id
  })
}
