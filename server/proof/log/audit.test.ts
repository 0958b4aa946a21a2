/** Auditors compare what opens the log with the rows: a deleted row is named, and so is any change of the log itself. covered-columns.test.ts changes each column. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { audit, readEntries, readHead, type ReadLog } from '../../../contract/proof/audit.ts'
import { clearEntry, fieldDigest, sealedEntry } from '../../../contract/proof/entries.ts'
import { readOpening } from '../../../contract/proof/opening.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { listen } from '../../../test/support/listen.ts'
import { insertPaidHouseholds } from '../../../test/support/paid-households.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { MONEY_JOBS, expectBooksBalance } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { allocateGifts } from './lots.ts'
import { readOpenings } from './openings.ts'
import { fieldSalt } from './sequencer.ts'

const payouts = usePayouts()

const read: ReadLog = async (path) => {
  const answer = await payouts.server.app.request(`/log/${path}`)
  return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer())
}

class Undone extends Error {}

/** Returns the auditor's findings after a change with all triggers off, which is rolled back. */
async function afterChange(change: SQL): Promise<readonly string[]> {
  const { head } = await readHead(read)
  const leaves = await readEntries(read, head)
  let found: readonly string[] = []
  const run = payouts.server.core.db.transaction(async (tx: Tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(change)
    found = (await audit(leaves, (await readOpenings({ ...payouts.server.core, db: tx })).map(readOpening))).faults
    throw new Undone()
  })
  await expect(run).rejects.toThrow(Undone)
  return found
}

let payment: string
beforeEach(async () => {
  const { server } = payouts
  const gift = await payouts.start(3000, 'school')
  await payouts.pay(gift.reference)
  await payouts.verify(gift)
  await server.control('/refund', { reference: gift.reference, amount: 20_000, outcome: 'processed' })
  for (let each = 0; each < 5; each += 1) await server.pass(hours(10), MONEY_JOBS)
  await makeCheckpoint(server.core)
  await allocateGifts(server.core)
  const staff = await payouts.administrators('halima', 'musa', 'third')
  const [first] = staff
  if (!first) throw new Error('an administrator')
  const amina = await newPerson(server)
  const { id: award } = await payouts.granted(await payouts.approved(amina, first), 1500, staff)
  payment = await payouts.released(award, 1500, staff)
  await payouts.handOver(first, payment, 1500)
  // Gifts are counted once ten households share it.
  const now = server.clock.now()
  const nine = Array.from({ length: 9 }, () => crypto.randomUUID())
  await insertPaidHouseholds(
    server,
    [first, staff[1] ?? first],
    nine.map((userId) => ({ userId, fund: 'school', kind: 'schoolfees', amount: 10_000n, granted: now, handed: now })),
  )
  await amina.call('POST', `/api/payouts/${payment}/confirmation`, { answer: 'all' })
  const on = server.clock.now().toISOString().slice(0, 10)
  await payouts.act(first, `/payouts/${payment}/returned`, { expected_state: 'confirmed', amount: 100, on })
  await allocateGifts(server.core)
  await makeCheckpoint(server.core)
})

test('a deleted row and a changed opening are named', async () => {
  const [allocation] = await rows(
    payouts.server.core.db,
    sql`select id::text as id from allocations order by id limit 1`,
    z.object({ id: z.string() }),
  )
  expect(await afterChange(sql`select 1`)).toEqual([])
  expect(await afterChange(sql`delete from confirmations`)).toEqual([
    expect.stringMatching(/^confirmations [\da-f-]{36} digest: the log and the row say \w+, the books say nothing/),
    expect.stringMatching(/^confirmations [\da-f-]{36} id: the log has this row/),
  ])
  expect(await afterChange(sql`delete from allocations where id = ${allocation?.id}::bigint`)).toEqual([
    expect.stringContaining(`allocations ${allocation?.id} id: the log has this row`),
    expect.stringMatching(/^gift_lots [\da-f-]{36} spent: the log and the row say \d+, the books say \d+$/),
  ])
  const changed = await afterChange(
    sql`update log_entries set fields = replace(fields::text, '300000', '400000')::jsonb where type = 'gift'`,
  )
  expect(changed[0]).toMatch(/^log_entries \d+ fields: they do not open leaf \d+ \(donations /)
})

test('a changed entry, checkpoint or key of the log is found', async () => {
  const { db } = payouts.server.core
  const outcome = async () => {
    try {
      await readEntries(read, (await readHead(read)).head)
      return 'fits'
    } catch (fault) {
      return fault instanceof Error ? fault.message : 'unknown'
    }
  }
  expect(await outcome()).toBe('fits')
  const asOwner = (statement: SQL) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(statement)
    })
  await asOwner(sql`update log_entries set content = '\\x00'::bytea || sha256(content) where leaf_index = 2`)
  expect(await outcome()).toBe('Entry 2 is not the one that was put into the log.')
  await asOwner(sql`update log_entries set leaf_hash = sha256('\\x00'::bytea || content) where leaf_index = 2`)
  expect(await outcome()).toBe('The entries do not lead to the signed root.')
  await asOwner(sql`update log_checkpoints set root = sha256('x'), note = replace(note, E'\\n', E'\\n1')`)
  expect(await outcome()).not.toBe('fits')
  await asOwner(sql`delete from log_keys`)
  expect(await outcome()).not.toBe('fits')
})

