/** Letting a request wait until a day or an answer. It returns without a job: nothing runs at that time. */
import type { Wait } from '../../../../contract/aid/queue-fields.ts'
import { after, hours } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { change, recordAct, type Acting } from '../lock-for-review.ts'
import { auditRequest } from '../../requests/audit-request.ts'
import type { Application } from '../../requests/schema.ts'
import { DAY, startOfDay } from '../../../platform/lagos-days.ts'

export type WaitUntil = { readonly kind: Exclude<Wait, 'date'> } | { readonly kind: 'date'; readonly date: string }

/** 07:00 in Lagos, which is UTC plus one hour all year. */
const MORNING = hours(6)
const MONDAY = 1

/**
 * Lets a locked, undecided request wait; null brings it back.
 * @throws AppError `request_late`, `invalid_input`: the date has passed or is today
 */
export async function setWait(tx: Tx, found: Application, acting: Acting, until: WaitUntil | null): Promise<void> {
  const { id, snoozedUntil, snoozedUntilAnswered } = found
  if (until === null) {
    if (!snoozedUntil && !snoozedUntilAnswered) return
    await change(tx, id, acting, { snoozedUntil: null, snoozedUntilAnswered: false })
    await recordAct(tx, id, acting, { act: 'woken' })
    await auditRequest(tx, acting, 'application.woken', id)
    return
  }
  if (found.dueAt && found.dueAt <= acting.now && !found.waitingSince) throw new AppError('request_late')
  const moment = momentOf(until, acting.now)
  await change(tx, id, acting, { snoozedUntil: moment, snoozedUntilAnswered: moment === null })
  await recordAct(tx, id, acting, { act: 'snoozed', until: moment })
  await auditRequest(tx, acting, 'application.snoozed', id)
}

const PAST = 'Choose a day after today.'

/** @returns null: until the applicant answers */
function momentOf(until: WaitUntil, now: Date): Date | null {
  const today = startOfDay(now)
  switch (until.kind) {
    case 'answered':
      return null
    case 'tomorrow':
      return after(today, DAY + MORNING)
    case 'monday':
      return after(today, ((MONDAY + 7 - today.getUTCDay()) % 7 || 7) * DAY + MORNING)
    case 'date':
      return morningOf(until.date, now, 'until.date')
  }
}

/**
 * @param field of the caller's input, which the refusal names
 * @throws AppError `invalid_input`: the date has passed or is today
 */
export function morningOf(date: string, now: Date, field: string): Date {
  const chosen = new Date(`${date}T00:00:00Z`)
  if (chosen > startOfDay(now)) return after(chosen, MORNING)
  throw new AppError('invalid_input', { detail: PAST, fields: [{ field, message: PAST }] })
}
