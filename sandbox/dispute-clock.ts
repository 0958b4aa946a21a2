/** The time that a merchant has for a dispute: hours of weekdays in Lagos, which has no summer time. Public holidays count. */
import { after } from '../server/platform/clock.ts'
import { DAY, LAGOS, startOfDay } from '../server/platform/lagos-days.ts'

/** The moment when this much weekday time has passed since another moment. */
export function afterWeekdayTime(since: Date, milliseconds: number): Date {
  let at = weekdayFrom(since)
  let left = milliseconds
  for (;;) {
    const untilMidnight = DAY - ((at.getTime() + LAGOS) % DAY)
    if (left < untilMidnight) return after(at, left)
    left -= untilMidnight
    at = weekdayFrom(after(at, untilMidnight))
  }
}

/** The moment itself, or at a weekend the start of Monday. */
function weekdayFrom(at: Date): Date {
  const today = startOfDay(at)
  const weekday = today.getUTCDay()
  if (weekday !== 0 && weekday !== 6) return at
  return after(today, (weekday === 6 ? 2 : 1) * DAY - LAGOS)
}
