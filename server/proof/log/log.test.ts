/** The public log: everything that is paid has its place in it, and what is served proves itself. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { concat, isSame } from '../../../contract/proof/bytes.ts'
import { splitBundle } from '../../../contract/proof/entries.ts'
import {
  consistencyProof,
  isConsistent,
  leafHash,
  rangeRoot,
  rootOf,
  tilePath,
  type Tree,
} from '../../../contract/proof/merkle.ts'
import { openCheckpoint, readVerifierKey } from '../../../contract/proof/note.ts'
import { figurePlaceholder } from '../../../contract/proof/public-figures.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { hours } from '../../platform/clock.ts'
import { pageFigures } from '../books/public-page.ts'
import { makeCheckpoint, rotateKey } from './checkpoints.ts'
import { keepMonthlyGifts } from '../../money/ledger/monthly-gifts.ts'
import { requestSweep } from './outbox.ts'
import { sequenceFacts } from './sequencer.ts'

const giving = useGiving()
const read = async (path: string) => giving.server.app.request(`/log/${path}`)
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

async function readSigned() {
  const keys = (await (await read('key')).text()).trim().split('\n')
  return openCheckpoint(await (await read('checkpoint')).text(), await Promise.all(keys.map(readVerifierKey)))
}

/** The tree, read from the tiles that the server serves. */
const servedTree = (size: number): Tree => ({
  size,
  readTile: async (level, index, width) => bytesOf(await read(tilePath(level, index, width))),
})

async function give(amount: number): Promise<string> {
  const gift = await giving.start(amount, 'school')
  await giving.pay(gift.reference)
  expect(await giving.verify(gift)).toBe('success')
  return gift.receipt
}

test('a new instance signs an empty log, and gifts follow with the next checkpoint', async () => {
  expect((await read('checkpoint')).status).toBe(404)
  await giving.server.runJobs(/^log\./)
  expect(await readSigned()).toMatchObject({ size: 0, origin: expect.stringMatching(/^127\.0\.0\.1:\d+\/log$/) })
  await give(1000)
  await give(2500)
  expect(await readSigned()).toMatchObject({ size: 0 })
  await giving.server.pass(hours(24), /^log\./)
  const head = await readSigned()
  expect(head.size).toBe(2)
  expect(isSame(await rangeRoot(servedTree(2), 0, 2), head.root)).toBe(true)
  const entries = splitBundle(await bytesOf(await read(tilePath('entries', 0, 2))))
  expect(entries.map(({ length }) => length)).toEqual([33, 33])
  expect(isSame(await rootOf(concat(...(await Promise.all(entries.map(leafHash))))), head.root)).toBe(true)
})

test('a longer log continues a shorter one, and its tiles are files that never change', async () => {
  await give(1000)
  const first = await makeCheckpoint(giving.server.core)
  // Enough for a full tile and another beginning.
  await giving.server.core.db.execute(sql`
    insert into donations (id, amount, status, donation_type, receipt_code_hash, created_at, updated_at, paid_at)
    select gen_random_uuid(), 100, 'success', 'food', sha256(number::text::bytea), '2026-01-10', '2026-01-10', '2026-01-10'
      from generate_series(1, 600) as number`)
  const last = await makeCheckpoint(giving.server.core)
  expect([first.size, last.size]).toEqual([1, 601])
  expect(await isConsistent(first, last, await consistencyProof(servedTree(601), 1))).toBe(true)
  const full = await read('tile/0/000')
  expect(full.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await bytesOf(full)).length).toBe(256 * 32)
  expect((await bytesOf(await read('tile/1/000.p/2'))).length).toBe(2 * 32)
  expect(splitBundle(await bytesOf(await read('tile/entries/002.p/89')))).toHaveLength(89)
  // Those of the first checkpoint are still there.
  expect((await read('tile/0/000.p/1')).status).toBe(200)
  await giving.server.core.db.execute(sql`delete from donations where amount = 100`)
})

test('what was given in a month that has ended can be read in the log, and so can what was published', async () => {
  await give(1000)
  await give(500)
  const { core, clock } = giving.server
  await core.db.execute(sql`
    insert into published_outflows (scope, published_at, paid_out, handed_until, households)
    values ('all', ${clock.now().toISOString()}::timestamptz, 200, ${clock.now().toISOString()}::timestamptz, 10)`)
  const readClear = async () => {
    const { size } = await makeCheckpoint(core)
    const entries = splitBundle(await bytesOf(await read(tilePath('entries', 0, size))))
    return entries
      .filter(([first]) => first === 1)
      .map((entry) => JSON.parse(new TextDecoder().decode(entry.subarray(1))))
  }
  const day = clock.now().toISOString().slice(0, 10)
  const totals = {
    type: 'totals',
    scope: 'all',
    day,
    promised: '',
    promised_until: '',
    paid_out: '200',
    paid_out_until: day,
    lost: '',
    lost_until: '',
    unanswered: '',
    short_funds: '',
  }
  expect(await readClear()).toEqual([totals])
  clock.advance(hours(24 * 31))
  await give(100)
  // The rows of /transparency.
  await keepMonthlyGifts(core)
  const inflow = {
    type: 'inflow',
    fund: 'school',
    month: day.slice(0, 7),
    given: '150000',
    given_back: '0',
  }
  expect(await readClear()).toEqual([totals, inflow])
})

