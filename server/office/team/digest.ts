/**
 * The morning mail: at 07:30 in Lagos, reviewers learn how many requests wait for them. It names no one, is sent once a day however
 * many processes run, and not at all when nothing waits.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { inView, mayDecide, UNDECIDED } from '../../aid/review/queue/views.ts'
import { minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import { digestLetter, type Waiting } from './letters.ts'
import { morningOf } from './morning.ts'
import { staffDigests } from './schema.ts'

export const staffDigest: Job = { name: 'team.digest', everyMilliseconds: minutes(1), run: mailDigests }

const Due = z.object({ user_id: z.string(), email: z.string() })

async function mailDigests(core: Core): Promise<void> {
  const morning = morningOf(core.clock.now())
  if (!morning) return
  // At this hour it is the same day in Lagos as in UTC.
  const today = morning.toISOString().slice(0, 10)
  const due = await rows(
    core.db,
    sql`select users.id::text as user_id, users.email
          from profiles
          join users on users.id = profiles.user_id
          left join staff_digests on staff_digests.user_id = users.id
         where ${withDuty('decide_requests')} and users.email is not null and users.closed_at is null
           and coalesce(staff_digests.wanted, true) and staff_digests.done_on is distinct from ${today}::date`,
    Due,
  )
  await onEach(due, (person) => core.db.transaction((tx) => mailDigest(core, tx, person, today)))
}

async function mailDigest(
  core: Core,
  tx: Tx,
  { user_id: userId, email }: z.output<typeof Due>,
  today: string,
): Promise<void> {
  // Another process that sends it at the same moment waits here, and finds the day done.
  const claimed = await tx
    .insert(staffDigests)
    .values({ userId, doneOn: today })
    .onConflictDoUpdate({
      target: staffDigests.userId,
      set: { doneOn: today },
      setWhere: sql`staff_digests.wanted and staff_digests.done_on is distinct from ${today}::date`,
    })
    .returning({ userId: staffDigests.userId })
  const now = core.clock.now()
  const waiting = claimed.length > 0 ? await countWaiting(tx, userId, now) : undefined
  if (waiting && Object.values(waiting).some((count) => count > 0))
    await writeMail(core, tx, email, digestLetter(core, waiting), now)
}

const WaitingRow = z.object({ late: z.number(), answered: z.number(), mine: z.number(), new: z.number() })

/** Counts the requests that this person may decide. */
async function countWaiting(tx: Tx, userId: string, now: Date): Promise<Waiting | undefined> {
  const reading = { userId, now }
  const [found] = await rows(
    tx,
    sql`select count(*) filter (where ${inView('late', reading)})::int as late,
               count(*) filter (where ${inView('answered', reading)})::int as answered,
               count(*) filter (where ${inView('mine', reading)})::int as mine,
               count(*) filter (where applications.created_at > ${now.toISOString()}::timestamptz - interval '1 day')::int as new
          from aid_applications as applications
         where ${UNDECIDED} and ${mayDecide(sql`${userId}::uuid`)}`,
    WaitingRow,
  )
  return found
}
