/** A clock that tests advance. */
import type { Clock } from '../../server/platform/clock.ts'

export interface MovableClock extends Clock {
  advance(milliseconds: number): void
}

export function movableClock(start = '2026-01-15T09:00:00.000Z'): MovableClock {
  let now = new Date(start).getTime()
  return {
    now: () => new Date(now),
    advance(milliseconds) {
      now += milliseconds
    },
  }
}
