/** Whom a note can mention. */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { PERSON_EMAIL, PERSON_NAME } from '../../people/sign-in/people.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import { notice } from '../requests/notices.ts'
import { aidApplications, type Application } from '../requests/schema.ts'

const Colleague = z.object({ user_id: z.string(), full_name: z.string(), email: z.string() })

/** The staff who see this request, by name, except the reader and the applicant. */
export async function readColleagues({ db }: Pick<Core, 'db'>, id: string, readerId: string) {
  const [found] = await db.select().from(aidApplications).where(eq(aidApplications.id, id))
  if (!found || found.erasedAt) throw new AppError('not_found', { detail: 'There is no such request.' })
  return colleaguesOf(db, found, readerId)
}

/** Applicants never see notes about themselves, even if they are staff. */
const colleaguesOf = (tx: Db | Tx, { userId }: Application, readerId: string) =>
  rows(
    tx,
    sql`select users.id::text as user_id, ${PERSON_NAME} as full_name, ${PERSON_EMAIL} as email
          from profiles join users on users.id = profiles.user_id
         where ${withDuty('see_requests')} and users.closed_at is null
           and users.id not in (${userId}::uuid, ${readerId}::uuid)
         order by full_name, users.id limit 500`,
    Colleague,
  )

/**
 * Lets the mentioned people be mailed. Mentioning yourself, or someone twice, mails no one.
 * @returns whom it mentions
 * @throws AppError `not_mentionable`: one of them does not see this request
 */
export async function mention(
  tx: Tx,
  found: Application,
  writerId: string,
  mentions: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const others = [...new Set(mentions)].filter((userId) => userId !== writerId)
  if (others.length === 0) return []
  const colleagues = new Set((await colleaguesOf(tx, found, writerId)).map(({ user_id: userId }) => userId))
  if (!others.every((userId) => colleagues.has(userId))) throw new AppError('not_mentionable')
  await notice(tx, found.id, others, 'mentioned', now)
  return others
}
