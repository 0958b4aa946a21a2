/** Deletes contact messages whose retention period is over (RETENTION_MESSAGES_DAYS). */
import { lte } from 'drizzle-orm'
import { after, hours } from '../lib/clock.ts'
import type { Job } from '../lib/jobs.ts'
import { contactMessages } from './schema.ts'

export const contactRetention: Job = {
  name: 'contact.retention',
  everyMilliseconds: hours(1),
  async run({ db, clock, env }) {
    const oldest = after(clock.now(), -hours(24 * env.retention.messagesDays))
    await db.delete(contactMessages).where(lte(contactMessages.createdAt, oldest))
  },
}
