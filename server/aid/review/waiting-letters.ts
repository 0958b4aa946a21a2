/**
 * Letters about a change of a request wait a minute before they are mailed. As long as one waits, the change that it tells can be
 * taken back (undo.ts).
 */
import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { REQUEST_NEWS, UNDO_SECONDS, type RequestNews } from '../../../contract/aid/queue-fields.ts'
import { APPLICATION_STATUSES } from '../../../contract/aid/handling-fields.ts'
import { REASONS } from '../../../contract/aid/reason-fields.ts'
import { readPerson } from '../../people/sign-in/people.ts'
import { after, hours, seconds } from '../../platform/clock.ts'
import { isDue } from '../../platform/db/columns.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import type { Acting } from './lock-for-review.ts'
import { haveCome } from '../requests/letters.ts'
import { tellNews } from '../requests/request-mail.ts'
import { aidApplications, requestLetters as letters, waitingLetters, type Application } from '../requests/schema.ts'
import { withdrawLetterTexts } from '../requests/withdraw-letter-texts.ts'

const UNDO = seconds(UNDO_SECONDS)

/** Values replaced by a change that can be undone. */
export const Before = z.object({
  status: z.enum(APPLICATION_STATUSES),
  decidedAt: z.coerce.date().nullable(),
  waitingSince: z.coerce.date().nullable(),
  dueAt: z.coerce.date().nullable(),
  snoozedUntil: z.coerce.date().nullable(),
  snoozedUntilAnswered: z.boolean(),
  answeredAt: z.coerce.date().nullable(),
  reasonCode: z.enum(REASONS).nullable(),
})

interface Told {
  readonly before: Application
  readonly news: RequestNews
  readonly stepId: string | null
  readonly paperRequestId?: string
}

/** Queues the letter about a change, in its transaction. Call it last: it remembers the version that the change made. */
export async function writeLetter(tx: Tx, { by, now }: Acting, told: Told): Promise<void> {
  const { before, news, stepId, paperRequestId = null } = told
  const [{ version } = { version: 0 }] = await tx
    .select({ version: aidApplications.version })
    .from(aidApplications)
    .where(eq(aidApplications.id, before.id))
  await tx.insert(waitingLetters).values({
    id: newId(),
    applicationId: before.id,
    news,
    createdAt: now,
    sendAt: after(now, UNDO),
    userId: by.userId,
    version,
    stepId,
    paperRequestId,
    before: Before.parse(before),
  })
}

/** The letter of the caller's change that made this version, while it waits. Taken from the queue: it is never mailed. */
export async function takeLetter(tx: Tx, { id, version }: Application, { by, now }: Acting) {
  const [taken] = await tx
    .delete(waitingLetters)
    .where(
      and(
        eq(waitingLetters.applicationId, id),
        eq(waitingLetters.version, version),
        eq(waitingLetters.userId, by.userId),
        sql`${waitingLetters.sendAt} > ${now.toISOString()}::timestamptz`,
      ),
    )
    .returning()
  return taken
}

const Due = z.object({
  application_id: z.string(),
  step_id: z.string().nullable(),
  paper_request_id: z.string().nullable(),
  user_id: z.string(),
  news: z.enum(REQUEST_NEWS),
})

/** Mails the letters that are due, each in a transaction. The next run tries a failed one again. */
export const waitingLettersJob: Job = {
  name: 'applications.waiting-letters',
  everyMilliseconds: seconds(2),
  async run(core, signal) {
    const due = await core.db
      .select({ id: waitingLetters.id })
      .from(waitingLetters)
      .where(isDue(waitingLetters.sendAt, core.clock.now(), hours(2)))
      .orderBy(asc(waitingLetters.sendAt), asc(waitingLetters.id))
    await onEach(due, async ({ id }) => signal.aborted || sendOne(core, id))
  },
}

/**
 * Takes account, request and letter without waiting for them: closing an account, erasing, an appeal and an undo lock the letter last. What
 * they hold is sent a moment later.
 */
async function sendOne(core: Core, id: string): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const [due] = await rows(
      tx,
      sql`with due as (
            delete from waiting_letters where id = (
              select letter.id from waiting_letters as letter
                join aid_applications as request on request.id = letter.application_id
                join users on users.id = request.user_id
               where letter.id = ${id}
                 for key share of users skip locked for no key update of request skip locked for update of letter skip locked)
            returning application_id, news, step_id, paper_request_id)
          select application_id::text, step_id::text, paper_request_id::text, aid_applications.user_id::text, news
            from due join aid_applications on aid_applications.id = due.application_id
           where not ${haveCome(sql`paper_request_id`)}`,
      Due,
    )
    // Papers that came within the minute are not asked for any more.
    if (!due) return
    const { email } = await readPerson(tx, due.user_id)
    const { user_id: userId, application_id: applicationId, step_id: stepId, paper_request_id: paperRequestId } = due
    // A request that was decided waits for no papers: the text that asks for them may still wait for the morning.
    if (due.news === 'approved' || due.news === 'rejected')
      await withdrawLetterTexts(tx, and(eq(letters.applicationId, applicationId), eq(letters.news, 'papers')), now)
    await tellNews(core, tx, { userId, email, applicationId, stepId, paperRequestId }, due.news, now)
  })
}
