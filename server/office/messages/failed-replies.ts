/**
 * Replies to people who wrote from their mailbox and have no page: one whose mail was given up reached no one, so its thread is
 * unanswered again. On the page of an applicant, such a mail makes a call (server/aid/requests/owed-calls.ts).
 */
import { sql } from 'drizzle-orm'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs.ts'

export const failedRepliesJob: Job = {
  name: 'contact.failed-replies',
  everyMilliseconds: minutes(1),
  async run({ db, clock }) {
    // In the order of the index of ended mails: without it, each of a month would be read.
    const since = sql`${after(clock.now(), -hours(72)).toISOString()}::timestamptz`
    await db.execute(sql`
      with failed as (
        update contact_replies set failed_at = mail.failed_at
          from outgoing_mail as mail
         where mail_id = mail.id and mail.next_try_at is null and coalesce(mail.sent_at, mail.failed_at) > ${since}
           and mail.failed_at is not null and contact_replies.failed_at is null
        returning message_id)
      update contact_messages set state = 'read'
       where id in (select message_id from failed) and user_id is null and state = 'answered'`)
  },
}
