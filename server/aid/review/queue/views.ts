/** The views of the queue as conditions on `aid_applications as applications`, each in the form of its index. */
import { sql, type SQL } from 'drizzle-orm'
import type { QueueView } from '../../../../contract/aid/queue-fields.ts'
import { isTiedTo } from '../../requests/impartial.ts'
import { withDuty } from '../../../record/profiles/profiles.ts'

/** The reader of the list, and the time: a lease ends, and a request becomes late, without a change. */
export interface Reading {
  readonly userId: string
  readonly now: Date
}

/** A request is withdrawn when its account is closed before a decision. The condition is written as in the indexes. */
export const NOT_WITHDRAWN = sql`(applications.erased_at is null or applications.decided_at is not null)`
export const UNDECIDED = sql`applications.due_at is not null`

/**
 * Whether a request is undecided and was due by then: in the queue, in mail to administrators, and in public. Its due date stands still
 * while the applicant is asked for papers, and then it is not late.
 */
export const isLateDecision = (now: Date, dueAt = sql`applications.due_at`) =>
  sql`(${dueAt} <= ${now.toISOString()}::timestamptz and applications.waiting_since is null)`

/**
 * @param reading `now` exactly, or rounded where a count of the same rows is remembered
 * @param dueAt when a request is due
 */
export function inView(view: QueueView, { userId, now }: Reading, dueAt = sql`applications.due_at`): SQL {
  const moment = sql`${now.toISOString()}::timestamptz`
  const reader = sql`${userId}::uuid`
  const late = isLateDecision(now, dueAt)
  const asleep = sql`(coalesce(applications.snoozed_until > ${moment}, false) or applications.snoozed_until_answered) and not ${late}`
  const conditions: Readonly<Record<QueueView, SQL>> = {
    next: sql`applications.waiting_since is null and not (${asleep}) and ${mayDecide(reader)} and ${isFree(reader)}
      and (applications.held_until is null or applications.held_until <= ${moment} or applications.held_by = ${reader})`,
    mine: sql`applications.assigned_to = ${reader}`,
    answered: sql`applications.answered_at is not null`,
    appeals: sql`exists (select from appeals where appeals.application_id = applications.id and appeals.state = 'open')`,
    late,
    waiting: sql`(applications.waiting_since is not null 
      or (applications.snoozed_until is not null or applications.snoozed_until_answered) and ${asleep})`,
    unassigned: sql`applications.assigned_to is null`,
    all: sql`true`,
  }
  return view === 'all' ? NOT_WITHDRAWN : sql`${dueAt} is not null and ${conditions[view]}`
}

/** No one decides a request to which they are tied. */
export const mayDecide = (reader: SQL) => sql`not ${isTiedTo(reader, sql`applications.id`)}`

/** Assigned to the reader or to no one. A request of someone who no longer decides requests counts as unassigned. */
function isFree(reader: SQL): SQL {
  return sql`(applications.assigned_to is null or applications.assigned_to = ${reader}
    or not exists (select from profiles where profiles.user_id = applications.assigned_to and ${withDuty('decide_requests')}))`
}
