/**
 * Periodic jobs. Each has a row in Postgres that a process claims with a lease, so one process runs it, and another takes over
 * when that process is killed. A job must be safe to run twice: the lease makes that rare, not impossible.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, minutes } from './clock.ts'
import type { Core } from './core.ts'
import { rows, type Tx } from './db/db.ts'
import { plain, preparedRows } from './db/prepared.ts'

export interface Job {
  readonly name: string
  readonly everyMilliseconds: number
  /** Whether this process can do it. One that cannot leaves it to the others. Asked each second. */
  canRun?(core: Core): Promise<boolean>
  /**
   * @param signal aborts when the process is stopping: long work then ends early
   * @returns 'more' when work is left: the job is then due at once
   */
  run(core: Core, signal: AbortSignal): Promise<void | 'done' | 'more'>
}

/** A job that failed runs again after this, twice this and so on, but no later than half an hour or its period. */
const AGAIN_AFTER = minutes(1)
const AGAIN_WITHIN = minutes(30)

/** How long a killed process keeps its jobs. */
const LEASE = minutes(1)
/** Comparing all of history takes minutes: without this each process would start it too. */
const RENEWED_EVERY = LEASE / 3

const MEASURED_EVERY = minutes(1)

const NEVER = new AbortController().signal

/** Creates the rows of new jobs, due at once. Rows of jobs that no longer exist are harmless. */
export async function registerJobs(core: Core, jobs: readonly Job[]): Promise<void> {
  const names = jobs.map(({ name }) => name)
  await core.db.execute(
    sql`insert into jobs (name, next_run_at) select name, ${core.clock.now().toISOString()}::timestamptz
          from unnest(${sql.param(names)}::text[]) as made (name)
        on conflict (name) do nothing`,
  )
}

/**
 * Runs every job that is due, in parallel, and waits for all of them.
 * @returns the names of the jobs that ran
 */
export async function runDueJobs(core: Core, jobs: readonly Job[], signal = NEVER): Promise<string[]> {
  const due = await claimDue(core, jobs)
  await Promise.all(due.map((job) => runClaimed(core, job, signal)))
  return due.map(({ name }) => name)
}

/** Releases the claims of processes that are gone. Call it only when no other process uses the database. */
export async function releaseJobs(core: Core): Promise<void> {
  const now = core.clock.now().toISOString()
  await core.db.execute(
    sql`update jobs set claimed_until = null, next_run_at = least(next_run_at, ${now}::timestamptz) where claimed_until is not null`,
  )
}

/** Makes a job due now. One that is running runs once more afterwards. */
export async function runSoon(tx: Pick<Tx, 'execute'>, name: string, now: Date): Promise<void> {
  await tx.execute(
    sql`update jobs set next_run_at = least(next_run_at, ${now.toISOString()}::timestamptz) where name = ${name}`,
  )
}

// A time that lies too far ahead was written by a clock that was wrong: it does not count. While a job runs, it is due when its lease
// ends: an earlier time means that it was made due again meanwhile (runSoon).
const claim = preparedRows(
  'claim_jobs',
  {
    names: plain<readonly string[]>(),
    latest: plain<readonly string[]>(),
    now: plain<string>(),
    until: plain<string>(),
  },
  z.object({ name: z.string() }),
  ({ names, latest, now, until }) => sql`
    update jobs set claimed_until = ${until}::timestamptz, next_run_at = ${until}::timestamptz
     where name in (select jobs.name from jobs
                      join unnest(${names}::text[], ${latest}::timestamptz[]) as job (name, latest) on job.name = jobs.name
                     where (next_run_at <= ${now}::timestamptz or next_run_at > job.latest)
                       and (claimed_until is null or claimed_until <= ${now}::timestamptz or claimed_until > ${until}::timestamptz)
                     order by jobs.name for update of jobs skip locked)
    returning name`,
)

async function claimDue(core: Core, given: readonly Job[]): Promise<Job[]> {
  const { db, clock } = core
  const now = clock.now()
  const jobs: Job[] = []
  for (const job of given) if ((await job.canRun?.(core)) ?? true) jobs.push(job)
  const claimed = await claim(db, {
    names: jobs.map((job) => job.name),
    latest: jobs.map((job) => after(now, job.everyMilliseconds).toISOString()),
    now: now.toISOString(),
    until: after(now, LEASE).toISOString(),
  })
  return jobs.filter((job) => claimed.some(({ name }) => name === job.name))
}

