/** Other staff's views of a request or its papers, from the audit: one line for a person and a day. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { joinPerson, PERSON_EMAIL, PERSON_NAME } from '../../people/sign-in/people.ts'
import { rows, type Tx } from '../../platform/db/db.ts'

const LOOKS_MAX = 100

const LookRow = z
  .object({
    by_id: z.string(),
    by_name: z.string(),
    by_email: z.string(),
    papers: z.array(z.string()),
    last_at: z.coerce.date(),
  })
  .transform(({ by_id: id, by_name: name, by_email: email, papers, last_at: lastAt }) => ({
    by: { user_id: id, full_name: name, email },
    papers,
    last_at: lastAt,
  }))

/** The newest 100, oldest first. A day is one in Lagos. */
export function readLooks(tx: Tx, applicationId: string, readerId: string) {
  return rows(
    tx,
    sql`with looked_at as (
          select ${applicationId} as subject_id, null as paper
          union all
          select documents.id::text, coalesce(application_documents.label, documents.filename)
            from application_documents join documents on documents.id = application_documents.document_id
           where application_documents.application_id = ${applicationId}::uuid),
        looks as (
          select audit_events.actor_id, (audit_events.created_at at time zone 'Africa/Lagos')::date as day,
                 coalesce(array_agg(distinct paper) filter (where paper is not null), '{}') as papers, max(audit_events.created_at) as last_at
            from looked_at join audit_events on audit_events.subject_id = looked_at.subject_id
           where audit_events.action in ('application.read', 'document.opened') and audit_events.actor_id <> ${readerId}::uuid
           group by audit_events.actor_id, day order by last_at desc limit ${LOOKS_MAX})
        select looks.actor_id::text as by_id, ${PERSON_NAME} as by_name, ${PERSON_EMAIL} as by_email, papers, last_at
          from looks ${joinPerson(sql`looks.actor_id`)} order by last_at`,
    LookRow,
  )
}
