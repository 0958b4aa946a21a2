/** The payments of a request, for its page. The audit has the acts already. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { PAYMENT_ACTS } from '../../../contract/platform/admin-fields.ts'
import { joinPerson, PERSON_EMAIL, PERSON_NAME } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import type { OfPayouts } from '../review/review-details.ts'
import { newId } from '../../platform/ids.ts'
import { isTakenBack } from '../requests/applications.ts'
import { readAwardTerms } from './award-terms.ts'
import { hasOpenAward } from './awards.ts'
import { newAwardOf, proposeAwardIn } from './proposing.ts'
import { lockRequest } from './subjects.ts'
import { readUncovered } from './uncovered-acts.ts'

const ActRow = z.object({
  id: z.string(),
  act: z.enum(PAYMENT_ACTS),
  user_id: z.string(),
  full_name: z.string(),
  email: z.string(),
  created_at: z.coerce.date(),
})

/** The part of the payouts that the review of a request needs. */
export const ofPayouts = (core: Core): OfPayouts => ({
  awardProposal: (award) => ({
    lock: lockRequest,
    propose: (tx, by, id) => proposeAwardIn(core, tx, by, id, { ...newAwardOf(award), idempotencyKey: newId() }),
  }),
  hasOpenAward,
  readAwardTerms,
  readPaymentActs,
  readUncovered: readUncovered(core),
})

const ApprovalRow = ActRow.omit({ id: true, act: true }).extend({ reason: z.string().nullable() })

/** The approval that stands; null without one. */
export async function readApproval(tx: Db | Tx, applicationId: string) {
  const [found] = await rows(
    tx,
    sql`select reason, application_events.user_id::text as user_id, ${PERSON_NAME} as full_name, ${PERSON_EMAIL} as email, application_events.created_at
          from application_events ${joinPerson(sql`application_events.user_id`)}
         where application_id = ${applicationId}::uuid and to_status = 'approved' and not ${isTakenBack}
         order by application_events.created_at desc limit 1`,
    ApprovalRow,
  )
  if (!found) return null
  const { reason, created_at, ...by } = found
  return { by, created_at, reason }
}

/** Staff's acts on the awards of a request and on their disbursements, oldest first. */
export async function readPaymentActs(tx: Db | Tx, applicationId: string) {
  const found = await rows(
    tx,
    sql`with ours as (
          select id from awards where application_id = ${applicationId}::uuid
          union all
          select disbursements.id from disbursements join awards on awards.id = award_id
           where application_id = ${applicationId}::uuid)
        select audit_events.id::text, action as act, actor_id::text as user_id, ${PERSON_NAME} as full_name,
               ${PERSON_EMAIL} as email, audit_events.created_at
          from ours join audit_events on audit_events.subject_id = ours.id::text ${joinPerson(sql`audit_events.actor_id`)}
         where subject in ('award', 'disbursement') and actor_id is not null
           and action = any(${`{${PAYMENT_ACTS.join(',')}}`}::text[])
         order by audit_events.created_at, audit_events.id`,
    ActRow,
  )
  return found.map((row) => ({
    id: row.id,
    act: row.act,
    by: { user_id: row.user_id, full_name: row.full_name, email: row.email },
    created_at: row.created_at,
  }))
}