const recordRun = preparedRows(
  'record_job_run',
  {
    name: plain<string>(),
    now: plain<string>(),
    wait: plain<number>(),
    within: plain<number>(),
    failure: plain<string | null>(),
  },
  z.object({ succeeded_at: z.coerce.date().nullable() }),
  ({ name, now, wait, within, failure }) => sql`
    update jobs set claimed_until = null, last_error = ${failure}::text,
                    failures = case when ${failure}::text is null then 0 else failures + 1 end,
                    next_run_at = least(case when next_run_at < claimed_until then next_run_at end, ${now}::timestamptz + interval '1 millisecond'
                      * case when ${failure}::text is null then ${wait}::float8
                             else least(${within}::float8, ${AGAIN_AFTER}::float8 * 2 ^ least(failures, 20)) end),
                    last_succeeded_at = case when ${failure}::text is null then ${now}::timestamptz else last_succeeded_at end
     where name = ${name}
    returning last_succeeded_at as succeeded_at`,
)

/** Leaves a time at which the job was made due again meanwhile. One that has ended has no lease. */
async function renewLease({ db, clock, log }: Core, { name }: Job): Promise<void> {
  const until = after(clock.now(), LEASE).toISOString()
  try {
    await db.execute(
      sql`update jobs set claimed_until = ${until}::timestamptz,
                          next_run_at = case when next_run_at < claimed_until then next_run_at else ${until}::timestamptz end
           where name = ${name} and claimed_until is not null`,
    )
  } catch (error) {
    log.warn({ err: error, job: name }, 'the lease of a job could not be renewed')
  }
}

async function runClaimed(core: Core, job: Job, signal: AbortSignal): Promise<void> {
  let failure: string | null = null
  let wait = job.everyMilliseconds
  const renewing = setInterval(() => void renewLease(core, job), RENEWED_EVERY)
  try {
    if ((await job.run(core, signal)) === 'more') wait = 0
  } catch (error) {
    failure = error instanceof Error ? error.name : 'unknown'
    core.log.error({ err: error, job: job.name }, 'a job failed; it will run again')
  } finally {
    clearInterval(renewing)
  }
  core.metrics.jobs.inc({ name: job.name, outcome: failure ? 'failed' : 'ok' })
  const now = core.clock.now()
  const within = Math.min(AGAIN_WITHIN, job.everyMilliseconds)
  const [recorded] = await recordRun(core.db, { name: job.name, now: now.toISOString(), wait, within, failure })
  const idle = recorded?.succeeded_at ? now.getTime() - recorded.succeeded_at.getTime() : 0
  core.metrics.jobPeriodsWithoutSuccess.set({ name: job.name }, failure ? idle / job.everyMilliseconds : 0)
}

/** A job that no process can run fails nowhere, so each process tells of all of them. */
export async function measureJobs({ db, clock, metrics }: Core, jobs: readonly Job[]): Promise<void> {
  const found = await rows(
    db,
    sql`select name, last_succeeded_at from jobs where last_succeeded_at is not null`,
    z.object({ name: z.string(), last_succeeded_at: z.coerce.date() }),
  )
  for (const { name, last_succeeded_at: at } of found) {
    const job = jobs.find((each) => each.name === name)
    if (!job) continue
    metrics.jobLastSuccess.set({ name }, at.getTime() / 1000)
    metrics.jobPeriodsWithoutSuccess.set({ name }, (clock.now().getTime() - at.getTime()) / job.everyMilliseconds)
  }
}

/** Acts on each item, a few at a time, and goes on after a failure: a row that always fails must not stop the others. */
export async function onEach<T>(items: readonly T[], act: (item: T) => Promise<unknown>, atOnce = 1): Promise<void> {
  const failures: unknown[] = []
  for (let next = 0; next < items.length; next += atOnce) {
    const ended = await Promise.allSettled(items.slice(next, next + atOnce).map(act))
    failures.push(...ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
}

/**
 * Starts due jobs until stopped. Each runs independently: one that takes long, as when the provider is silent, delays no other.
 * @returns stops, and resolves when the jobs under way have ended
 */
export function startJobs(core: Core, jobs: readonly Job[], tickMilliseconds = 1000): () => Promise<void> {
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  let wake: () => void = () => {}
  const startDue = async () => {
    // One of ours that outlives its lease is not started a second time here.
    const due = await claimDue(
      core,
      jobs.filter(({ name }) => !underWay.has(name)),
    )
    for (const job of due) {
      const run = runClaimed(core, job, stopping.signal)
        .catch((error: unknown) => core.log.warn({ err: error, job: job.name }, 'the run of a job was not recorded'))
        .finally(() => underWay.delete(job.name))
      underWay.set(job.name, run)
    }
  }
  let measuredAt = -MEASURED_EVERY
  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        await startDue()
        if (performance.now() - measuredAt >= MEASURED_EVERY) {
          measuredAt = performance.now()
          await measureJobs(core, jobs)
        }
      } catch (error) {
        core.log.warn({ err: error }, 'the due jobs could not be read; retrying')
      }
      if (stopping.signal.aborted) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, tickMilliseconds)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = loop()
  return async () => {
    stopping.abort()
    wake()
    await running
    await Promise.all(underWay.values())
  }
}
