/** Measures proving: counting gifts towards payments, a log of 10,000,000 leaves rebuilt from outside, and the proof of one gift in it. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../server/platform/db/db.ts'
import type { Core } from '../../server/platform/core.ts'
import { makeCheckpoint } from '../../server/proof/log/checkpoints.ts'
import { logFiles } from '../../server/proof/log/files.ts'
import { allocateGifts } from '../../server/proof/log/lots.ts'
import { readProof, readTrail } from '../../server/proof/log/receipts.ts'
import type { Bench } from '../bench.ts'
import { generateLeaves, generateTurns } from '../generate/log.ts'
import { openCore } from '../open-core.ts'
import { atMost, type Result } from '../results.ts'
import { median } from '../rounds.ts'

const LEAVES = 10_000_000
const GIFTS = 1_000_000
const PAYMENTS = 20_000
/** `--quick` makes all of them smaller by this. */
const QUICK = 50
const ROUNDS = 60

const ms = (figure: number) => `${figure.toFixed(2)} ms`
const many = (count: number) => count.toLocaleString('en')

export async function measureLog(bench: Bench): Promise<Result[]> {
  const smaller = bench.quick ? QUICK : 1
  return [
    ...(await measureAllocation(bench, GIFTS / smaller, PAYMENTS / smaller)),
    ...(await measureRebuilding(bench, LEAVES / smaller)),
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function measureAllocation(bench: Bench, gifts: number, payments: number): Promise<Result[]> {
  const filled = await bench.openMigrated('log_turns')
  await generateTurns(filled, gifts, payments)
  const { core, close } = openCore(filled)
  const all = await timed(() => allocateGifts(core))
  const idle: number[] = []
  for (let round = 0; round < 5; round += 1) idle.push(await timed(() => allocateGifts(core)))
  const counts = z.object({ made: z.number(), uncounted: z.number() })
  const { made, uncounted } = await onlyRow(
    core.db,
    sql`select (select count(*)::int from allocations) as made,
               (select count(*)::int from disbursement_funds where amount <> counted) as uncounted`,
    counts,
  )
  await close()
  await filled.close()
  const of = `${many(gifts)} gifts and ${many(payments)} payments`
  return [
    {
      what: `counting the gifts of ${of}: each payment`,
      figures: `${(all / 1000).toFixed(1)} s for all, ${many(uncounted)} left uncounted; with nothing to do ${ms(median(idle))}`,
      ...atMost(all / payments, 5, ms),
    },
    {
      what: `the rows that say which gift is counted towards which payment, of ${of}`,
      figures: 'gifts + 2 × payments at most',
      ...atMost(made, gifts + 2 * payments, many),
    },
  ]
}

async function measureRebuilding(bench: Bench, leaves: number): Promise<Result[]> {
  const filled = await bench.openMigrated('log_leaves')
  await generateLeaves(filled, leaves)
  const opened = openCore(filled)
  const { close } = opened
  const core = { ...opened.core, env: { ...opened.core.env, logKeyFile: join(bench.folder, 'log.key') } }
  const gift = crypto.randomUUID()
  await core.db.execute(sql`
    insert into donations (id, amount, status, donation_type, receipt_code_hash, created_at, updated_at, paid_at)
    values (${gift}, 10000, 'success', 'food', sha256('x'), now(), now(), now())`)
  const signing = await timed(() => makeCheckpoint(core))
  const proof = await medianOf(() => readProof(core.db, gift))
  const trail = await medianOf(() => readTrail(core.db, gift))
  const rebuilt = await rebuild(core)
  await close()
  await filled.close()
  const of = `a log of ${many(leaves + 1)} leaves`
  return [
    {
      what: `${of}: read and rebuilt by npm run verify, seconds`,
      figures: 'over HTTP from a server in the process of the bench, which reads its entries from PostgreSQL',
      ...atMost(rebuilt.seconds, 180),
    },
    {
      what: `${of}: the memory of npm run verify at most`,
      figures: 'the most that was resident',
      ...atMost(rebuilt.megabytes, 500, (figure) => `${figure.toFixed(0)} MB`),
    },
    {
      what: `${of}: the proof of a gift`,
      figures: `median of ${ROUNDS}, the function with its statements; what its receipt shows of it ${ms(trail)}; signing one new entry ${ms(signing)}`,
      ...atMost(proof, 10, ms),
    },
  ]
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS + 5; round += 1) times.push(await timed(work))
  return median(times.slice(5))
}

const VERIFY = join(import.meta.dirname, '..', '..', 'scripts', 'verify.ts')

async function rebuild(core: Core): Promise<{ seconds: number; megabytes: number }> {
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: logFiles(core).fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  let megabytes = 0
  const seconds = await timed(async () => {
    const child = spawn(process.execPath, [VERIFY, `http://127.0.0.1:${address.port}`], { stdio: 'inherit' })
    const polled = setInterval(() => {
      megabytes = Math.max(megabytes, residentOf(child.pid))
    }, 200)
    const code = await new Promise((resolve) => child.on('exit', resolve))
    clearInterval(polled)
    if (code !== 0) throw new Error(`npm run verify ended with ${String(code)}`)
  })
  server.close()
  return { seconds: seconds / 1000, megabytes }
}

/** The most that a process had in memory so far. */
function residentOf(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    // It has just ended.
    return 0
  }
}
