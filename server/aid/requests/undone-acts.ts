/** Takes back what an account did with undecided requests that are not its own any more. */
import { and, desc, eq, gte, inArray, isNull } from 'drizzle-orm'
import type { Administering } from '../../record/audit/audit.ts'
import type { Tx } from '../../platform/db/db.ts'
import { auditRequest } from './audit-request.ts'
import { readCorrected } from './own-acts.ts'
import { aidApplications, appeals, applicantActs, paperRequests } from './schema.ts'

/**
 * Gives undecided requests the words that they had, without what their applicant corrected, answered, added and asked for since then. What was
 * decided stays as the reviewers read it (decision 0112). An appeal since then is no longer the one that the applicant has. The requests are locked by the caller, and their papers are taken from them before.
 */
export async function takeActsBack(
  tx: Tx,
  by: Administering,
  { requestIds, since }: { readonly requestIds: readonly string[]; readonly since: Date },
  now: Date,
): Promise<void> {
  const appealed = and(
    inArray(appeals.applicationId, [...requestIds]),
    eq(appeals.channel, 'self'),
    gte(appeals.createdAt, since),
  )
  await tx.update(appeals).set({ claimUndoneAt: now }).where(appealed)
  // An open appeal goes on for the applicant, without words of the stranger.
  await tx
    .update(appeals)
    .set({ text: null })
    .where(and(appealed, eq(appeals.state, 'open')))
  const undecided = await tx
    .select({ id: aidApplications.id, corrections: aidApplications.corrections })
    .from(aidApplications)
    .where(
      and(
        inArray(aidApplications.id, [...requestIds]),
        isNull(aidApplications.decidedAt),
        isNull(aidApplications.erasedAt),
      ),
    )
    .orderBy(aidApplications.id)
  for (const { id, corrections } of undecided) {
    const theirs = and(eq(applicantActs.applicationId, id), gte(applicantActs.createdAt, since))
    const corrected = await tx
      .select({ before: applicantActs.before })
      .from(applicantActs)
      .where(and(theirs, eq(applicantActs.act, 'corrected')))
      .orderBy(desc(applicantActs.createdAt), desc(applicantActs.id))
    const words: ReturnType<typeof readCorrected> = {}
    // The newest first, so that each field ends as it was before the first of them.
    for (const { before } of corrected) Object.assign(words, readCorrected(before))
    if (corrected.length > 0) {
      const columns = { ...words, corrections: corrections - corrected.length, changedBy: by.userId, changedAt: now }
      await tx.update(aidApplications).set(columns).where(eq(aidApplications.id, id))
      const after = { changed: Object.keys(words).join(', ') }
      await auditRequest(tx, { by, now }, 'application.corrected', id, { after })
    }
    await tx
      .update(paperRequests)
      .set({ answeredAt: null, message: null, closedAt: now })
      .where(and(eq(paperRequests.applicationId, id), gte(paperRequests.answeredAt, since)))
    await tx.delete(applicantActs).where(theirs)
  }
}
