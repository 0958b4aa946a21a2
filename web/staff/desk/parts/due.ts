/** When a request is due, in words that need no calendar. Days are days in Lagos. */
import { queue as words } from '#words/aid/admin-queue.ts'
import { dayOfMoment, startOf } from '../../../lib/days.ts'

const DAY_MILLISECONDS = 24 * 60 * 60_000

export interface Due {
  readonly text: string
  readonly isLate: boolean
}

/**
 * @param dueAt null once the request is decided
 * @param waitingSince when papers were asked for: the date stands still until they come
 */
export function dueOf(dueAt: string | null, now: Date, waitingSince: string | null = null): Due {
  if (dueAt === null) return { text: words.decided, isLate: false }
  const counted = waitingSince === null ? now : new Date(waitingSince)
  const days = daysBetween(counted, new Date(dueAt))
  if (new Date(dueAt) < counted) return { text: words.late(Math.max(-days, 1)), isLate: true }
  return { text: days === 0 ? words.dueToday : words.dueIn(days), isLate: false }
}

function daysBetween(from: Date, to: Date): number {
  return Math.round((startOfDay(to) - startOfDay(from)) / DAY_MILLISECONDS)
}

const startOfDay = (moment: Date) => Date.parse(startOf(dayOfMoment(moment)))
