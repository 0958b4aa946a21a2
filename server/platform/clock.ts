/** The time, from one place, so that tests can move it. Rules never call `Date.now()` or SQL's `now()`. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const seconds = (n: number) => n * 1000
export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000

/** The moment `milliseconds` after (or, negative, before) another. */
export function after(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds)
}
