/** When a request is due, in words that need no calendar. Days are days in Lagos. */
import { queue as words } from '#words/aid/admin-queue.ts'
import { dayOfMoment, startOf } from '../../../lib/days.ts'

const DAY_MILLISECONDS = 24 * 60 * 60_000

export interface Due {
  readonly text: string
  readonly isLate: boolean
}

interface Waiting {
  /** Null once the request is decided. */
  readonly due_at: string | null
  /** When papers were asked for: the date stands still until they come. */
  readonly waiting_since?: string | null
}

export function dueOf(request: Waiting, now: Date): Due {
  if (request.due_at === null) return { text: words.decided, isLate: false }
  const counted = new Date(request.waiting_since ?? now)
  const due = new Date(request.due_at)
  const days = (startOfDay(due) - startOfDay(counted)) / DAY_MILLISECONDS
  // Follows the view Late of the server: what waits for papers is not late, also where it was before they were asked for.
  if (due <= counted && !request.waiting_since) return { text: words.late(Math.max(-days, 1)), isLate: true }
  if (due < counted) return { text: words.dueOnAnswer, isLate: false }
  return { text: days === 0 ? words.dueToday : words.dueIn(days), isLate: false }
}

const startOfDay = (moment: Date) => Date.parse(startOf(dayOfMoment(moment)))
