/**
 * Who reads which complaint. One about a person who works here is read by the focal person alone: whom Settings name, else FOCAL_PERSON. It
 * stays with who was that when it came, while they are an administrator: being named later opens none of before (decision 0089).
 * One about the focal person is read by the other administrators, any other by all. Nothing else shows a complaint or counts it for one person.
 */
import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { ComplaintAbout } from '../../../contract/aid/complaint-fields.ts'
import { PERSON_NAME } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import { complaints } from './schema.ts'

const Reader = z.object({ user_id: z.string(), email: z.string(), full_name: z.string(), is_focal: z.boolean() })
export type Reader = z.output<typeof Reader>

/** The account that the publication in force names, while it is an administrator's: once they have left, FOCAL_PERSON counts again. */
const NAMED = sql`(select profiles.user_id
    from (select content #>> '{complaints,focal}' as named from organisation_versions order by organisation_versions.id desc limit 1) as published
    join profiles on profiles.user_id::text = named join users on users.id = profiles.user_id
   where ${withDuty('administer')} and users.closed_at is null)`

/** Reads the administrators, in the order of their ids. At most one is the focal person. */
export function readReaders({ env }: Pick<Core, 'env'>, db: Db | Tx): Promise<Reader[]> {
  return rows(
    db,
    sql`select users.id::text as user_id, coalesce(users.email, '') as email, ${PERSON_NAME} as full_name,
               coalesce(users.id = ${NAMED}, lower(users.email) = ${env.focalPerson ?? ''}, false) as is_focal
          from profiles join users on users.id = profiles.user_id
         where ${withDuty('administer')} and users.closed_at is null order by users.id`,
    Reader,
  )
}

/** Reads the focal person; null where none is named, or someone who is no administrator. */
export async function readFocalPerson(core: Pick<Core, 'env'>, db: Db | Tx): Promise<Reader | null> {
  return (await readReaders(core, db)).find((reader) => reader.is_focal) ?? null
}

/** Whether someone was named to read complaints about people who work here, and no one does: those are refused then. */
export async function hasLostFocalPerson(core: Pick<Core, 'env' | 'organisation'>, db: Db | Tx): Promise<boolean> {
  const isNamed = core.env.focalPerson !== null || core.organisation.shown.complaints.focal !== null
  return isNamed && (await readFocalPerson(core, db)) === null
}

/** Those of the administrators who read a complaint: the same rule as {@link isReadBy}. */
export function readersAmong(
  administrators: readonly Reader[],
  { about, focalId }: { readonly about: ComplaintAbout; readonly focalId: string | null },
): readonly Reader[] {
  if (about === 'none') return administrators
  if (about === 'focal') return administrators.filter((reader) => reader.user_id !== focalId)
  const then = administrators.filter((reader) => reader.user_id === focalId)
  return then.length > 0 ? then : administrators.filter((reader) => reader.is_focal)
}

/** Whether a reader of a complaint may hold payouts because of it: the focal person, or who reads one that not everyone reads. */
export const mayHold = ({ is_focal: isFocal }: Reader, about: ComplaintAbout) => isFocal || about !== 'none'

/** Counts the open complaints that this person reads, or of them those about one request; none for who is no administrator. */
export async function countOpenComplaints(
  core: Pick<Core, 'env'>,
  db: Db | Tx,
  userId: string,
  requestId?: string,
): Promise<number> {
  const reader = (await readReaders(core, db)).find((each) => each.user_id === userId)
  if (!reader) return 0
  const about = requestId === undefined ? undefined : eq(complaints.applicationId, requestId)
  return db.$count(complaints, and(about, ne(complaints.state, 'answered'), isReadBy(reader)))
}

/** The condition on `complaints` that this administrator reads it. */
export function isReadBy({ user_id: userId, is_focal: isFocal }: Pick<Reader, 'user_id' | 'is_focal'>): SQL {
  const isWithoutReader = sql`not exists (select from profiles join users on users.id = profiles.user_id
    where profiles.user_id = complaints.focal_id and ${withDuty('administer')} and users.closed_at is null)`
  return sql`(case complaints.about when 'none' then true when 'focal' then complaints.focal_id <> ${userId}::uuid
    else complaints.focal_id = ${userId}::uuid or (${isFocal} and ${isWithoutReader}) end)`
}
