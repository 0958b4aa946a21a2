/** When we check a payment that is not settled: after 30 s, 1, 2, 5, 15, 60 min, then hourly up to 72 h. */
import { after, hours, minutes, seconds } from '../../platform/clock.ts'

/** After this time a payment that was not made fails. A late success is still credited. */
export const WATCHED_MILLISECONDS = hours(72)

const EARLY = [seconds(30), minutes(1), minutes(2), minutes(5), minutes(15), minutes(60)]

/** The next moment on the schedule of an attempt made at `createdAt`, or null when its 72 hours are over. */
export function nextCheckAt(createdAt: Date, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime()
  const early = EARLY.find((offset) => offset > age)
  const next = early ?? hours(Math.floor(age / hours(1)) + 1)
  return next <= WATCHED_MILLISECONDS ? after(createdAt, next) : null
}
