import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { copyMigratedInto } from '../../../test/support/database.ts'
import { adoptCluster } from '../../money/ledger/cluster.ts'
import { onlyRow } from './db.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { packDatabase } from './prepared-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'taimako-prepared-'))
const file = join(folder, 'database.gz')
const Cluster = z.object({ cluster: z.string() })

beforeAll(async () => {
  const made = join(folder, 'made')
  await copyMigratedInto(made)
  packDatabase(join(made, 'database'), file)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Opens the database of a data folder as a start does. @returns the cluster that the books are at home in */
async function start(name: string): Promise<string> {
  const database = await openEmbedded(join(folder, name), file)
  try {
    expect(await migrate(database.db)).toEqual([])
    await adoptCluster(database.db)
    return (await onlyRow(database.db, sql`select cluster from book_checks where scope = 'recent'`, Cluster)).cluster
  } finally {
    await database.close()
  }
}

test('each new folder is a cluster of its own, and stays the same one', async () => {
  const first = await start('first')
  expect(await start('second')).not.toBe(first)
  expect(await start('first')).toBe(first)
})

test('what a killed start had unpacked is replaced, and a database that is there is kept', async () => {
  const partial = join(folder, 'killed/database.partial')
  mkdirSync(partial, { recursive: true })
  writeFileSync(join(partial, 'PG_VERSION'), 'half')
  const cluster = await start('killed')
  expect(existsSync(partial)).toBe(false)
  expect(await start('killed')).toBe(cluster)
})
