/**
 * SIGKILL while facts are put into the log, checkpoints are signed and gifts are counted, by two processes at once on one PostgreSQL and
 * with one key. No place is used twice, no size has two roots, and each kobo that was paid out is counted once.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { openCore } from '../bench/open-core.ts'
import { checkEntries, readHead, type ReadLog } from '../contract/proof/audit.ts'
import { isSame, ProofError } from '../contract/proof/bytes.ts'
import { rangeRoot } from '../contract/proof/merkle.ts'
import { hours } from '../server/platform/clock.ts'
import type { Core } from '../server/platform/core.ts'
import { onlyRow, rows } from '../server/platform/db/db.ts'
import { logFiles } from '../server/proof/log/files.ts'
import { storedTree } from '../server/proof/log/tiles.ts'
import { compareAllocations } from '../server/proof/books/allocation-books.ts'
import { newMigratedDatabase, startPostgres } from '../test/support/database.ts'
import { insertPaidHouseholds } from '../test/support/paid-households.ts'
import { temporaryFolder } from '../test/support/process.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'

const PROVER = join(import.meta.dirname, 'load', 'prover.ts')
const PROVERS = 2
/** A prover is killed after at most so many of its steps, and this long into the next one. */
const STEPS_MAX = 4
const INTO_STEP_MILLISECONDS_MAX = 150
const GIFTS_A_ROUND = 200
const HOUSEHOLDS_A_ROUND = 12

export async function killProvers({ kills }: { readonly kills: number }): Promise<Outcome> {
  const findings = newFindings()
  const postgres = await startPostgres(['max_connections=100'])
  const url = await newMigratedDatabase(postgres, 'proving')
  const { core, close } = openCore({ url })
  const keyFile = join(temporaryFolder(), 'log.key')
  try {
    const staff = await insertStaff(core)
    for (let round = 0; round < kills / PROVERS; round += 1) {
      await insertFacts(core, staff, round)
      await Promise.all(Array.from({ length: PROVERS }, () => killOne(url, keyFile)))
    }
    const last = spawnProver(url, keyFile, 'once')
    const output = collect(last)
    const [code] = await once(last, 'exit')
    findings.check('the next process goes on without repair', code === 0, output)
    await checkLog(core, findings)
    await checkCounted(core, findings)
  } finally {
    await close()
    await postgres.stop()
  }
  return findings.outcome(
    `${kills} × SIGKILL while entries are appended, checkpoints signed and gifts counted, two processes at a time`,
  )
}

function spawnProver(url: string, keyFile: string, ...more: string[]): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROVER, url, keyFile, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function collect({ stderr }: ChildProcess): () => string {
  let text = ''
  stderr?.on('data', (piece: Buffer) => {
    text += piece.toString()
  })
  return () => text
}

async function killOne(url: string, keyFile: string): Promise<void> {
  const prover = spawnProver(url, keyFile)
  const ended = once(prover, 'exit')
  const steps = 1 + Math.floor(Math.random() * STEPS_MAX)
  let said = 0
  const reached = new Promise<void>((resolve) => {
    prover.stdout?.on('data', (piece: Buffer) => {
      said += piece.length / 2
      if (said >= steps) resolve()
    })
  })
  await Promise.race([reached, ended])
  await pause(Math.random() * INTO_STEP_MILLISECONDS_MAX)
  prover.kill('SIGKILL')
  await ended
}

async function insertStaff({ db }: Core): Promise<readonly [{ userId: string }, { userId: string }]> {
  const staff = [{ userId: crypto.randomUUID() }, { userId: crypto.randomUUID() }] as const
  for (const { userId } of staff)
    await db.execute(sql`insert into users (id, created_at, updated_at) values (${userId}, now(), now())`)
  return staff
}

/** Gifts that are old enough to have their turns, and payments of which they cover all. */
async function insertFacts(core: Core, staff: Awaited<ReturnType<typeof insertStaff>>, round: number): Promise<void> {
  await core.db.execute(sql`
    insert into donations (id, amount, status, donation_type, receipt_code_hash, created_at, updated_at, paid_at)
    select gen_random_uuid(), 100000 + number, 'success', 'food', sha256((${round} || '/' || number)::bytea), moment, moment, moment
      from generate_series(1, ${GIFTS_A_ROUND}::int) as number, lateral (select now() - interval '3 days' as moment) as at`)
  const paid = new Date(core.clock.now().getTime() - hours(1))
  await insertPaidHouseholds(
    { core },
    staff,
    Array.from({ length: HOUSEHOLDS_A_ROUND }, (_, place) => ({
      userId: crypto.randomUUID(),
      fund: 'food' as const,
      kind: 'food',
      amount: BigInt(1_000_000 + place * 1_111),
      granted: paid,
      handed: paid,
    })),
  )
}

const Log = z.object({ entries: z.number(), next: z.number(), facts: z.number(), signed: z.number() })
const Signed = z.object({ size: z.coerce.number(), root: z.string() })

/** The log has each place and fact once, and all that is served leads to what was signed. */
export async function checkLog(core: Core, findings: Findings): Promise<void> {
  const { db } = core
  const found = await onlyRow(
    db,
    sql`select (select count(*)::int from log_entries) as entries, (select max(leaf_index)::int + 1 from log_entries) as next,
               (select count(*)::int from (select distinct type, subject from log_entries) as fact) as facts,
               (select count(*)::int from log_checkpoints) as signed`,
    Log,
  )
  findings.same(
    'each place of the log is used once, and each fact has one',
    [found.entries, found.facts],
    [found.next, found.next],
  )
  const signed = await rows(
    db,
    sql`select size::text as size, encode(root, 'hex') as root from log_checkpoints order by size`,
    Signed,
  )
  for (const { size, root } of signed) {
    const again = await rangeRoot(storedTree(db, size), 0, size)
    findings.check('every checkpoint is the beginning of the log', isSame(again, Buffer.from(root, 'hex')), () => size)
  }
  const app = logFiles(core)
  const read: ReadLog = async (path) => {
    const answer = await app.request(`/log/${path}`)
    return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer())
  }
  const outcome = await readHead(read)
    .then(({ head }) => checkEntries(read, head))
    .then(
      () => 'fits',
      (fault: unknown) => (fault instanceof ProofError ? fault.message : String(fault)),
    )
  findings.same('the log that is served leads to its signed root', outcome, 'fits')
}

const Sums = z.object({ paid: z.string(), counted: z.string(), spent: z.string(), made: z.string() })

async function checkCounted({ db }: Core, findings: Findings): Promise<void> {
  const { paid, counted, spent, made } = await onlyRow(
    db,
    sql`select (select sum(amount)::text from disbursement_funds) as paid, (select sum(counted)::text from disbursement_funds) as counted,
               (select sum(spent)::text from gift_lots) as spent, (select sum(amount)::text from allocations) as made`,
    Sums,
  )
  findings.same('what is counted is what was paid out', [counted, spent, made], [paid, paid, paid])
  findings.same('no payment and no gift is counted twice', await compareAllocations(db), [])
}
