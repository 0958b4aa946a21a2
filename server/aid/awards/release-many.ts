/** Releases several disbursements: each by its own rules and in its own transaction, so that one refusal does not stop the others. */
import { eq, inArray } from 'drizzle-orm'
import type { ErrorCode } from '../../../contract/platform/errors.ts'
import type { ReleaseOutcome } from '../../../contract/aid/payout-fields.ts'
import type { Core } from '../../platform/core.ts'
import { AppError } from '../../platform/errors.ts'
import { askAboutAccount } from './transfers/attempts.ts'
import { readTotalsWith } from './counted-awards.ts'
import { requireSecondStepForDay } from './day-limit.ts'
import { releaseDisbursement } from './releases.ts'
import { awards, disbursements } from './schema.ts'
import type { Sending } from './transfers/sending.ts'
import { requireSecondStep, type Approver } from './subjects.ts'

interface Released {
  readonly id: string
  readonly outcome: ReleaseOutcome
  /** Why it was refused. */
  readonly refusal: ErrorCode | null
}

/**
 * Releases disbursements one after the other: the limit of a day counts each before the next.
 * @returns the result of each, in the order of the ids
 * @throws AppError `fresh_second_step_needed`: by their total, or by the total of one of their awards. Nothing is released then
 */
export async function releaseMany(core: Sending, by: Approver, ids: readonly string[]): Promise<Released[]> {
  await requireSecondStepOnce(core, by, ids)
  const released: Released[] = []
  for (const id of ids) released.push(await releaseOne(core, by, id))
  return released
}

async function requireSecondStepOnce(core: Core, by: Approver, ids: readonly string[]): Promise<void> {
  const found = await core.db
    .select({ amount: disbursements.amount, award: awards })
    .from(disbursements)
    .innerJoin(awards, eq(awards.id, disbursements.awardId))
    .where(inArray(disbursements.id, [...ids]))
  const totals = await readTotalsWith(
    core.db,
    found.map(({ award }) => award),
    core.clock.now(),
  )
  await requireSecondStep(
    core,
    by,
    totals.reduce((most, each) => (each > most ? each : most), 0n),
  )
  const total = found.reduce((sum, { amount }) => sum + amount, 0n)
  await requireSecondStepForDay(core, core.db, by, total)
}

async function releaseOne(core: Sending, by: Approver, id: string): Promise<Released> {
  try {
    const { isReleased } = await releaseDisbursement(core, by, id, (payment) => askAboutAccount(core, payment))
    return { id, outcome: isReleased ? 'released' : 'approved', refusal: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { id, outcome: 'refused', refusal: error.code }
  }
}
