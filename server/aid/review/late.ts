/** Late decisions and awards that were not mailed yet: server/office/team/late-requests.ts mails them. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Tx } from '../../platform/db/db.ts'
import { isLateDecision } from './queue/views.ts'

const Claimed = z.object({ id: z.string(), number: z.coerce.bigint() })
export type LateRequest = z.output<typeof Claimed>

/** The date that makes a request late, and the column that holds when administrators were mailed about it. */
const LATE = {
  decision: {
    due: sql`due_at`,
    told: sql`late_told_at`,
    isLate: (now: Date) => isLateDecision(now),
  },
  award: {
    due: sql`award_due_at`,
    told: sql`award_late_told_at`,
    isLate: (now: Date) => sql`award_due_at <= ${now.toISOString()}::timestamptz`,
  },
} as const

/** Until when a request was due that is taken. */
interface DueBy {
  readonly critical: Date
  /** Undefined: none. */
  readonly others: Date | undefined
}

/**
 * Takes the requests that were due by then, each once for every due date that passes. Undecided ones that wait for the applicant are not late.
 * Another process that does the same waits for these rows, and then finds none.
 * @returns in the order of their due dates
 */
export function claimLate(
  tx: Tx,
  what: keyof typeof LATE,
  { critical, others }: DueBy,
  now: Date,
): Promise<LateRequest[]> {
  const { due, told, isLate } = LATE[what]
  const isDue = sql`case urgency when 'critical' then ${due} <= ${critical.toISOString()}::timestamptz
                                 else ${due} <= ${others?.toISOString() ?? null}::timestamptz end`
  return rows(
    tx,
    sql`with late as (
          select id from aid_applications as applications
           where ${isLate(now)} and ${isDue}
             and (${told} is null or ${told} < ${due})
           order by id for update),
        told as (
          update aid_applications set ${told} = ${now.toISOString()}::timestamptz
            from late where aid_applications.id = late.id
          returning number, ${due} as due, late.id)
        select id::text, number::text from told order by due, id`,
    Claimed,
  )
}
