/** Days in Lagos, which is one hour ahead of UTC all year. */
import { after, hours } from './clock.ts'

export const DAY = hours(24)
export const LAGOS = hours(1)

const IN_WORDS = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' } as const
/** A moment in words, in Nigeria. */
export const inLagos = new Intl.DateTimeFormat('en-NG', IN_WORDS)

/** Midnight UTC of the day that it is in Lagos. */
export function startOfDay(now: Date): Date {
  const local = after(now, LAGOS).getTime()
  return new Date(local - (local % DAY))
}

/** The day that it is in Lagos, as `2026-11-30`. */
export const dayInLagos = (moment: Date): string => startOfDay(moment).toISOString().slice(0, 10)
/** The month that it is in Lagos, as `2026-11`. */
export const monthInLagos = (moment: Date): string => dayInLagos(moment).slice(0, 7)

/** Texts that can wait go out from 8:00 to 19:30 in Lagos: networks hold them back at night. @returns now, or the next morning */
export function daytimeFrom(now: Date): Date {
  const midnight = after(startOfDay(now), -LAGOS)
  if (now < after(midnight, hours(8))) return after(midnight, hours(8))
  return now < after(midnight, hours(19.5)) ? now : after(midnight, hours(32))
}
