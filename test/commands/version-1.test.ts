/**
 * A backup of format 1, as the Taimako wrote it that knew neither accounts nor documents (migrations 0001 to 0005): one gift each for
 * three funds, one that nobody paid, and a contact message. Whoever kept such a file can still come back with it.
 */
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkBackup, restoreBackup } from '../../server/commands/restore-backup.ts'
import { readEnv } from '../../server/env.ts'
import { onlyRow, rows } from '../../server/lib/db/db.ts'
import { openInMemory } from '../../server/lib/db/embedded.ts'
import { pendingMigrations } from '../../server/lib/db/migrate.ts'
import { createStorage } from '../../server/lib/storage/create-storage.ts'
import { findDifferences } from '../../server/reports/books.ts'
import { readFunds } from '../../server/reports/stats.ts'

const FILE = join(import.meta.dirname, 'backups/version-1.gz')

test('a backup of format 1 is restored whole, and brought to the newest migration', async () => {
  const env = readEnv({})
  const manifest = await checkBackup(FILE, env)
  expect(manifest).toMatchObject({ version: 1, made_at: '2026-11-21T22:27:37.882Z' })

  const database = await openInMemory()
  const { db } = database
  try {
    const restored = await restoreBackup(db, FILE, manifest, new Date(), createStorage(env))
    expect(restored.files).toBe(0)
    expect(await findDifferences(db)).toEqual([])
    expect(await pendingMigrations(db)).toEqual([])
    const given = (await readFunds(db)).filter(({ gifts }) => gifts > 0n)
    expect(given.map((fund) => [fund.donationType, fund.gifts, fund.amount])).toEqual([
      ['general', 1n, 150_000n],
      ['school', 1n, 1_000_000n],
      ['medical', 1n, 250_050n],
    ])
    const [message] = await rows(
      db,
      sql`select message from donations where donation_type = 'medical'`,
      z.object({ message: z.string() }),
    )
    expect(message).toEqual({ message: 'Ẹ ṣé: "get well" \\ soon' })
    const { unpaid } = await onlyRow(
      db,
      sql`select count(*)::int as unpaid from donations where status = 'pending'`,
      z.object({ unpaid: z.number() }),
    )
    expect(unpaid).toBe(1)
  } finally {
    await database.close()
  }
})
