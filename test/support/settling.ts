/** Lets the provider settle what was paid. */
import { hours } from '../../server/platform/clock.ts'
import { MONEY_JOBS, type TestServer } from './server.ts'

/** Moves the clock to 09:30 UTC of a working day that is at least one day later, so that all that was paid is settled and booked. */
export async function passUntilSettled(server: TestServer): Promise<void> {
  const { clock } = server
  const next = new Date(clock.now().getTime() + hours(24))
  next.setUTCHours(9, 30, 0, 0)
  while (next.getUTCDay() === 0 || next.getUTCDay() === 6) next.setUTCDate(next.getUTCDate() + 1)
  await server.pass(next.getTime() - clock.now().getTime(), MONEY_JOBS)
  await server.pass(hours(1), MONEY_JOBS)
}
