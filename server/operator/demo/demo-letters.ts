/** Deliveries of the demo's letters, and views of its requests: the timeline of a request shows both. */
import { sql } from 'drizzle-orm'
import { waitingLettersJob } from '../../aid/review/waiting-letters.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { waitingRepliesJob } from '../../office/messages/waiting-replies.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { DEMO_RECIPIENT, demoEmail } from './demo-people.ts'

/** Whose mailbox is gone. */
const UNREACHABLE = demoEmail('Yakubu Danladi')

const SENT = sql`sent_at = next_try_at, next_try_at = null`

/** Letters, mail and text messages of weeks ago count as sent, and do not go out now. Mail to the recipient who signs in does. */
export async function settleOldMessages(core: Core, tx: Tx, now: Date): Promise<void> {
  for (const job of [waitingLettersJob, waitingRepliesJob]) await job.run(core, new AbortController().signal)
  const support = core.env.support.email
  await tx.execute(
    sql`update outgoing_mail set ${SENT}, reply_to = null, subject = null, text = null, html = null
         where next_try_at is not null
           and (recipient like '%@taimako.example' and recipient <> ${support}
             or recipient like '%@mail.example' and recipient not in (${demoEmail(DEMO_RECIPIENT)}, ${UNREACHABLE})
             or recipient = ${support} and created_at < ${after(now, -hours(1)).toISOString()}::timestamptz)`,
  )
  await tx.execute(
    sql`update outgoing_mail set failed_at = next_try_at, next_try_at = null where recipient = ${UNREACHABLE} and next_try_at is not null`,
  )
  await tx.execute(
    sql`update outgoing_text_messages set ${SENT}, text_sealed = null
         where next_try_at is not null and recipient like '23480300000%'`,
  )
}

/** As if a member of staff had opened the request. */
export async function recordLook(
  { clock }: Core,
  tx: Tx,
  by: Administering,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const read = { action: 'application.read', subject: 'application', subjectId: id, personId: userId } as const
  await recordAudit(tx, { by, ...read }, clock.now())
}
