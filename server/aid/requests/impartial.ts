/**
 * Staff who are tied to a request do nothing about it. The ties are in the SQL function `tied_requests`, which the triggers of each act
 * read too (migrations/0028_appeals.sql). docs/operations.md has the table of acts and who may do them.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { plain, preparedRows } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/errors.ts'
import { withDuty } from '../../record/profiles/profiles.ts'

const Tied = z.object({
  application_id: z.string(),
  tie: z.enum(['applicant', 'entered', 'household', 'account', 'appeal']),
})

const SENTENCES: Readonly<Record<z.output<typeof Tied>['tie'], string>> = {
  applicant: 'This is your own request. Someone else must act on it.',
  entered: 'You entered this request. Someone else must act on it.',
  household: 'You and the applicant are of one household. Someone else must act on it.',
  appeal: 'You decided this request before the appeal, or entered the appeal. Someone else must act on it.',
  account: 'You and the applicant named the same bank account. Someone else must act on it.',
}

const selectTies = preparedRows(
  'tied_requests',
  { userId: plain<string>(), requestIds: plain<readonly string[]>() },
  Tied,
  ({ userId, requestIds }) => sql`
    select application_id::text, tie from tied_requests(${userId}::uuid) where application_id = any(${requestIds}::uuid[])`,
)

/** Refuses an act of staff on a request to which they are tied. */
export async function requireImpartial(db: Db | Tx, requestId: string, userId: string): Promise<void> {
  const [tied] = await selectTies(db, { userId, requestIds: [requestId] })
  if (tied) throw new AppError('own_request', { detail: SENTENCES[tied.tie] })
}

/** The requests among these to which the person is tied. */
export async function findTied(
  db: Db | Tx,
  userId: string,
  requestIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await selectTies(db, { userId, requestIds })).map(({ application_id: id }) => id))
}

/**
 * Finds requests among these that are the person's own, of their household or of their bank account. Leaves out those that they only entered,
 * or decided before an appeal: mails about those may reach them.
 */
export async function findOnSide(tx: Tx, userId: string, requestIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ties = await selectTies(tx, { userId, requestIds })
  const own = ties.filter(({ tie }) => tie !== 'entered' && tie !== 'appeal')
  return new Set(own.map(({ application_id: id }) => id))
}

/**
 * The condition that a person is tied to a request.
 * @param request a column with its id
 */
export const isTiedTo = (person: SQL, request: SQL) =>
  sql`(${request} in (select application_id from tied_requests(${person})))`

/** Whether anyone decides requests who is not tied to this one. */
export async function hasImpartialReviewer(db: Db | Tx, requestId: string): Promise<boolean> {
  const reviewer = sql`profiles.user_id`
  const { found } = await onlyRow(
    db,
    sql`select exists (select from profiles where ${withDuty('decide_requests')}
                          and not ${isTiedTo(reviewer, sql`${requestId}::uuid`)}) as found`,
    z.object({ found: z.boolean() }),
  )
  return found
}
