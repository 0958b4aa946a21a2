/** Moving the clock of a test to a time of day in Lagos. */
import { hours, minutes } from '../../server/platform/clock.ts'
import type { TestServer } from './server.ts'

/** Lets the clock of the server strike this time in Lagos, an hour ahead of UTC, on the next day. */
export function toLagosTime({ clock }: TestServer, hour: number, minute: number): void {
  const now = clock.now()
  const midnight = new Date(now)
  midnight.setUTCHours(23, 0, 0, 0)
  clock.advance(midnight.getTime() - now.getTime() + (midnight <= now ? hours(24) : 0))
  clock.advance(hours(hour) + minutes(minute))
}
