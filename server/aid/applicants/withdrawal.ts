/** An applicant withdraws an undecided request: what identifies them is erased, with its papers and the bank account named for it. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { readErased, type Erasure } from '../../people/account/erasures.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { deleteRows } from '../documents/documents.ts'
import { documents } from '../documents/schema.ts'
import { eraseNamedAccounts } from '../payees/own-payees.ts'
import { isUnnamed } from '../requests/application-documents.ts'
import { lockApplicant } from '../requests/applications.ts'
import { auditRequest } from '../requests/audit-request.ts'
import { eraseRequests } from '../requests/erase-requests.ts'
import { tellAct } from '../requests/request-mail.ts'
import { aidApplications } from '../requests/schema.ts'
import { lockRequest } from '../requests/wake.ts'

/**
 * Number, kind, amount and dates stay, as after the retention period. Doing it again changes nothing.
 * @param isNews whether the applicant gets a mail
 * @throws AppError `not_found`: not this person's request; `request_decided`
 */
export function withdrawRequest(
  core: Core,
  userId: string,
  applicationId: string,
  isNews = true,
): Promise<{ id: string }> {
  const now = core.clock.now()
  return core.db.transaction(async (tx) => {
    // No paper is attached meanwhile.
    await lockApplicant(tx, userId, 'no key update')
    const found = await lockRequest(tx, applicationId)
    if (found?.userId !== userId) throw new AppError('not_found', { detail: 'There is no such request.' })
    if (found.erasedAt) return { id: applicationId }
    if (found.decidedAt) throw new AppError('request_decided')
    // In the language of the request, which goes with it.
    if (isNews) await tellAct(core, tx, found, 'withdrawn')
    const named = await eraseRequests(tx, eq(aidApplications.id, applicationId), now)
    await deleteUnnamed(tx, named, now)
    await eraseNamedAccounts(tx, applicationId, now)
    await auditRequest(tx, { by: { applicantId: userId }, now }, 'application.withdrawn', applicationId)
    return { id: applicationId }
  })
}

/** Requests that were withdrawn. */
export const withdrawnRequests = (core: Core): Erasure => ({
  kind: 'request',
  list: (db, since) =>
    readErased(
      db,
      sql`select id::text, erased_at as at from aid_applications where erased_at > ${since.toISOString()} and decided_at is null`,
    ),
  async repeat(id) {
    const owner = { userId: aidApplications.userId }
    const [found] = await core.db.select(owner).from(aidApplications).where(eq(aidApplications.id, id))
    if (found) await withdrawRequest(core, found.userId, id, false)
  },
})

/** Deletes the papers that no other request names or keeps. */
async function deleteUnnamed(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  const left = await tx
    .select({ id: documents.id, storageKey: documents.storageKey })
    .from(documents)
    .where(and(inArray(documents.id, [...ids]), isUnnamed))
    .orderBy(documents.id)
    .for('update')
  await deleteRows(tx, left, now)
}
