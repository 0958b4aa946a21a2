/**
 * Periodic jobs: a row each in Postgres, claimed with a lease, so that of several processes one runs it and a killed one
 * does not keep it. A job must be safe to run twice: the lease makes that rare, not impossible.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, minutes } from './clock.ts'
import type { Core } from './core.ts'
import { rows } from './db/db.ts'

export interface Job {
  readonly name: string
  readonly everyMilliseconds: number
  run(core: Core): Promise<void>
}

/** A killed process keeps its jobs for so long. A job that takes longer may be run beside itself, which is safe. */
const LEASE = minutes(1)

/** Makes the jobs' rows, due at once. Rows of jobs that no longer exist are harmless. */
export async function registerJobs(core: Core, jobs: readonly Job[]): Promise<void> {
  const now = core.clock.now()
  for (const job of jobs) {
    await core.db.execute(
      sql`insert into jobs (name, next_run_at) values (${job.name}, ${now.toISOString()}) on conflict (name) do nothing`,
    )
  }
}

/**
 * Runs every job that is due, beside each other: one that waits for a silent provider holds up no other.
 * @returns the names of those that ran
 */
export async function runDueJobs(core: Core, jobs: readonly Job[]): Promise<string[]> {
  const names = await claimDue(core, jobs)
  await Promise.all(jobs.filter((job) => names.includes(job.name)).map((job) => runClaimed(core, job)))
  return names
}

/** Takes every job back from processes that are gone: only for whoever has the database to itself. */
export async function releaseJobs(core: Core): Promise<void> {
  await core.db.execute(sql`update jobs set claimed_until = null`)
}

async function claimDue(core: Core, jobs: readonly Job[]): Promise<string[]> {
  const now = core.clock.now()
  const names = sql.join(
    jobs.map((job) => sql`${job.name}`),
    sql`, `,
  )
  const claimed = await rows(
    core.db,
    sql`update jobs set claimed_until = ${after(now, LEASE).toISOString()}
         where name in (select name from jobs
                         where name in (${names}) and next_run_at <= ${now.toISOString()}
                           and (claimed_until is null or claimed_until <= ${now.toISOString()})
                         order by name for update skip locked)
        returning name`,
    z.object({ name: z.string() }),
  )
  return claimed.map((row) => row.name)
}

async function runClaimed(core: Core, job: Job): Promise<void> {
  let failure: string | null = null
  try {
    await job.run(core)
  } catch (error) {
    failure = error instanceof Error ? error.name : 'unknown'
    core.log.error({ err: error, job: job.name }, 'a job failed; it will run again')
  }
  core.metrics.jobs.inc({ name: job.name, outcome: failure ? 'failed' : 'ok' })
  const now = core.clock.now()
  await core.db.execute(
    sql`update jobs set claimed_until = null, next_run_at = ${after(now, job.everyMilliseconds).toISOString()}, last_error = ${failure},
               last_succeeded_at = case when ${failure}::text is null then ${now.toISOString()}::timestamptz else last_succeeded_at end
         where name = ${job.name}`,
  )
}

/**
 * Looks for due jobs until stopped.
 * @returns stops looking, and resolves when the run under way has ended
 */
export function startJobs(core: Core, jobs: readonly Job[], tickMilliseconds = 1000): () => Promise<void> {
  let stopped = false
  let wake: () => void = () => {}
  const loop = async () => {
    while (!stopped) {
      try {
        await runDueJobs(core, jobs)
      } catch (error) {
        core.log.warn({ err: error }, 'the jobs could not be looked up; trying again')
      }
      if (stopped) return
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
    stopped = true
    wake()
    await running
  }
}
