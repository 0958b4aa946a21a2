/**
 * The mark that staff checked who a person is: set with a decision or on the person's page. Without it, two people compare each account
 * that the person names (the view `payee_changes`); it goes when the person's name changes.
 */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import { isTiedToPerson, lockProfile, plainName, setMark } from '../../record/profiles/profiles.ts'
import { recordAudit } from '../../record/audit/audit.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { aidApplications } from '../requests/schema.ts'
import { noSuchRequest } from '../requests/wake.ts'
import type { Acting } from './lock-for-review.ts'

/**
 * Sets or clears the mark, audited if it changes.
 * @param profileId locked before any request of the person
 * @param name the one that was checked; undefined to mark regardless: a decision is held to a version, which grows with the name
 * @throws AppError `not_found`: no such person; `own_request`: the caller is tied to the person;
 *   `applicant_changed`: the name is another now; `second_administrator_needed`: the caller began the comparison of an account, which the mark would end
 */
export async function markIdentity(
  tx: Tx,
  { by, now }: Acting,
  profileId: string,
  isChecked: boolean,
  name?: string,
): Promise<void> {
  const profile = await lockProfile(tx, profileId)
  if (!profile) throw new AppError('not_found', { detail: 'There is no such person.' })
  if (await isTiedToPerson(tx, by.userId, profile.userId))
    throw new AppError('own_request', { detail: 'You are tied to this person. Someone else must check who they are.' })
  if (profile.isApproved === isChecked) return
  if (isChecked && name !== undefined && plainName(name) !== plainName(profile.fullName))
    throw new AppError('applicant_changed', { detail: 'This person has another name now. Check who they are again.' })
  if (isChecked && (await beganComparison(tx, by.userId, profile.userId)))
    throw new AppError('second_administrator_needed', {
      detail: 'You began to compare an account of this person. Someone else must check who they are.',
    })
  await setMark(tx, profileId, isChecked ? by.userId : null, now)
  await recordAudit(
    tx,
    {
      by,
      action: isChecked ? 'beneficiary.approved' : 'beneficiary.unapproved',
      subject: 'beneficiary',
      subjectId: profileId,
      before: { is_approved: !isChecked },
      after: { is_approved: isChecked },
    },
    now,
  )
}

/**
 * Locks the account and the profile of a request's applicant, before the request: a person who changes their profile locks both in this order.
 * @returns the id of the profile
 * @throws AppError `not_found`
 */
export async function lockBeneficiaryOf(tx: Tx, applicationId: string): Promise<string> {
  const [request] = await tx
    .select({ userId: aidApplications.userId, profileId: aidApplications.beneficiaryId })
    .from(aidApplications)
    .where(eq(aidApplications.id, applicationId))
  if (!request?.profileId || !(await lockOpenAccount(tx, request.userId, 'key share'))) throw noSuchRequest()
  await lockProfile(tx, request.profileId)
  return request.profileId
}

/** Clears the mark that a decision set, which is being taken back. */
export async function takeMarkBack(tx: Tx, acting: Acting, profileId: string | null, decidedAt: Date): Promise<void> {
  const profile = profileId === null ? null : await lockProfile(tx, profileId)
  if (profile?.markedBy !== acting.by.userId || profile.markedAt?.getTime() !== decidedAt.getTime()) return
  await markIdentity(tx, acting, profile.id, false)
}

const Began = z.object({ began: z.boolean() })

async function beganComparison(tx: Tx, staffId: string, userId: string): Promise<boolean> {
  const [found] = await rows(
    tx,
    sql`select exists (
          select from proposals join payees on payees.id = proposals.subject_id
            join aid_applications request on request.id = payees.application_id
           where proposals.kind = 'payee' and proposals.decided_at is null and proposals.proposed_by = ${staffId}::uuid
             and request.user_id = ${userId}::uuid) as began`,
    Began,
  )
  return found?.began ?? false
}
