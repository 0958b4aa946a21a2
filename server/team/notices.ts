/**
 * Mail to staff about single requests: a note mentions them, or a colleague assigned a request to them. One mail a minute and person
 * at most, with all of it, and one a quarter of an hour for each request. What comes sooner waits.
 */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { caseNumber } from '../applications/case-number.ts'
import { claimNotices, deleteOldNotices, findUntold, type ClaimedNotice } from '../applications/notices.ts'
import { minutes } from '../lib/clock.ts'
import type { Core } from '../lib/core.ts'
import { rows, type Tx } from '../lib/db/db.ts'
import type { Job } from '../lib/jobs.ts'
import { enqueueMail } from '../lib/mail/outbox.ts'
import { withDuty } from '../profiles/profiles.ts'
import { noticesLetter, type Noticed } from './letters.ts'
import { staffDigests } from './schema.ts'

export const requestNoticesJob: Job = { name: 'team.notices', everyMilliseconds: minutes(1), run: mailNotices }

/** Whether a member of staff gets this mail. Everyone does until they say otherwise. */
export async function readNoticesWish({ db }: Core, userId: string): Promise<{ wanted: boolean }> {
  const [found] = await db
    .select({ wanted: staffDigests.noticesWanted })
    .from(staffDigests)
    .where(eq(staffDigests.userId, userId))
  return found ?? { wanted: true }
}

/** Turns this mail on or off for the caller. */
export async function setNoticesWish({ db }: Core, userId: string, wanted: boolean): Promise<{ wanted: boolean }> {
  await db
    .insert(staffDigests)
    .values({ userId, noticesWanted: wanted })
    .onConflictDoUpdate({ target: staffDigests.userId, set: { noticesWanted: wanted } })
  return { wanted }
}

async function mailNotices(core: Core): Promise<void> {
  const now = core.clock.now()
  for (const userId of await findUntold(core, now)) await core.db.transaction((tx) => mailPerson(core, tx, userId, now))
  await deleteOldNotices(core, now)
}

const CaseRow = z.object({ id: z.string(), number: z.coerce.bigint(), is_theirs: z.boolean() })
const AddressRow = z.object({ email: z.string() })

async function mailPerson(core: Core, tx: Tx, userId: string, now: Date): Promise<void> {
  const claimed = await claimNotices(tx, userId, now)
  const [person] = await rows(
    tx,
    sql`select users.email from profiles join users on users.id = profiles.user_id
          left join staff_digests on staff_digests.user_id = users.id
         where users.id = ${userId}::uuid and ${withDuty('see_requests')} and users.email is not null
           and users.closed_at is null and coalesce(notices_wanted, true)`,
    AddressRow,
  )
  const noticed = person ? await readNoticed(tx, userId, claimed) : []
  if (person && noticed.length > 0) await enqueueMail(tx, await noticesLetter(core, person.email, noticed), now)
}

/** By case number. What was assigned to someone else meanwhile, or erased, is not worth a mail. */
async function readNoticed(tx: Tx, userId: string, claimed: readonly ClaimedNotice[]) {
  const ids = `{${claimed.map(({ application_id: id }) => id).join(',')}}`
  const cases = await rows(
    tx,
    sql`select id::text, number::text, assigned_to is not distinct from ${userId}::uuid as is_theirs
          from aid_applications where id = any(${ids}::uuid[]) and erased_at is null order by number`,
    CaseRow,
  )
  const why = new Map(claimed.map((row) => [row.application_id, row]))
  return cases.flatMap(({ id, number, is_theirs: isTheirs }): Noticed[] => {
    const mentioned = why.get(id)?.mentioned ?? false
    const assigned = isTheirs && (why.get(id)?.assigned ?? false)
    return mentioned || assigned ? [{ caseNumber: caseNumber(number), mentioned, assigned }] : []
  })
}
