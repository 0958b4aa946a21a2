/** A process follows the database's clock when its own is wrong, and keeps its own when it is right. */
import { afterAll, expect, test } from 'vitest'
import { borrowDatabase } from '../../../test/support/shared-database.ts'
import { after, hours, seconds, systemClock } from '../clock.ts'
import { createLog } from '../logger.ts'
import { followDatabaseClock } from './shared-clock.ts'

const database = await borrowDatabase()
afterAll(() => database.close())

const clockOffBy = (milliseconds: number) => ({ now: () => after(systemClock.now(), milliseconds) })
/** How far a clock is from the real time, which this process and its database share. */
const errorOf = (clock: { now(): Date }) => Math.abs(clock.now().getTime() - Date.now())

test.each([hours(1), -hours(1)])('a clock that is off by %d ms is corrected to the database clock', async (off) => {
  const clock = await followDatabaseClock(database.db, createLog('silent'), clockOffBy(off))
  expect(errorOf(clock)).toBeLessThan(seconds(60))
})

test('a clock that is off by a second is not corrected', async () => {
  const wrong = after(systemClock.now(), seconds(1))
  const clock = await followDatabaseClock(database.db, createLog('silent'), { now: () => wrong })
  expect(clock.now()).toEqual(wrong)
})
