import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { adoptCluster } from '../../money/ledger/cluster.ts'
import { onlyRow } from './db.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { PREPARED_DATABASE } from './prepared-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'taimako-prepared-'))
const Cluster = z.object({ cluster: z.string() })

afterAll(() => rmSync(folder, { recursive: true }))

/** Opens the database of a data folder as a start does, from what the build has packed. @returns the cluster that the books are at home in */
async function start(name: string): Promise<string> {
  const database = await openEmbedded(join(folder, name), PREPARED_DATABASE)
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
