/** Acts of staff on a request beside its status, in the timeline. */
import { asc, eq } from 'drizzle-orm'
import { personIn, readPeople } from '../../../people/sign-in/people.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { change, recordAct, type Acting } from '../lock-for-review.ts'
import { auditRequest } from '../../requests/audit-request.ts'
import { requestActs, type Application } from '../../requests/schema.ts'

/** Oldest first. */
export async function readActs(tx: Tx, applicationId: string) {
  const found = await tx
    .select()
    .from(requestActs)
    .where(eq(requestActs.applicationId, applicationId))
    .orderBy(asc(requestActs.createdAt), asc(requestActs.id))
  const people = await readPeople(
    tx,
    found.flatMap(({ userId, otherId }) => (otherId === null ? [userId] : [userId, otherId])),
  )
  return found.map(({ id, act, userId, otherId, until, noteId, tag, createdAt }) => ({
    id,
    act,
    by: personIn(people, userId),
    to: otherId === null ? null : personIn(people, otherId),
    until,
    tag,
    note_id: noteId,
    created_at: createdAt,
  }))
}

/** Marks the applicant's answer as read: the request leaves the view Answered. */
export async function markRead(tx: Tx, { id, answeredAt }: Application, acting: Acting): Promise<void> {
  if (!answeredAt) return
  await change(tx, id, acting, { answeredAt: null })
  await recordAct(tx, id, acting, { act: 'read', until: answeredAt })
  await auditRequest(tx, acting, 'application.answer_read', id)
}
