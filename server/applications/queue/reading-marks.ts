/** Marking the applicant's answer as read. */
import type { Tx } from '../../lib/db/db.ts'
import { change, recordAct, type Acting } from '../lock-for-review.ts'
import type { Application } from '../schema.ts'

/** The request leaves the view Answered. */
export async function markRead(tx: Tx, { id, answeredAt }: Application, acting: Acting): Promise<void> {
  if (!answeredAt) return
  await change(tx, id, acting, { answeredAt: null })
  await recordAct(tx, id, acting, { act: 'read' })
}
