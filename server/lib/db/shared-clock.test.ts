/** A process follows the database's clock where its own is off, and leaves a right one alone. */
import { afterAll, expect, test } from 'vitest'
import { borrowDatabase } from '../../../test/support/shared-database.ts'
import { after, hours, seconds, systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { followDatabaseClock } from './shared-clock.ts'

const database = await borrowDatabase()
afterAll(() => database.close())

const clockThatIsOff = (milliseconds: number) => ({ now: () => after(systemClock.now(), milliseconds) })
/** How far a clock is from the true time, which this process and its database share. */
const awayFromTruth = (clock: { now(): Date }) => Math.abs(clock.now().getTime() - Date.now())

test.each([hours(1), -hours(1)])('off by %d ms it says what the database says', async (off) => {
  const clock = await followDatabaseClock(database.db, createLog('silent'), clockThatIsOff(off))
  expect(awayFromTruth(clock)).toBeLessThan(seconds(60))
})

test('off by a second it is left as it is', async () => {
  const own = clockThatIsOff(seconds(1))
  const clock = await followDatabaseClock(database.db, createLog('silent'), own)
  expect(Math.abs(clock.now().getTime() - own.now().getTime())).toBeLessThan(seconds(1))
})
