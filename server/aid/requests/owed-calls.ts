/**
 * Calls that are owed because a letter about a request did not arrive: one for each request. A call ends it, and so does an answer or a later letter
 * that was delivered (decision 0082). Numbers that asked us to stop are not called.
 */
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { CallReason } from '../../../contract/aid/queue-fields.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { Job } from '../../platform/jobs.ts'
import { STOPPED } from '../../platform/sms/sms.ts'
import { aidApplications, owedCalls } from './schema.ts'

/** Ends the calls that are owed about a request for these reasons: its applicant spoke with us. */
export async function endOwedCalls(
  tx: Tx,
  applicationId: string,
  reasons: readonly CallReason[],
  now: Date,
): Promise<void> {
  const { applicationId: request, endedAt, reason } = owedCalls
  const open = and(eq(request, applicationId), isNull(endedAt), inArray(reason, [...reasons]))
  await tx.update(owedCalls).set({ endedAt: now }).where(open)
}

interface Texted {
  readonly applicationId: string
  readonly disbursementId: string
  readonly words: string
}

/** Owes the call about a text: one for each request, with the newest words. */
export async function oweCallAboutText(tx: Tx, texted: Texted, now: Date): Promise<void> {
  const { disbursementId, words } = texted
  await tx
    .insert(owedCalls)
    .values({ id: newId(), ...texted, reason: 'text_reply', createdAt: now })
    .onConflictDoUpdate({
      target: [owedCalls.applicationId, owedCalls.reason],
      targetWhere: isNull(owedCalls.endedAt),
      set: { disbursementId, words },
    })
}

/** The texts of a person about their payouts, for their data export, by request. */
export async function collectTexts(db: Db | Tx, userId: string) {
  const found = await db
    .select({ applicationId: owedCalls.applicationId, text: owedCalls.words, createdAt: owedCalls.createdAt })
    .from(owedCalls)
    .innerJoin(aidApplications, eq(aidApplications.id, owedCalls.applicationId))
    .where(and(eq(aidApplications.userId, userId), isNotNull(owedCalls.words)))
    .orderBy(asc(owedCalls.createdAt), asc(owedCalls.id))
  return (applicationId: string) =>
    found
      .filter((each) => each.applicationId === applicationId)
      .map(({ text, createdAt }) => ({ text, created_at: createdAt }))
}

export const owedCallsJob: Job = {
  name: 'applications.owed-calls',
  everyMilliseconds: minutes(1),
  async run({ db, clock }) {
    // In the order of the index of ended mails: without it, each of a month would be read.
    const since = sql`${after(clock.now(), -hours(72)).toISOString()}::timestamptz`
    const now = sql`${clock.now().toISOString()}::timestamptz`
    // The text counts where there is one: a mail beside it goes to an address that no one has proven.
    await db.execute(sql`
      with failed as (
        update request_letters set failed_at = ${now} where id in (
          select request_letters.id from outgoing_text_messages as text join request_letters on text_id = text.id
           where (text.undelivered_at is not null or (text.failed_at is not null and text.last_error is distinct from ${STOPPED}))
             and text.delivered_at is null and request_letters.failed_at is null
          union all
          select request_letters.id from outgoing_mail as mail join request_letters on mail_id = mail.id and text_id is null
           where mail.next_try_at is null and coalesce(mail.sent_at, mail.failed_at) > ${since}
             and mail.failed_at is not null and request_letters.failed_at is null)
        returning application_id)
      insert into owed_calls (id, application_id, reason, created_at)
      select gen_random_uuid(), application_id, 'letter_failed', ${now}
        from (select distinct application_id from failed) as requests
        join aid_applications on aid_applications.id = application_id and erased_at is null
          on conflict (application_id, reason) where (ended_at is null) do nothing`)
    await db.execute(sql`
      update owed_calls set ended_at = ${now}
       where ended_at is null and reason = 'letter_failed' and exists (
         select from request_letters left join outgoing_text_messages as text on text.id = text_id
                left join outgoing_mail as mail on mail.id = mail_id and text_id is null
          where request_letters.application_id = owed_calls.application_id
            and (text.delivered_at >= owed_calls.created_at or mail.sent_at >= owed_calls.created_at))`)
  },
}
