/** Months in Lagos, as `2026-10`. */
import { hours } from '../../platform/clock.ts'
import { LAGOS } from '../../platform/lagos-days.ts'

/** A transaction that began before the end of a month is booked by then. */
const GRACE = hours(1)

export const firstDayOf = (month: string): string => `${month}-01`
/** The moment in which it begins. */
export const startOf = (month: string): Date => new Date(Date.parse(`${month}-01T00:00:00Z`) - LAGOS)
export const endOf = (month: string): Date => startOf(nextMonth(month))
export const isOver = (month: string, now: Date): boolean => now.getTime() >= endOf(month).getTime() + GRACE

/** @param step -1 for the month before */
export function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}

/** From the first to the last one, oldest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}

const ID = '00000000-0000-8000-8000-000000'
/** The subject of a proposal is a UUID: of version 8, whose last digits are the month. */
export const idOfMonth = (month: string): string => `${ID}${month.replace('-', '')}`
export const monthOfId = (id: string): string => `${id.slice(-6, -2)}-${id.slice(-2)}`
