/** Periodic jobs: each runs independently, and none is stopped for long by another, by a dead process or by a wrong clock. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { testServer, type TestServer } from '../../test/support/server.ts'
import { hours, minutes, seconds } from './clock.ts'
import { onlyRow } from './db/db.ts'
import { registerJobs, runDueJobs, runSoon, startJobs, type Job } from './jobs.ts'

/** The default is a second, which a busy machine can take. */
const PATIENCE = { timeout: 60_000 }

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(() => server.empty())

/** A job that counts its runs, and ends each when told to. */
function countingJob(name: string, end: Promise<void> = Promise.resolve()) {
  const counting = { runs: 0 }
  const job: Job = {
    name,
    everyMilliseconds: seconds(5),
    run: () => {
      counting.runs += 1
      return end
    },
  }
  return { counting, job }
}

test('a job that waits delays no other, and is not started again while it runs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = countingJob('waiting', promise)
  const quick = countingJob('quick')
  const jobs = [waiting.job, quick.job]
  await registerJobs(server.core, jobs)
  const stop = startJobs(server.core, jobs, 5)
  for (let run = 1; run <= 3; run += 1) {
    await vi.waitFor(() => expect(quick.counting.runs).toBe(run), PATIENCE)
    // Longer than the lease of a job.
    server.clock.advance(minutes(2))
  }
  await vi.waitFor(() => expect(quick.counting.runs).toBe(4), PATIENCE)
  expect(waiting.counting.runs).toBe(1)
  const stopped = stop()
  resolve()
  await stopped
})

test('a job that outlives its lease is started by no other process, and one made due meanwhile stays due', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise, resolve } = Promise.withResolvers<void>()
  const { counting, job } = countingJob('history', promise)
  await registerJobs(server.core, [job])
  const running = runDueJobs(server.core, [job])
  await vi.waitFor(() => expect(counting.runs).toBe(1), PATIENCE)
  for (let passed = 0; passed < 5; passed += 1) {
    server.clock.advance(seconds(50))
    const renewed = (await leaseOf('history')).getTime()
    vi.advanceTimersByTime(seconds(20))
    await vi.waitFor(async () => expect((await leaseOf('history')).getTime()).toBeGreaterThan(renewed), PATIENCE)
    expect(await runDueJobs(server.core, [job])).toEqual([])
  }
  await runSoon(server.core.db, 'history', server.clock.now())
  const before = (await leaseOf('history')).getTime()
  server.clock.advance(seconds(30))
  vi.advanceTimersByTime(seconds(20))
  await vi.waitFor(async () => expect((await leaseOf('history')).getTime()).toBeGreaterThan(before), PATIENCE)
  resolve()
  await running
  await runDueJobs(server.core, [job])
  expect(counting.runs).toBe(2)
})

async function leaseOf(name: string): Promise<Date> {
  const found = sql`select claimed_until as until from jobs where name = ${name}`
  return (await onlyRow(server.core.db, found, z.object({ until: z.coerce.date() }))).until
}

test('a job that has work left runs again at once', async () => {
  const left = ['more', 'more', 'done'] as const
  let runs = 0
  const job: Job = { name: 'parts', everyMilliseconds: minutes(1), run: async () => left[runs++] ?? 'done' }
  await registerJobs(server.core, [job])
  for (let tick = 0; tick < 5; tick += 1) await runDueJobs(server.core, [job])
  expect(runs).toBe(3)
})

test('a job that is made due while it runs runs once more', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { counting, job } = countingJob('wanted', promise)
  await registerJobs(server.core, [job])
  const running = runDueJobs(server.core, [job])
  await vi.waitFor(() => expect(counting.runs).toBe(1), PATIENCE)
  await runSoon(server.core.db, 'wanted', server.clock.now())
  resolve()
  await running
  for (let tick = 0; tick < 3; tick += 1) await runDueJobs(server.core, [job])
  expect(counting.runs).toBe(2)
})

test('a clock that was a day ahead for a moment does not stop a job for a day', async () => {
  const { counting, job } = countingJob('steady')
  await registerJobs(server.core, [job])
  server.clock.advance(hours(24))
  await runDueJobs(server.core, [job])
  server.clock.advance(-hours(24))
  await runDueJobs(server.core, [job])
  expect(counting.runs).toBe(2)
  await runDueJobs(server.core, [job])
  expect(counting.runs).toBe(2)
})

test('a claim by a process whose clock was a day ahead, and that is gone, does not hold a job for a day', async () => {
  const { counting, job } = countingJob('claimed')
  await registerJobs(server.core, [job])
  const claimedUntil = new Date(server.clock.now().getTime() + hours(24)).toISOString()
  await server.core.db.execute(sql`update jobs set claimed_until = ${claimedUntil} where name = 'claimed'`)
  await runDueJobs(server.core, [job])
  expect(counting.runs).toBe(1)
})

test('a daily job that fails runs again after 1, 2, 4 and at most 30 minutes, and a day after it succeeds', async () => {
  let fails = false
  const ranAt: number[] = []
  const job: Job = {
    name: 'daily',
    everyMilliseconds: hours(24),
    run: async () => {
      ranAt.push(server.clock.now().getTime())
      if (fails) throw new Error('the provider is silent')
    },
  }
  const passMinutes = async (count: number) => {
    for (let minute = 0; minute < count; minute += 1) {
      server.clock.advance(minutes(1))
      await runDueJobs(server.core, [job])
    }
  }
  const metric = async () => {
    const { values } = await server.core.metrics.jobPeriodsWithoutSuccess.get()
    return values.find(({ labels }) => labels.name === 'daily')?.value
  }
  await registerJobs(server.core, [job])
  await runDueJobs(server.core, [job])
  expect(await metric()).toBe(0)
  server.clock.advance(hours(24) - minutes(1))
  fails = true
  await passMinutes(1 + 1 + 2 + 4 + 8 + 16 + 30 + 30)
  const waits = ranAt.slice(1).map((at, place) => (at - (ranAt[place] ?? 0)) / minutes(1))
  expect(waits).toEqual([24 * 60, 1, 2, 4, 8, 16, 30, 30])
  server.clock.advance(hours(24))
  await passMinutes(30)
  expect(await metric()).toBeGreaterThanOrEqual(2)
  fails = false
  await passMinutes(30)
  const succeeded = ranAt.length
  expect(await metric()).toBe(0)
  await passMinutes(60)
  expect(ranAt).toHaveLength(succeeded)
})

test('a job that runs every few seconds does not wait longer after a failure', async () => {
  let runs = 0
  const job: Job = {
    name: 'quick failing',
    everyMilliseconds: seconds(5),
    run: async () => {
      runs += 1
      throw new Error('a deadlock')
    },
  }
  await registerJobs(server.core, [job])
  for (let tick = 0; tick < 6; tick += 1) {
    await runDueJobs(server.core, [job])
    // Not before its period is over.
    server.clock.advance(seconds(4))
    await runDueJobs(server.core, [job])
    server.clock.advance(seconds(1))
  }
  expect(runs).toBe(6)
})
