/** One signer: who lacks the key leaves the job to others, and two copies of it never make two logs. */
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { parseNote } from '../../../contract/proof/note.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { temporaryFolder } from '../../../test/support/process.ts'
import { startS3 } from '../../../test/support/s3.ts'
import { checkSigner } from '../../operator/doctor/signer.ts'
import { hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows } from '../../platform/db/db.ts'
import { readEnv } from '../../platform/env/env.ts'
import { measureJobs, registerJobs, runDueJobs } from '../../platform/jobs.ts'
import { Replaced, replaceNote } from '../../platform/storage/s3-note.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { logJobs } from './jobs.ts'
import { takeOver } from './signer.ts'
import { readCheckpoint, readVerifierKeys } from './tiles.ts'

const giving = useGiving()
const store = await startS3()
const other = await startS3()
const settingsOf = ({ variables }: typeof store) => readEnv({ ...variables, DATA_DIR: temporaryFolder() }).documents

/** A process on the same database, with its own folder. */
function processWith(documents?: Core['env']['documents']): Core {
  const { core } = giving.server
  const env = { ...core.env, logKeyFile: join(temporaryFolder(), 'log.key'), ...(documents && { documents }) }
  return { ...core, env }
}

const copyKey = (from: Core, to: Core) => copyFileSync(from.env.logKeyFile, to.env.logKeyFile)

async function give(): Promise<void> {
  const gift = await giving.start(1000, 'school')
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
}

const sizes = async () => {
  const found = await rows(
    giving.server.core.db,
    sql`select size::int as size from log_checkpoints order by size`,
    z.object({ size: z.number() }),
  )
  return found.map(({ size }) => size)
}

/** As in a standby that became the primary before it had the last rows. */
const forgetLast = (entries: number) =>
  giving.server.core.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`delete from log_entries where leaf_index >= ${entries}`)
    await tx.execute(sql`delete from log_checkpoints where size > ${entries}`)
  })

beforeEach(() => {
  for (const each of [store, other]) {
    each.empty()
    each.forget(false)
    each.fail(false)
  }
})

test('a process without the key leaves the checkpoint to the one that has it, which signs each that is due', async () => {
  const [holder, second, third] = [processWith(), processWith(), processWith()]
  const jobs = [holder, second, third].map((core) => ({
    core,
    jobs: logJobs(core).filter(({ name }) => name === 'log.checkpoint'),
  }))
  await makeCheckpoint(holder)
  for (const each of jobs) await registerJobs(each.core, each.jobs)
  const ran: string[][] = []
  for (let day = 0; day < 3; day += 1) {
    await give()
    giving.server.clock.advance(hours(24))
    for (const each of jobs.toReversed()) ran.push(await runDueJobs(each.core, each.jobs))
  }
  expect(ran).toEqual(Array.from({ length: 3 }, () => [[], [], ['log.checkpoint']]).flat())
  expect(await sizes()).toEqual([0, 1, 2, 3])

  // Without the file nobody can, which fails nowhere: every process tells of it, and so does the log.
  rmSync(holder.env.logKeyFile)
  giving.server.clock.advance(hours(49))
  for (const each of jobs) expect(await runDueJobs(each.core, each.jobs)).toEqual([])
  await measureJobs(second, jobs[1]?.jobs ?? [])
  const { values } = await second.metrics.jobPeriodsWithoutSuccess.get()
  expect(values.find(({ labels }) => labels.name === 'log.checkpoint')?.value).toBeGreaterThanOrEqual(2)
  expect((await giving.server.call('GET', '/api/transparency/log')).body['stopped']).toMatchObject({
    reason: 'failing',
  })
})

test('with only the file as guard a second copy of the key does not sign, until an operator says so', async () => {
  const [first, copy] = [processWith(), processWith()]
  await give()
  await makeCheckpoint(first)
  copyKey(first, copy)
  await give()
  await expect(makeCheckpoint(copy)).rejects.toThrow('Another process has the key and signs')
  expect(await sizes()).toEqual([1])
  expect((await checkSigner(copy)).map(({ level }) => level)).toEqual(['problem'])
  expect(await checkSigner(first)).toEqual([])
  await makeCheckpoint(first)
  await takeOver(copy, await readCheckpoint(copy.db))
  await give()
  await makeCheckpoint(copy)
  expect(await sizes()).toEqual([1, 2, 3])
  await expect(makeCheckpoint(first)).rejects.toThrow('Another process has the key and signs')
})

