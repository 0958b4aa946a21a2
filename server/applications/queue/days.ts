/** Days in Lagos, which is UTC plus one hour all year. */
import { after, hours } from '../../lib/clock.ts'

export const DAY = hours(24)
const LAGOS = hours(1)

/** Midnight UTC of the day that it is in Lagos. */
export function startOfDay(now: Date): Date {
  const local = after(now, LAGOS).getTime()
  return new Date(local - (local % DAY))
}
