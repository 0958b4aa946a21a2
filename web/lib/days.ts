/** Days in filters and statements: `2026-11-21`, in Lagos, whatever the device's time zone. Lagos has no daylight saving time. */
import { formatDay } from './format-date.ts'

export type Day = string

const DAY = /^\d{4}-\d\d-\d\d$/
const DAY_MILLISECONDS = 24 * 60 * 60_000
const LAGOS_AHEAD_MILLISECONDS = 60 * 60_000

/** @returns the text if it is a valid date, else undefined */
export function dayIn(text: unknown): Day | undefined {
  return typeof text === 'string' && DAY.test(text) && isReal(text) ? text : undefined
}

function isReal(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** The first moment of a day, as the API takes it. */
export function startOf(day: Day): string {
  return new Date(`${day}T00:00:00+01:00`).toISOString()
}

/** The first moment after the day. */
export function endOf(day: Day): string {
  return new Date(Date.parse(startOf(day)) + DAY_MILLISECONDS).toISOString()
}

export function dayOfMoment(moment: Date): Day {
  return new Date(moment.getTime() + LAGOS_AHEAD_MILLISECONDS).toISOString().slice(0, 10)
}

/** The last day of its month. */
export function lastOfMonth(day: Day): Day {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** `21 November 2026` */
export function dayInWords(day: Day): string {
  return formatDay(startOf(day))
}
