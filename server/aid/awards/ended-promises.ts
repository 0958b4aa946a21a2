/** Whether all that was promised for a request has ended, so that what identifies its applicant may go. */
import { sql } from 'drizzle-orm'

/** Nothing of what was promised for `aid_applications` waits for anyone, and the last of it was handed over or ended before that moment. */
export const hasEnded = (before: Date) => sql`aid_applications.award_due_at is null
  and not exists (select from awards where awards.application_id = aid_applications.id
    and (awards.state = 'proposed' or awards.state = 'granted' and awards.amount > awards.in_payouts))
  and not exists (select from disbursements join awards on awards.id = disbursements.award_id
    where awards.application_id = aid_applications.id
      and (disbursements.state in ('proposed', 'released', 'sending', 'failed', 'disputed')
        or coalesce(disbursements.ended_at, disbursements.sent_at) > ${before.toISOString()}::timestamptz))`
