/**
 * Possible duplicates of an applicant, with reasons. Only a hint for reviewers: families share telephones, and two parents may send
 * the same letter from a school.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { DUPLICATE_REASONS, PERSON_LINKS, type PersonLink } from '../../../contract/platform/admin-fields.ts'
import { personIn, readPeople, type Person } from '../../people/sign-in/people.ts'
import { isEnded } from '../../people/households/ended.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { BRIEF_COLUMNS, briefOf, briefRow, type BriefApplication } from './brief.ts'

const PersonRow = z.object({
  id: z.string(),
  user_id: z.string(),
  full_name: z.string(),
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
  link: z.enum(PERSON_LINKS).nullable(),
  said_by: z.string().nullable(),
  said_at: z.coerce.date().nullable(),
  in_household: z.boolean(),
})
const RequestRow = briefRow.extend({ user_id: z.string() })

/** Holds unless a reviewer has marked the two as different people. */
const mayBeOne = sql`not exists (
  select from person_links
   where first_id = least(other.user_id, profiles.user_id) and second_id = greatest(other.user_id, profiles.user_id)
     and link <> 'same_person')`

/**
 * Whether there are any, for a row of `aid_applications as applications` with its `profiles`: the badge of a list. Each reason stops at
 * the first account that it finds.
 */
const notEnded = sql`not ${isEnded(sql`other.id`)}`

export const hasDuplicate = sql`(
  (profiles.phone <> '' and exists (
    select from profiles as other
     where other.phone <> '' and other.phone_key = profiles.phone_key and other.id <> profiles.id
       and ${mayBeOne} and ${notEnded}))
  or exists (
    select from profiles as other
     where other.person_key = profiles.person_key
       and other.id <> profiles.id and ${mayBeOne} and ${notEnded})
  or exists (
    select from application_documents
      join documents as theirs on theirs.id = application_documents.document_id
      join documents as copies on copies.sha256 = theirs.sha256 and copies.user_id <> applications.user_id
      join profiles as other on other.user_id = copies.user_id
     where application_documents.application_id = applications.id and ${mayBeOne} and ${notEnded})
  or exists (
    select from person_links join profiles as other on other.user_id in (first_id, second_id) and other.id <> profiles.id
     where link = 'same_person' and profiles.user_id in (first_id, second_id) and ${notEnded}))`

export interface Duplicate extends Pick<
  z.output<typeof PersonRow>,
  'id' | 'user_id' | 'full_name' | 'reasons' | 'in_household'
> {
  readonly link: { readonly is: PersonLink; readonly by: Person; readonly created_at: Date } | null
  readonly applications: BriefApplication[]
}

/** Each reason uses its own index and is limited to what a reviewer can look at. */
const relatedTo = (applicationId: string) =>
  sql`with applicant as (
          select profiles.id, profiles.user_id, phone, phone_key, person_key
            from aid_applications join profiles on profiles.id = aid_applications.beneficiary_id
           where aid_applications.id = ${applicationId}::uuid),
        found as (
          (select other.id, 'same_phone' as reason from applicant join profiles as other
               on other.phone <> '' and other.phone_key = applicant.phone_key
            where applicant.phone <> '' and other.id <> applicant.id limit 100)
          union all
          (select other.id, 'same_name_and_address' from applicant join profiles as other
               on other.person_key = applicant.person_key
            where other.id <> applicant.id limit 100)
          union all
          (select other.id, 'same_document' from applicant
             join application_documents on application_documents.application_id = ${applicationId}::uuid
             join documents as theirs on theirs.id = application_documents.document_id
             join documents as copies on copies.sha256 = theirs.sha256 and copies.user_id <> applicant.user_id
             join profiles as other on other.user_id = copies.user_id limit 100)
          union all
          (select other.id, null from applicant
             join person_links on applicant.user_id in (first_id, second_id)
             join profiles as other on other.user_id in (first_id, second_id) and other.id <> applicant.id limit 100)
          union all
          (select other.id, null from applicant
             join household_members as mine on mine.user_id = applicant.user_id
             join household_members as theirs on theirs.household_id = mine.household_id
             join profiles as other on other.user_id = theirs.user_id and other.id <> applicant.id limit 100))
        select profiles.id::text, profiles.user_id::text, profiles.full_name,
               coalesce(jsonb_agg(distinct reason order by reason) filter (where reason is not null), '[]') as reasons,
               person_links.link, said_by::text, said_at, mine.household_id is not null as in_household
          from found join profiles on profiles.id = found.id and not ${isEnded(sql`profiles.id`)}
          cross join applicant
          left join person_links on first_id = least(profiles.user_id, applicant.user_id)
                                and second_id = greatest(profiles.user_id, applicant.user_id)
          left join household_members as theirs on theirs.user_id = profiles.user_id
          left join household_members as mine on mine.user_id = applicant.user_id and mine.household_id = theirs.household_id
         group by profiles.id, applicant.id, person_links.link, said_by, said_at, mine.household_id
         order by mine.household_id is null, count(distinct reason) desc, profiles.id limit 20`

/**
 * The possible duplicates, and the people whom reviewers have linked with the applicant.
 * @returns at most 20 people with their newest requests: first the household, then most reasons first; none for an erased request
 */
export async function findDuplicates(tx: Tx, applicationId: string): Promise<Duplicate[]> {
  const people = await rows(tx, relatedTo(applicationId), PersonRow)
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
  const speakers = await readPeople(
    tx,
    people.flatMap(({ said_by: by }) => by ?? []),
  )
  const byPerson = Map.groupBy(theirs, ({ user_id: userId }) => userId)
  return people.map(({ id, user_id: userId, full_name, reasons, link, said_by: by, said_at: at, in_household }) => ({
    id,
    user_id: userId,
    full_name,
    reasons,
    link: link && by !== null && at ? { is: link, by: personIn(speakers, by), created_at: at } : null,
    in_household,
    applications: (byPerson.get(userId) ?? []).map(briefOf),
  }))
}