test('what no checkpoint covers, and what is no address of a tile, is not found', async () => {
  await give(1000)
  await makeCheckpoint(giving.server.core)
  await give(1000)
  await sequenceFacts(giving.server.core)
  const hostile = [
    'tile/0/000',
    'tile/0/000.p/2',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/999',
    'tile/entries/000.p/2',
    'tile/1/000.p/1',
    'tile/00/000.p/1',
    'tile/64/000',
    'tile/63/000',
    'tile/7/000.p/1',
    'tile/0/x000/000.p/1',
    'tile/0/0.p/1',
    'tile/0/x999/x999/x999/x999/999',
    'tile/0/x999/x999/x999/x999/x999/x999/999',
    'tile/-1/000',
    'tile/0/000.p/1/..',
    'tile/0/000%00.p/1',
    'tile/0/%E0%A4%A.p/1',
    'tile/entries/',
    'tile',
    'nothing',
  ]
  for (const path of hostile) expect([path, (await read(path)).status]).toEqual([path, 404])
  expect((await read('tile/0/000.p/1')).status).toBe(200)
})

test('two processes that append at once use each place once', async () => {
  for (let each = 0; each < 5; each += 1) await give(1000 + each)
  await Promise.all([makeCheckpoint(giving.server.core), makeCheckpoint(giving.server.core)])
  const found = sql`select count(*)::int as entries, max(leaf_index)::int as last, (select count(*)::int from log_checkpoints) as signed from log_entries`
  const counts = z.object({ entries: z.number(), last: z.number(), signed: z.number() })
  expect(await onlyRow(giving.server.core.db, found, counts)).toEqual({ entries: 5, last: 4, signed: 1 })
})

test('nothing is signed after an older backup was restored, or when what was signed has changed', async () => {
  const { core } = giving.server
  await give(1000)
  await give(2000)
  await makeCheckpoint(core)
  const asOwner = (statement: ReturnType<typeof sql>) =>
    core.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(statement)
    })
  await asOwner(sql`update log_entries set content = '\\x00ff'::bytea where leaf_index = 1`)
  await expect(makeCheckpoint(core)).rejects.toThrow('Entry 1 of the log is not the one that was put into it')
  await asOwner(sql`update log_entries set leaf_hash = sha256('\\x00'::bytea || content)`)
  await expect(makeCheckpoint(core)).rejects.toThrow('are not those that were signed')
  await asOwner(sql`delete from log_entries`)
  await asOwner(sql`delete from log_checkpoints`)
  await core.db.execute(sql`update donations set status = 'pending' where amount = 100000`)
  await expect(makeCheckpoint(core)).rejects.toThrow('restored from an older backup')
  await core.db.execute(sql`update donations set status = 'success' where amount = 100000`)
  // The same number of entries again, with other salts. A restore asks for them.
  await core.db.transaction((tx) => requestSweep(tx))
  await expect(makeCheckpoint(core)).rejects.toThrow('are not those that were signed')
  expect((await read('checkpoint')).status).toBe(404)
})

const publicStop = async () => (await giving.server.call('GET', '/api/transparency/log')).body['stopped']

