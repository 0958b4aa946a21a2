/** Calls to the helpline about a telephone number that signs in: it was swapped or given to someone else, or it is still the person's. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PhoneReport, TrustGround } from '../../../contract/people/number-doubt.ts'
import { findDoubt, isDoubted, liftDoubt, reportNumber } from '../../people/sign-in/number-doubt.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { IS_LISTED } from './beneficiaries.ts'
import { isTiedToPerson, lockProfile } from '../../record/profiles/profiles.ts'

/**
 * Records a report. The database cancels texts to the number that wait (0085).
 * @throws AppError `not_found`, `own_request` (the caller is tied to the person), `nothing_to_change`: no number signs in, or this is reported
 */
export function recordNumberReport(core: Core, by: Administering, profileId: string, report: PhoneReport) {
  return core.db.transaction(async (tx) => {
    const userId = await lockOther(tx, by, profileId)
    const before = await findDoubt(tx, userId)
    if (!before || before.doubt === report) throw new AppError('nothing_to_change')
    await reportNumber(core, tx, userId, report)
    const about = { subject: 'beneficiary', subjectId: profileId, personId: userId } as const
    const change = { before: { number_doubt: before.doubt }, after: { number_doubt: report } }
    await recordAudit(tx, { by, action: 'beneficiary.number_reported', ...about, ...change }, core.clock.now())
    return { number_doubt: report }
  })
}

/** @throws AppError `not_found`, `own_request` (the caller is tied to the person), `nothing_to_change`: the number is in no doubt */
export function trustNumber(core: Core, by: Administering, profileId: string, ground: TrustGround) {
  return core.db.transaction(async (tx) => {
    const userId = await lockOther(tx, by, profileId)
    const before = await findDoubt(tx, userId)
    if (!before?.doubt) throw new AppError('nothing_to_change')
    await liftDoubt(core, tx, userId)
    const about = { subject: 'beneficiary', subjectId: profileId, personId: userId } as const
    const change = { before: { number_doubt: before.doubt }, after: { number_doubt: null, ground } }
    await recordAudit(tx, { by, action: 'beneficiary.number_trusted', ...about, ...change }, core.clock.now())
    return { number_doubt: null }
  })
}

async function lockOther(tx: Tx, by: Administering, profileId: string): Promise<string> {
  const profile = await lockProfile(tx, profileId)
  if (profile?.role !== 'beneficiary') throw new AppError('not_found', { detail: 'There is no such person.' })
  if (await isTiedToPerson(tx, by.userId, profile.userId))
    throw new AppError('own_request', { detail: 'You are tied to this person. Someone else must do this.' })
  return profile.userId
}

/** People whom only staff can help, as the list of beneficiaries shows them. */
export async function countDoubts({ db }: Pick<Core, 'db'>): Promise<number> {
  const { n } = await onlyRow(
    db,
    // The few in doubt are found by their index.
    sql`select count(*)::int as n from profiles
         where user_id in (select id from users where phone_doubt is not null) and ${isDoubted('needs_staff')} and ${IS_LISTED}`,
    z.object({ n: z.number() }),
  )
  return n
}
