/**
 * Forgetting people. Once a request was erased, the fields and salts of what was paid for it are deleted: the leaf stays, and opens for
 * no one. The day's checkpoint does this, so that a payment which ends after its request was erased is forgotten too.
 */
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'

export async function forgetErased(db: Db): Promise<void> {
  await db.execute(sql`
    with award as (select awards.id from awards join aid_applications on aid_applications.id = awards.application_id
                    where aid_applications.erased_at is not null),
         disbursement as (select disbursements.id, disbursements.returned, disbursements.lost
                            from disbursements join award on award.id = disbursements.award_id),
         forgotten as (select 'award' as type, id::text as subject from award
                       union all select 'disbursement', id::text from disbursement
                       union all select 'late_loss', payout_attempts.id::text
                                   from payout_attempts join disbursement on disbursement.id = payout_attempts.disbursement_id
                       union all select 'confirmation', confirmations.id::text
                                   from confirmations join disbursement on disbursement.id = confirmations.disbursement_id
                       union all select 'allocation', allocations.id::text
                                   from allocations join disbursement on disbursement.id = allocations.disbursement_id
                       union all select 'act', act_digests.id::text
                                   from act_digests where person in (select id from users where closed_at is not null
                                          union all select user_id from aid_applications where erased_at is not null)
                       union all select type, id::text from disbursement cross join (values ('described'), ('sampled'), ('sample_answer')) as of_payment (type)
                       union all select 'outcome', log_entries.subject
                                   from disbursement join log_entries on log_entries.type = 'outcome'
                                    and log_entries.subject like disbursement.id || ':%'
                                  where disbursement.returned + disbursement.lost > 0)
    update log_entries set fields = null, salt = null
      from forgotten
     where log_entries.type = forgotten.type and log_entries.subject = forgotten.subject and log_entries.salt is not null`)
}