test('a refusal to sign is public with its moment, in the JSON, the file and the page without scripts, until it is signed again', async () => {
  const { core, clock } = giving.server
  await give(1000)
  await makeCheckpoint(core)
  // The figure that the server writes into the page.
  const unscripted = async () => (await pageFigures(core)())[figurePlaceholder('checkpoint')] ?? ''
  expect([await publicStop(), (await unscripted()).includes('signing stopped')]).toEqual([null, false])
  const asOwner = (statement: ReturnType<typeof sql>) =>
    core.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(statement)
    })
  // As after the restore of a backup that is older than the signed checkpoint beside the key.
  await core.db.execute(sql`create table kept_checkpoints as select * from log_checkpoints`)
  await core.db.execute(sql`create table kept_entries as select * from log_entries`)
  await asOwner(sql`delete from log_entries`)
  await asOwner(sql`delete from log_checkpoints`)
  await core.db.execute(sql`update donations set status = 'pending'`)
  const since = clock.now().toISOString()
  await expect(makeCheckpoint(core)).rejects.toThrow('restored from an older backup')
  clock.advance(hours(3))
  await expect(makeCheckpoint(core)).rejects.toThrow('restored from an older backup')
  expect(await publicStop()).toEqual({ since, reason: 'restored' })
  const file = await read('checkpoint')
  expect([file.status, await file.text()]).toEqual([404, expect.stringContaining(`Signing stopped on ${since}`)])
  expect(await unscripted()).toMatch(/signing stopped on \d+ \w+ \d{4}/)
  expect(await core.metrics.registry.metrics()).toContain('taimako_log_signing_stopped 1')
  await core.db.execute(sql`update donations set status = 'success'`)
  await expect(makeCheckpoint(core)).rejects.toThrow('are not those that were signed')
  expect(await publicStop()).toEqual({ since, reason: 'changed' })
  await asOwner(sql`delete from log_entries`)
  await asOwner(sql`insert into log_entries select * from kept_entries`)
  await asOwner(sql`insert into log_checkpoints select * from kept_checkpoints`)
  await makeCheckpoint(core)
  expect([await publicStop(), (await unscripted()).includes('signing stopped')]).toEqual([null, false])
  await core.db.execute(sql`drop table kept_entries, kept_checkpoints`)
})

test('signing that fails for two days, such as without the key, is public too', async () => {
  const { core, clock } = giving.server
  await giving.server.runJobs(/^log\.checkpoint/)
  const signedAt = clock.now().toISOString()
  const { logKeyFile } = core.env
  Object.assign(core.env, { logKeyFile: `${logKeyFile}.lost` })
  await giving.server.pass(hours(25), /^log\.checkpoint/)
  expect(await publicStop()).toBe(null)
  await giving.server.pass(hours(25), /^log\.checkpoint/)
  expect(await publicStop()).toEqual({ since: signedAt, reason: 'failing' })
  Object.assign(core.env, { logKeyFile })
  await giving.server.pass(hours(1), /^log\.checkpoint/)
  expect(await publicStop()).toBe(null)
})

test('the database refuses a change of the log, and a second root for one size', async () => {
  const { db } = giving.server.core
  await give(1000)
  await makeCheckpoint(giving.server.core)
  const refused = [
    sql`update log_entries set content = '\\x00'::bytea`,
    sql`update log_entries set subject = 'x', fields = null, salt = null`,
    sql`delete from log_entries`,
    sql`truncate log_entries`,
    sql`update log_checkpoints set note = 'x'`,
    sql`delete from log_checkpoints`,
    sql`insert into log_checkpoints select size, sha256('x'), note, signed_at from log_checkpoints`,
    sql`insert into log_entries (leaf_index, type, subject, content, recorded_at) select 0, 'rows', 'x', content, recorded_at from log_entries`,
    sql`insert into log_entries (leaf_index, type, subject, content, recorded_at) select 9, type, subject, content, recorded_at from log_entries`,
  ]
  for (const statement of refused) {
    const code = await db.execute(statement).then(
      () => 'accepted',
      (fault: unknown) => codeOf(fault),
    )
    expect(code).toBeOneOf(['TK001', '23505'])
  }
  await db.execute(sql`update log_entries set fields = null, salt = null`)
})

test('after a rotation both keys are known, and the next checkpoint is signed with both', async () => {
  const { core } = giving.server
  await makeCheckpoint(core)
  const before = (await (await read('key')).text()).trim()
  const rotated = await rotateKey(core)
  await give(1000)
  await makeCheckpoint(core)
  expect((await (await read('key')).text()).trim().split('\n')).toEqual([rotated, before])
  const note = await (await read('checkpoint')).text()
  // Those who know only the one before can follow.
  for (const key of [rotated, before])
    expect(await openCheckpoint(note, [await readVerifierKey(key)])).toMatchObject({ size: 1 })
})

test('a rotation that broke off before its key was stored is begun again, and the key in use still signs', async () => {
  const { core } = giving.server
  await makeCheckpoint(core)
  const before = (await (await read('key')).text()).trim()
  await core.db.execute(
    sql`alter table log_keys add constraint broken check (verifier_key = ${sql.raw(`'${before}'`)})`,
  )
  await expect(rotateKey(core)).rejects.toThrow('insert into log_keys')
  await core.db.execute(sql`alter table log_keys drop constraint broken`)
  const rotated = await rotateKey(core)
  await give(1000)
  await makeCheckpoint(core)
  const note = await (await read('checkpoint')).text()
  for (const key of [rotated, before])
    expect(await openCheckpoint(note, [await readVerifierKey(key)])).toMatchObject({ size: 1 })
})
