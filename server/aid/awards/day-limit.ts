/** Adds up what one person approved and released in a day. Amounts in kobo. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../../../contract/platform/money.ts'
import { findProofs } from '../../people/sign-in/recent-sign-in.ts'
import { readLimits } from '../limits/limits.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { RELEASES } from './proposal-kinds.ts'
import { requireSecondStep, type Approver } from './subjects.ts'

async function readReleasedSince(db: Db | Tx, userId: string, since: Date): Promise<Kobo> {
  const at = since.toISOString()
  const { released } = await onlyRow(
    db,
    // A union, so that each part uses its index.
    sql`select coalesce(sum(amount), 0)::text as released from disbursements where id in (
          select id from disbursements where released_by = ${userId}::uuid and released_at > ${at}::timestamptz
           union select subject_id from proposals join proposal_approvals on proposal_id = proposals.id
                  where kind = ${RELEASES.name} and approved_by = ${userId}::uuid and approved_at > ${at}::timestamptz)`,
    z.object({ released: z.coerce.bigint() }),
  )
  return released
}

const dayBefore = (now: Date) => after(now, -hours(24))

/**
 * Asks for the second step again once what a person releases in a day, since this session last passed one, adds up. In a sandbox, since it began.
 * @param amount to be released now
 * @throws AppError `fresh_second_step_needed`
 */
export async function requireSecondStepForDay(
  core: Core,
  db: Db | Tx,
  by: Pick<Approver, 'userId' | 'sessionId'>,
  amount: Kobo,
): Promise<void> {
  const proofs = await findProofs(db, by.sessionId)
  // Staff of a sandbox have no second step: signing in is all the proof they can give.
  const signedIn = proofs && core.env.mode === 'sandbox' ? after(proofs.startedAt, -1) : null
  const proven = proofs?.lastSecondStep ?? signedIn
  const day = dayBefore(core.clock.now())
  const since = proven && proven > day ? proven : day
  await requireSecondStep({ ...core, db }, by, (await readReleasedSince(db, by.userId, since)) + amount)
}

/** The person's account is locked. @throws AppError `limit_exceeded`: they have approved and released the most of 24 hours */
export async function requireWithinDay(core: Core, tx: Tx, by: Approver, amount: Kobo): Promise<void> {
  const released = await readReleasedSince(tx, by.userId, dayBefore(core.clock.now()))
  const { releasedADayMax } = await readLimits(tx)
  if (released + amount > releasedADayMax) throw new AppError('limit_exceeded')
}