test('a store that hangs holds up no one who locks the log', async () => {
  const first = processWith(settingsOf(store))
  await give()
  await makeCheckpoint(first)
  await give()
  const held = store.holdPuts()
  const signing = makeCheckpoint(first)
  await held.arrived
  await first.db.transaction((tx) => tx.execute(sql`lock table log_checkpoints in share row exclusive mode nowait`))
  expect(await sizes()).toEqual([1])
  held.release()
  expect(await signing).toMatchObject({ size: 2 })
  expect(await sizes()).toEqual([1, 2])
})

test('with a store each copy signs, and none after the database went back', async () => {
  const documents = settingsOf(store)
  const [first, copy] = [processWith(documents), processWith(documents)]
  await give()
  await makeCheckpoint(first)
  copyKey(first, copy)
  expect((await checkSigner(copy)).map(({ level }) => level)).toEqual(['ok'])
  await give()
  await makeCheckpoint(copy)
  await give()
  await makeCheckpoint(first)
  expect(await sizes()).toEqual([1, 2, 3])
  await forgetLast(2)
  const fresh = processWith(documents)
  copyKey(first, fresh)
  // Other salts for the third entry: the same size would be another log.
  for (const each of [copy, fresh, first])
    await expect(makeCheckpoint(each)).rejects.toThrow('restored from an older backup')
  expect(await sizes()).toEqual([1, 2])
})

test('where the store does not answer nothing is signed, and a version that was replaced is not replaced again', async () => {
  const documents = settingsOf(store)
  const first = processWith(documents)
  await give()
  await makeCheckpoint(first)
  await give()
  store.fail(true)
  await expect(makeCheckpoint(first)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await sizes()).toEqual([1])
  store.fail(false)
  await makeCheckpoint(first)
  expect(await sizes()).toEqual([1, 2])
  if (!documents.s3) throw new Error('settings of a store')
  await expect(replaceNote(documents.s3, 'note', 'x', '"another"')).rejects.toMatchObject({ code: 'unavailable' })
  await replaceNote(documents.s3, 'note', 'x', null)
  for (const tag of [null, '"another"'])
    await expect(replaceNote(documents.s3, 'note', 'y', tag)).rejects.toThrow(Replaced)
})

test('a store that takes no notice of If-Match is no guard, and the doctor names it', async () => {
  other.forget(true)
  const documents = settingsOf(other)
  const [first, copy] = [processWith(documents), processWith(documents)]
  await give()
  await makeCheckpoint(first)
  copyKey(first, copy)
  await give()
  await expect(makeCheckpoint(copy)).rejects.toThrow('Another process has the key and signs')
  expect((await checkSigner(first)).map(({ level }) => level)).toEqual(['warning'])
  expect(existsSync(`${copy.env.logKeyFile}.checkpoint`)).toBe(false)
})

test.each(['the file', 'the store'])(
  'a new database beside the key of another log, as that of the sandbox before live money, begins a log with a new key; %s guards it',
  async (guard) => {
    const own = processWith(guard === 'the store' ? settingsOf(store) : undefined)
    await give()
    await give()
    await makeCheckpoint(own)
    const [before] = await readVerifierKeys(own.db)
    await giving.server.empty()
    await give()
    const { note } = await makeCheckpoint(own)
    const [now, ...others] = await readVerifierKeys(own.db)
    expect([others, now === before, parseNote(note).signatures.length]).toEqual([[], false, 1])
    expect((await giving.server.call('GET', '/api/transparency/log')).body['stopped']).toBeNull()
    await give()
    await makeCheckpoint(own)
    expect(await sizes()).toEqual([1, 2])
    // The new log is guarded in its turn.
    await forgetLast(1)
    await expect(makeCheckpoint(own)).rejects.toThrow('restored from an older backup')
    // The key of the other log is kept, and signs no more.
    const kept = readdirSync(dirname(own.env.logKeyFile)).filter((name) => name.includes('.until-'))
    expect(kept.map((name) => name.replace(/\.until-.*$/, '')).toSorted()).toEqual(['log.key', 'log.key.checkpoint'])
  },
)
