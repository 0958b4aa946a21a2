/** The jobs of messages: retention, and mail about waiting replies. */
import { and, isNull, lte, or, sql } from 'drizzle-orm'
import { after, hours } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs.ts'
import { failedRepliesJob } from './failed-replies.ts'
import { contactMessages } from './schema.ts'
import { waitingRepliesJob } from './waiting-replies.ts'

/** Deletes messages whose retention period is over (RETENTION_MESSAGES_DAYS), and threads of requests that were erased. */
const contactRetention: Job = {
  name: 'contact.retention',
  everyMilliseconds: hours(1),
  async run({ db, clock, env }) {
    const oldest = after(clock.now(), -hours(24 * env.retention.messagesDays))
    const isOver = and(isNull(contactMessages.applicationId), lte(contactMessages.lastAt, oldest))
    const isErased = sql`application_id in (select id from aid_applications where erased_at is not null)`
    await db.delete(contactMessages).where(or(isOver, isErased))
  },
}

export const contactJobs: readonly Job[] = [contactRetention, waitingRepliesJob, failedRepliesJob]