test('erasing a request leaves the log unchanged and makes the entries of its payments unreadable', async () => {
  const { core } = payouts.server
  const opened = async () => (await readOpenings(core)).map((line) => readOpening(line).type)
  await insertSampleEntries()
  expect(await opened()).toEqual(
    expect.arrayContaining(['award', 'disbursement', 'outcome', 'confirmation', 'sampled']),
  )
  const erase = (request: SQL) =>
    core.db.execute(sql`
      update aid_applications set erased_at = ${core.clock.now().toISOString()}::timestamptz, beneficiary_id = null, description = '', location = ''
       where id in (${request})`)
  const { head } = await readHead(read)
  // Nine other households keep their open entries.
  await erase(
    sql`select application_id from awards join disbursements on award_id = awards.id where disbursements.id = ${payment}::uuid`,
  )
  await makeCheckpoint(core)
  expect((await opened()).filter((type) => type === 'disbursement')).toHaveLength(9)
  await erase(sql`select id from aid_applications`)
  await makeCheckpoint(core)
  expect(new Set(await opened())).toEqual(new Set(['gift', 'given_back', 'counted', 'sample']))
  const { head: later } = await readHead(read)
  expect(later).toEqual(head)
  expect((await readEntries(read, later)).length).toBe(head.size * 32)
})

const SAMPLE = '018f4e6a-0000-7000-8000-000000000001'

/** Entries as versions that drew samples wrote them, for the payment, signed by a new checkpoint. */
async function insertSampleEntries(): Promise<void> {
  const { core } = payouts.server
  const salt = Buffer.alloc(32, 7)
  const insert = (type: string, subject: string, content: Uint8Array, fields?: readonly (readonly string[])[]) =>
    core.db.execute(sql`
      insert into log_entries (leaf_index, type, subject, fields, salt, content, recorded_at)
      select max(leaf_index) + 1, ${type}, ${subject}, ${fields ? JSON.stringify(fields) : null}::jsonb,
             decode(${fields ? salt.toString('hex') : null}::text, 'hex'), decode(${Buffer.from(content).toString('hex')}, 'hex'), now()
        from log_entries`)
  const seal = async (type: string, fields: readonly (readonly [string, string])[]) => {
    const all = [['type', type], ...fields] as const
    const digests = all.map(([name, value]) => fieldDigest(fieldSalt(salt, name), name, value))
    await insert(type, payment, await sealedEntry(await Promise.all(digests)), all)
  }
  const announced = { step: 'announced', sample: SAMPLE, period: '2026-Q3', day: '2026-10-05', wanted: '20' }
  const text = JSON.stringify({ type: 'sample', ...announced, beacon: 'drand quicknet', round: '17000000' })
  await insert('sample', `${SAMPLE}/announced`, clearEntry(text))
  await seal('sampled', [
    ['disbursement', payment],
    ['place', '1'],
    ['sample', SAMPLE],
    ['period', '2026-Q3'],
  ])
  await seal('sample_answer', [
    ['disbursement', payment],
    ['answer', 'all'],
    ['recorded_by', SAMPLE],
  ])
  await makeCheckpoint(core)
}

test('a log with entries of samples, which are no longer drawn, still verifies', async () => {
  const { server } = payouts
  await insertSampleEntries()
  const opened = (await readOpenings(server.core)).map(readOpening)
  const samples = opened.filter(({ type }) => type.startsWith('sample'))
  expect(samples.map(({ type, fields }) => [type, fields.at(-1)?.value])).toEqual([
    ['sample', '17000000'],
    ['sampled', '2026-Q3'],
    ['sample_answer', SAMPLE],
  ])
  const site = await listen((request) => server.app.fetch(request))
  const file = join(mkdtempSync(join(inject('runFolder'), 'openings-')), 'openings.txt')
  // Some editors begin a file with a byte order mark.
  writeFileSync(file, `\uFEFF${(await readOpenings(server.core)).join('\n')}`)
  const said = await new Promise<string>((resolve) => {
    const words = ['scripts/verify.ts', site.url, '--openings', file]
    execFile(process.execPath, words, (fault, out) => resolve(`${out}${fault ? `ended with ${fault.code}` : ''}`))
  })
  await site.close()
  expect(said).toContain(`ok    ${opened.length} entries were opened, and each agrees with its row\n`)
  expect(said).not.toMatch(/WRONG|ended with/)
  await server.pass(hours(24), /^(books|log|audit)/)
  await expectBooksBalance(server)
  expect(server.logged()).not.toMatch(/"level":(50|60)/)
})

test('a kept file that was cut off accuses no one, and stays as it is', async () => {
  const site = await listen((request) => payouts.server.app.fetch(request))
  const file = join(mkdtempSync(join(inject('runFolder'), 'kept-')), 'kept.txt')
  const verify = () =>
    new Promise<string>((resolve) => {
      const words = ['scripts/verify.ts', site.url, '--since', file]
      execFile(process.execPath, words, (fault, out) => resolve(`${out}${fault ? `ended with ${fault.code}` : ''}`))
    })
  expect(await verify()).not.toContain('ended with')
  const whole = readFileSync(file, 'utf8')
  expect(await verify()).toContain('the log still begins with what the file holds')
  for (const cut of ['', whole.slice(0, whole.length / 2), 'something else\n\n']) {
    writeFileSync(file, cut)
    expect(await verify()).toMatch(/NOT CHECKED: .*kept\.txt is damaged[\s\S]*ended with 3$/)
    expect(readFileSync(file, 'utf8')).toBe(cut)
  }
  await site.close()
})
