/** Days that people name, in Nigeria's time. */
import { AppError } from '../../platform/errors.ts'
import { dayInLagos } from '../../platform/lagos-days.ts'

/** No hand-over is older, and the database has no year 0. */
const EARLIEST = '2000-01-01'

/** @throws AppError `invalid_input`: a day in the future, or before the moment that it follows */
export function requirePast(on: string, since: Date | null, now: Date): void {
  if (on < EARLIEST) throw refusal('Choose a date from 2000 on.')
  if (on > dayInLagos(now)) throw refusal('This date is in the future.')
  if (since && on < dayInLagos(since)) throw refusal('It was released after this date.')
}

function refusal(message: string): AppError {
  return new AppError('invalid_input', { fields: [{ field: 'on', message }] })
}

/** Noon of a day, or now if that is earlier. */
export function momentOf(on: string, now: Date): Date {
  const noon = new Date(`${on}T12:00:00+01:00`)
  return noon < now ? noon : now
}
