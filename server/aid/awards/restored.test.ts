/** A backup of an instance that has paid out restores to the same rows, on both engines, and the books balance there. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { expectBalanced } from '../../../test/support/balanced.ts'
import { migratedDatabase } from '../../../test/support/database.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { promiseToAccount } from '../../../test/support/promised.ts'
import { newTestDatabase } from '../../../test/support/shared-database.ts'
import { claimMode } from '../../operator/instance.ts'
import { checkBackup, restoreBackup } from '../../operator/backup/restore-backup.ts'
import { writeBackup } from '../../operator/backup/write-backup.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { createStorage } from '../../platform/storage/create-storage.ts'

const JOBS = /^(payouts|payments|sandbox)/

const payouts = usePayouts()
const folder = mkdtempSync(join(tmpdir(), 'taimako-restored-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The content of a backup, without its time and checksum. */
const contentOf = (file: string) => gunzipSync(readFileSync(file)).toString().split('\n').slice(1, -2).sort()

/** A payment that arrived, one that failed and whose fee came back, cash that was counted, an answer by telephone, and a balance top-up. */
async function payOut(): Promise<void> {
  const { halima, musa, award } = await promiseToAccount(payouts)
  const [ladi] = await payouts.administrators('ladi')
  if (!ladi) throw new Error('a third administrator')
  for (const outcome of ['success', 'failed'] as const) {
    await payouts.server.control('/switches', { transfers: { outcome } })
    const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 2_000, { kind: 'bank' })))
    await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' })
    for (const wait of [0, seconds(11), seconds(31)]) await payouts.server.pass(wait, JOBS)
  }
  await payouts.act(musa, '/cash', { holder: halima.userId, direction: 'drawn', amount: 5_000, on: '2026-01-15' })
  const cash = await payouts.released(award.id, 1_000, [halima, musa], { kind: 'cash' })
  expect((await payouts.handOver(halima, cash, 1_000, { holder: halima.userId })).status).toBe(200)
  const answered = await payouts.act(ladi, `/payouts/${cash}/confirmation`, { answer: 'part', how: 'call' })
  expect(answered.status).toBe(200)
  const counted = { holder: halima.userId, counted: 3_900, reason: 'A note is missing.' }
  const { count } = z
    .object({ count: z.object({ id: z.string() }) })
    .parse((await payouts.act(halima, '/cash/counts', counted)).body)
  expect((await payouts.act(musa, `/decisions/${count.id}/confirmation`)).status).toBe(200)
  await payouts.server.control('/top_up', { amount: 700_000 })
  await payouts.server.pass(minutes(6), JOBS)
  const [year, month, day] = new Date(payouts.server.clock.now().getTime() + hours(1))
    .toISOString()
    .slice(0, 10)
    .split('-')
  const content = Buffer.from(`Date,Narration,Debit,Credit\n${day}/${month}/${year},TRANSFER,7000,\n`).toString(
    'base64',
  )
  await musa.call('POST', '/api/admin/books/bank/statements', { bank: 'GTBank', content })
  await payouts.server.idle()
}

const Made = z.object({
  fees: z.number(),
  answers: z.number(),
  counts: z.number(),
  topups: z.number(),
  balances: z.number(),
})

test('what was paid out survives a backup and a restore', async () => {
  await payOut()
  const { core } = payouts.server
  const made = sql`select (select count(*)::int from payout_attempts where fee_returned > 0) as fees,
                          (select count(*)::int from confirmations where recorded_by is not null) as answers,
                          (select count(*)::int from cash_counts) as counts, (select count(*)::int from balance_top_ups) as topups,
                          (select count(*)::int from transfer_balance) as balances`
  expect(await onlyRow(core.db, made, Made)).toEqual({ fees: 1, answers: 1, counts: 1, topups: 1, balances: 1 })
  const storage = createStorage({ dataDir: folder, documents: { s3: undefined } })
  const now = core.clock.now()
  // The document of the receipt is a row without a file in tests.
  writeFileSync(join(folder, 'receipt'), 'a receipt')
  const { key } = await onlyRow(core.db, sql`select key from stored_files`, z.object({ key: z.string() }))
  await storage.put(key, join(folder, 'receipt'), { bytes: 9, contentType: 'application/pdf' })
  const file = join(folder, 'paid-out.gz')
  await claimMode(core.db, core.env.mode, now)
  await writeBackup(core.db, file, now, storage)
  const manifest = await checkBackup(file, core.env)
  const databases = [await newTestDatabase(), await migratedDatabase()]
  for (const [n, { db }] of databases.entries()) {
    await restoreBackup(db, file, manifest, now, storage)
    await expectBalanced(db)
    const again = join(folder, `again-${n}.gz`)
    await writeBackup(db, again, now, storage)
    expect(contentOf(again)).toEqual(contentOf(file))
  }
  await Promise.all(databases.map((database) => database.close()))
})
