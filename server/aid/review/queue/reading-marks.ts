/** Marking the applicant's answer as read, and as unread again. */
import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/db.ts'
import { change, recordAct, type Acting } from '../lock-for-review.ts'
import { requestActs, type Application } from '../../requests/schema.ts'

/** The request leaves the view Answered. */
export async function markRead(tx: Tx, { id, answeredAt }: Application, acting: Acting): Promise<void> {
  if (!answeredAt) return
  await change(tx, id, acting, { answeredAt: null })
  await recordAct(tx, id, acting, { act: 'read', until: answeredAt })
}

/** The answer that was marked as read last counts as new again. Without one, or once papers were asked for since, nothing changes. */
export async function markUnread(tx: Tx, { id, answeredAt, waitingSince }: Application, acting: Acting): Promise<void> {
  if (answeredAt || waitingSince) return
  const [marked] = await tx
    .select({ answeredAt: requestActs.until })
    .from(requestActs)
    .where(and(eq(requestActs.applicationId, id), eq(requestActs.act, 'read')))
    .orderBy(desc(requestActs.createdAt), desc(requestActs.id))
    .limit(1)
  if (!marked?.answeredAt) return
  await change(tx, id, acting, { answeredAt: marked.answeredAt })
  await recordAct(tx, id, acting, { act: 'unread' })
}
