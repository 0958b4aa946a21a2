/** Requests that have become late, and of which administrators were not told. server/team/late-requests.ts mails them. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Tx } from '../lib/db/db.ts'
import { UNDECIDED } from './queue/views.ts'

const Claimed = z.object({ number: z.coerce.bigint(), user_id: z.string() })
export type LateRequest = z.output<typeof Claimed>

/** Until when a request was due that is taken. */
interface DueBy {
  readonly critical: Date
  /** Undefined: none. */
  readonly others: Date | undefined
}

/**
 * Takes the undecided requests that were due by then, and do not wait for the applicant, each once for every due date that passes:
 * another process that does the same waits for these rows, and then finds none.
 * @returns in the order of their due dates
 */
export function claimLate(tx: Tx, { critical, others }: DueBy, now: Date): Promise<LateRequest[]> {
  const isDue = sql`case urgency when 'critical' then due_at <= ${critical.toISOString()}::timestamptz
                                 else due_at <= ${others?.toISOString() ?? null}::timestamptz end`
  return rows(
    tx,
    sql`with late as (
          select id from aid_applications as applications
           where ${UNDECIDED} and due_at <= ${now.toISOString()}::timestamptz and ${isDue} and waiting_since is null
             and (late_told_at is null or late_told_at < due_at)
           order by id for update),
        told as (
          update aid_applications set late_told_at = ${now.toISOString()}::timestamptz
            from late where aid_applications.id = late.id
          returning number, user_id, due_at, late.id)
        select number::text, user_id::text from told order by due_at, id`,
    Claimed,
  )
}
