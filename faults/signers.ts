/**
 * Several processes and one public log. `signer`: three, of which one has the key, and checkpoints that fall due. `fork`: two with a copy of the
 * key each, on a database that lost the last entries in an asynchronous failover: neither signs a second log.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import { z } from 'zod'
import { openCore } from '../bench/open-core.ts'
import type { Core } from '../server/platform/core.ts'
import { onlyRow } from '../server/platform/db/db.ts'
import { registerJobs, runDueJobs } from '../server/platform/jobs.ts'
import { readEnv } from '../server/platform/env/env.ts'
import { CHECKPOINT_JOB } from '../server/proof/log/checkpoint-period.ts'
import { makeCheckpoint } from '../server/proof/log/checkpoints.ts'
import { logJobs } from '../server/proof/log/jobs.ts'
import { SigningRefused } from '../server/proof/log/signing-stop.ts'
import { newMigratedDatabase, startPostgres } from '../test/support/database.ts'
import { temporaryFolder } from '../test/support/process.ts'
import { runS3 } from '../test/support/s3-server.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'

const PROCESSES = 3
const GIFTS = 3

type Documents = Core['env']['documents']

/** A process with its own connections, and the key's file in its own folder unless it is given. */
function openProcess(url: string, documents?: Documents, logKeyFile = join(temporaryFolder(), 'log.key')) {
  const { core, close } = openCore({ url })
  return { core: { ...core, env: { ...core.env, logKeyFile, ...(documents && { documents }) } }, close }
}

async function give({ db }: Core): Promise<void> {
  await db.execute(sql`
    insert into donations (id, amount, status, donation_type, receipt_code_hash, created_at, updated_at, paid_at)
    select gen_random_uuid(), 100000, 'success', 'food', sha256(gen_random_uuid()::text::bytea), now(), now(), now()
      from generate_series(1, ${GIFTS}::int)`)
}

const State = z.object({ signed: z.number(), size: z.number(), failures: z.number() })
const readState = ({ db }: Core) =>
  onlyRow(
    db,
    sql`select (select count(*)::int from log_checkpoints) as signed, coalesce((select max(size)::int from log_checkpoints), 0) as size,
               coalesce((select sum(failures)::int from jobs), 0) as failures`,
    State,
  )

export async function signByOne({ checkpoints }: { readonly checkpoints: number }): Promise<Outcome> {
  const findings = newFindings()
  const postgres = await startPostgres(['max_connections=100'])
  const url = await newMigratedDatabase(postgres, 'signer')
  const processes = Array.from({ length: PROCESSES }, () => openProcess(url))
  const [holder] = processes
  if (!holder) throw new Error('there are processes')
  const workers = processes.map(({ core }) => ({
    core,
    jobs: logJobs(core).filter(({ name }) => name === CHECKPOINT_JOB),
  }))
  try {
    await makeCheckpoint(holder.core)
    for (const { core, jobs } of workers) await registerJobs(core, jobs)
    for (let round = 1; round <= checkpoints; round += 1) {
      await give(holder.core)
      await holder.core.db.execute(sql`update jobs set next_run_at = now() - interval '1 second'`)
      await Promise.all(workers.toSorted(() => Math.random() - 0.5).map(({ core, jobs }) => runDueJobs(core, jobs)))
      findings.same('a checkpoint that is due is signed, once, and no process fails', await readState(holder.core), {
        signed: 1 + round,
        size: GIFTS * round,
        failures: 0,
      })
    }
  } finally {
    await Promise.all(processes.map(({ close }) => close()))
    await postgres.stop()
  }
  return findings.outcome(
    `${checkpoints} checkpoints due for ${PROCESSES} processes at once, of which one has the key; the processes share one Node`,
  )
}

export async function loseLastEntries({ rounds }: { readonly rounds: number }): Promise<Outcome> {
  const findings = newFindings()
  const postgres = await startPostgres(['max_connections=100'])
  const template = await newMigratedDatabase(postgres, 'template_of_fork')
  const maintenance = new Pool({ connectionString: await postgres.newDatabase('maintenance'), max: 1 })
  // An idle connection learns that the server stops while the pool ends.
  maintenance.on('error', () => {})
  const copy = async (name: string, from: string) => {
    await maintenance.query(`create database ${name} template ${from}`)
    return new URL(`/${name}`, template).href
  }
  const store = await runS3()
  const documents = readEnv({ ...store.variables, DATA_DIR: temporaryFolder() }).documents
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const [guard, settings] of [
        ['file', undefined],
        ['store', documents],
      ] as const) {
        store.empty()
        await failOver(findings, { guard, settings, copy, name: `${guard}_${round}` })
      }
  } finally {
    store.stop()
    await maintenance.end()
    await postgres.stop()
  }
  return findings.outcome(
    `${rounds} failovers each with the file and with a store as guard: a database without the last ${GIFTS} signed entries, to which others were added, and two processes with the key`,
  )
}

interface Failover {
  readonly guard: 'file' | 'store'
  readonly settings: Documents | undefined
  readonly name: string
  readonly copy: (name: string, from: string) => Promise<string>
}

async function failOver(findings: Findings, { guard, settings, name, copy }: Failover): Promise<void> {
  const url = await copy(`primary_${name}`, 'template_of_fork')
  const files = [join(temporaryFolder(), 'log.key'), join(temporaryFolder(), 'log.key')] as const
  const sign = async (at: string, file: string) => {
    const { core, close } = openProcess(at, settings, file)
    try {
      await give(core)
      return await makeCheckpoint(core).then(
        ({ size }) => size,
        (error: unknown) => (error instanceof SigningRefused ? error.reason : String(error)),
      )
    } finally {
      await close()
    }
  }
  findings.same('the log is signed before', await sign(url, files[0]), GIFTS)
  copyFileSync(files[0], files[1])
  // The standby's entries by then.
  const standby = await copy(`standby_${name}`, `primary_${name}`)
  findings.same('the log is signed before', await sign(url, files[0]), 2 * GIFTS)
  for (const file of [files[1], files[0], files[1]]) {
    const said = await sign(standby, file)
    findings.check(`no second log with the ${guard} as guard`, typeof said === 'string', () => `signed ${said} entries`)
  }
}
