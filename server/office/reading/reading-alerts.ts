/**
 * Unusual reading: an account that opens more people and documents in a day than reviewing needs is reported to the other
 * administrators by mail, once a day. It may be a stolen session, or someone who collects.
 */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { OPENED_PER_DAY_MAX } from '../../../contract/platform/admin-fields.ts'
import { recordAudit } from '../../record/audit/audit.ts'
import { listAdministratorAddresses } from '../../people/sign-in/administrators.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import { users } from '../../people/sign-in/schema.ts'
import { minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { readingAlertLetter } from './letters.ts'

export const readingAlerts: Job = {
  name: 'audit.watch-reading',
  everyMilliseconds: minutes(1),
  run: alertUnusualReading,
}

/** Their files name one person in each line. */
export const LISTS_OF_PEOPLE = ['applications', 'beneficiaries', 'contact-messages', 'payouts', 'wallet-transactions']

const Reader = z.object({ user_id: z.string(), opened: z.coerce.number() })

/**
 * The accounts over the limit today (in Lagos) that have not been reported yet. A person counts once, however often and by whatever
 * way they were opened; a document counts once; every line of a file of people counts.
 */
function findUnusualReaders({ db, clock }: Core): Promise<z.output<typeof Reader>[]> {
  const lists = `{${LISTS_OF_PEOPLE.join(',')}}`
  return rows(
    db,
    sql`with today as (select date_trunc('day', ${clock.now().toISOString()}::timestamptz, 'Africa/Lagos') as begins),
             counted as (
               select actor_id,
                      count(distinct coalesce(person_id::text, subject_id))
                        filter (where action in ('beneficiary.read', 'application.read', 'application.prepared', 'message.read'))
                      + count(distinct subject_id) filter (where action in ('document.opened', 'document.prepared'))
                      + coalesce(sum((after->>'rows')::int)
                                   filter (where action = 'list.exported' and subject_id = any (${lists}::text[])), 0) as opened
                 from audit_events, today
                where created_at >= begins and actor_id is not null and person_id is distinct from actor_id
                group by actor_id)
        select actor_id::text as user_id, opened from counted, today
         where opened > ${OPENED_PER_DAY_MAX}::int
           and not exists (select from audit_events where action = 'account.reading_alerted' and created_at >= begins
                             and subject_id = counted.actor_id::text)`,
    Reader,
  )
}

/** Whether this account was reported today (in Lagos). */
async function wasAlerted(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select 1 from audit_events
         where action = 'account.reading_alerted' and subject_id = ${userId}
           and created_at >= date_trunc('day', ${now.toISOString()}::timestamptz, 'Africa/Lagos') limit 1`,
    z.unknown(),
  )
  return found.length > 0
}

async function alertUnusualReading(core: Core): Promise<void> {
  await onEach(await findUnusualReaders(core), async ({ user_id: userId, opened }) => {
    const { email } = await readPerson(core.db, userId)
    const others = (await listAdministratorAddresses(core)).filter((address) => address !== email)
    // Without another administrator, the support team is the only one left to tell.
    const recipients = others.length > 0 ? others : [core.organisation.shown.support.email]
    const now = core.clock.now()
    const alert = { by: 'system', action: 'account.reading_alerted', subject: 'account', subjectId: userId } as const
    const isFirst = await core.db.transaction(async (tx) => {
      // Another process may have found the same reader: it waits here, and then finds this alert.
      await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
      if (await wasAlerted(tx, userId, now)) return false
      await recordAudit(tx, { ...alert, after: { rows: opened } }, now)
      const letter = readingAlertLetter(email || userId, opened)
      for (const to of recipients) await writeMail(core, tx, to, letter, now)
      return true
    })
    if (isFirst)
      core.log.warn({ user_id: userId, opened }, 'an administrator opened unusually many people or documents')
  })
}
