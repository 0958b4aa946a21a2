/** Whether the log is signed. A stop is public: to others a log that went back looks like a new one. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { SIGNING_STOPS, type SigningStop } from '../../../contract/proof/proof-fields.ts'
import { after } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows } from '../../platform/db/db.ts'
import { StartError } from '../../platform/errors.ts'
import { CHECKPOINT_JOB, checkpointPeriod } from './checkpoint-period.ts'

/** The log does not continue what was signed before. */
export class SigningRefused extends StartError {
  readonly reason: Exclude<SigningStop, 'failing'>
  constructor(reason: SigningRefused['reason'], message: string) {
    super(`${message} docs/transparency.md says what to do.`)
    this.reason = reason
  }
}

/** Signs, and keeps since when that is refused. */
export async function recordStop<Signed>(core: Core, sign: () => Promise<Signed>): Promise<Signed> {
  try {
    const signed = await sign()
    await core.db.execute(sql`delete from log_signing_stop`)
    core.metrics.logSigningStopped.set(0)
    return signed
  } catch (error) {
    if (!(error instanceof SigningRefused)) throw error
    await core.db.execute(sql`
      insert into log_signing_stop (since, reason) values (${core.clock.now().toISOString()}::timestamptz, ${error.reason})
      on conflict (one) do update set reason = excluded.reason`)
    core.metrics.logSigningStopped.set(1)
    throw error
  }
}

const Stop = z.object({ since: z.coerce.date(), reason: z.enum(SIGNING_STOPS) })

/** @returns null while the log is signed */
export async function readStop({ db, clock, env }: Pick<Core, 'db' | 'clock' | 'env'>) {
  const overdue = after(clock.now(), -2 * checkpointPeriod(env))
  const [stop] = await rows(
    db,
    sql`select since, reason from log_signing_stop
        union all
        select last_succeeded_at, 'failing' from jobs
         where name = ${CHECKPOINT_JOB} and last_succeeded_at < ${overdue.toISOString()}::timestamptz
        limit 1`,
    Stop,
  )
  return stop ?? null
}
