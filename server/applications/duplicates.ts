/**
 * Possible duplicates of an applicant, with reasons. Only a hint for reviewers: families share telephones, and two parents may send
 * the same letter from a school.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { DUPLICATE_REASONS } from '../../contract/admin-fields.ts'
import { rows, type Tx } from '../lib/db/db.ts'
import { BRIEF_COLUMNS, briefOf, briefRow, type BriefApplication } from './brief.ts'

const PersonRow = z.object({
  id: z.string(),
  user_id: z.string(),
  full_name: z.string(),
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
})
const RequestRow = briefRow.extend({ user_id: z.string() })

/**
 * Whether there are any, for a row of `aid_applications as applications` with its `profiles`: the badge of a list. Each reason stops at
 * the first account that it finds.
 */
export const hasDuplicate = sql`(
  (profiles.phone <> '' and exists (
    select from profiles as other
     where other.phone <> '' and phone_key(other.phone) = phone_key(profiles.phone) and other.id <> profiles.id))
  or exists (
    select from profiles as other
     where person_key(other.full_name, other.address) = person_key(profiles.full_name, profiles.address)
       and other.id <> profiles.id)
  or exists (
    select from application_documents
      join documents as theirs on theirs.id = application_documents.document_id
      join documents as copies on copies.sha256 = theirs.sha256 and copies.user_id <> applications.user_id
      join profiles as other on other.user_id = copies.user_id
     where application_documents.application_id = applications.id))`

export interface Duplicate extends z.output<typeof PersonRow> {
  readonly applications: BriefApplication[]
}

/** @returns at most 20 people with their newest requests, most reasons first; none for an erased request */
export async function findDuplicates(tx: Tx, applicationId: string): Promise<Duplicate[]> {
  const people = await rows(
    tx,
    // Each reason uses its own index and is limited to what a reviewer can look at.
    sql`with applicant as (
          select profiles.id, profiles.user_id, phone, full_name, address
            from aid_applications join profiles on profiles.id = aid_applications.beneficiary_id
           where aid_applications.id = ${applicationId}::uuid),
        found as (
          (select other.id, 'same_phone' as reason from applicant join profiles as other
               on other.phone <> '' and phone_key(other.phone) = phone_key(applicant.phone)
            where applicant.phone <> '' and other.id <> applicant.id limit 100)
          union all
          (select other.id, 'same_name_and_address' from applicant join profiles as other
               on person_key(other.full_name, other.address) = person_key(applicant.full_name, applicant.address)
            where other.id <> applicant.id limit 100)
          union all
          (select other.id, 'same_document' from applicant
             join application_documents on application_documents.application_id = ${applicationId}::uuid
             join documents as theirs on theirs.id = application_documents.document_id
             join documents as copies on copies.sha256 = theirs.sha256 and copies.user_id <> applicant.user_id
             join profiles as other on other.user_id = copies.user_id limit 100))
        select profiles.id::text, user_id::text, full_name, jsonb_agg(distinct reason order by reason) as reasons
          from found join profiles on profiles.id = found.id
         group by profiles.id order by count(distinct reason) desc, profiles.id limit 20`,
    PersonRow,
  )
  if (people.length === 0) return []
  const theirs = await rows(
    tx,
    sql`select theirs.*, people.user_id::text
          from (values ${sql.join(
            people.map(({ user_id: userId }) => sql`(${userId}::uuid)`),
            sql`, `,
          )}) as people (user_id)
          cross join lateral (
            select ${BRIEF_COLUMNS} from aid_applications
             where aid_applications.user_id = people.user_id and erased_at is null
             order by aid_applications.created_at desc, aid_applications.id desc limit 10) as theirs`,
    RequestRow,
  )
  const byPerson = Map.groupBy(theirs, ({ user_id: userId }) => userId)
  return people.map(({ id, user_id: userId, full_name, reasons }) => ({
    id,
    user_id: userId,
    full_name,
    reasons,
    applications: (byPerson.get(userId) ?? []).map(briefOf),
  }))
}
