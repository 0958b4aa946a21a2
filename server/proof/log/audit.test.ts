/** Auditors compare what opens the log with the rows: a deleted row is named, and so is any change of the log itself. covered-columns.test.ts changes each column. */
import { sql, type SQL } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { audit, readEntries, readHead, type ReadLog } from '../../../contract/proof/audit.ts'
import { readOpening } from '../../../contract/proof/opening.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { insertPaidHouseholds } from '../../../test/support/paid-households.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { hours } from '../../platform/clock.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { allocateGifts } from './lots.ts'
import { readOpenings } from './openings.ts'

const payouts = usePayouts()

const read: ReadLog = async (path) => {
  const answer = await payouts.server.app.request(`/log/${path}`)
  return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer())
}

class Undone extends Error {}

/** What the auditor finds after a change with all triggers off, which is undone. */
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
  for (let each = 0; each < 5; each += 1) await server.pass(hours(10), /^(?!books|log)/)
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
  await amina.call('POST', `/api/disbursements/${payment}/confirmation`, { answer: 'all' })
  const on = server.clock.now().toISOString().slice(0, 10)
  await payouts.act(first, `/disbursements/${payment}/returned`, { expected_state: 'confirmed', amount: 100, on })
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
  expect(await opened()).toEqual(expect.arrayContaining(['award', 'disbursement', 'outcome', 'confirmation']))
  await core.db.execute(sql`
    update aid_applications set erased_at = ${core.clock.now().toISOString()}::timestamptz, beneficiary_id = null, description = '', location = ''`)
  const { head } = await readHead(read)
  await makeCheckpoint(core)
  expect(new Set(await opened())).toEqual(new Set(['gift', 'given_back', 'counted']))
  const { head: later } = await readHead(read)
  expect(later).toEqual(head)
  expect((await readEntries(read, later)).length).toBe(head.size * 32)
})
