/** Days in Lagos, which is one hour ahead of UTC all year. */
import { after, hours } from './clock.ts'

export const DAY = hours(24)
export const LAGOS = hours(1)

/** A moment in words, in Nigeria. */
export const inLagos = new Intl.DateTimeFormat('en-NG', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** Midnight UTC of the day that it is in Lagos. */
export function startOfDay(now: Date): Date {
  const local = after(now, LAGOS).getTime()
  return new Date(local - (local % DAY))
}
