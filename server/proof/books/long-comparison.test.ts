/** The comparison of all history takes minutes where there is much of it. */
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { SECRET_KEY } from '../../../test/support/process.ts'
import { newPostgresDatabase } from '../../../test/support/shared-database.ts'
import { readChecks } from '../../money/ledger/self-check.ts'
import { openInstance } from '../../operator/instance.ts'
import { onlyRow, type Db } from '../../platform/db/db.ts'
import type { Read } from '../../platform/db/reads.ts'
import { readEnv } from '../../platform/env/env.ts'
import { createLog } from '../../platform/logger.ts'
import { checkBooks } from './books.ts'

async function openOwn() {
  const DATABASE_URL = await newPostgresDatabase('migrated')
  const { core, database } = await openInstance(readEnv({ DATABASE_URL, SECRET_KEY }), createLog('silent'))
  onTestFinished(() => database.close())
  return core
}

test('statements about all history are not cut off, and others are', async () => {
  const core = await openOwn()
  const limit = async (db: Db) =>
    (await onlyRow(db, sql`select current_setting('statement_timeout') as limit`, z.object({ limit: z.string() })))
      .limit
  expect(await core.readHistory(limit)).toBe('0')
  expect(await core.read(limit)).toBe('30s')
})

test('a process that stops leaves the comparison to the next one', async () => {
  const core = await openOwn()
  const checkedAt = async () => (await readChecks(core.db)).find(({ scope }) => scope === 'full')?.checkedAt
  expect(await checkBooks(core, 'full', AbortSignal.abort())).toBe('more')
  expect(await checkedAt()).toBeNull()
  const stopping = new AbortController()
  let comparisons = 0
  const readHistory: Read = async (run) => {
    comparisons += 1
    if (comparisons === 3) stopping.abort()
    return core.readHistory(run)
  }
  expect(await checkBooks({ ...core, readHistory }, 'full', stopping.signal)).toBe('more')
  expect(comparisons).toBe(3)
  expect(await checkedAt()).toBeNull()
  expect(await checkBooks(core, 'full')).toBe('done')
  expect(await checkedAt()).not.toBeNull()
})
