/** Papers that come and go while a backup is made: a backup either has every file of its rows, or is not made. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from '../../server/platform/env/env.ts'
import { checkBackup, restoreBackup } from '../../server/operator/backup/restore-backup.ts'
import { writeBackup } from '../../server/operator/backup/write-backup.ts'
import { claimMode } from '../../server/operator/instance.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { createStorage } from '../../server/platform/storage/create-storage.ts'
import { newPostgresDatabase } from '../support/shared-database.ts'

const NOW = new Date('2026-11-30T10:00:00.000Z')
const folder = mkdtempSync(join(tmpdir(), 'taimako-meanwhile-'))
const opened: Database[] = []
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()))
  rmSync(folder, { recursive: true })
})

async function open(template: 'migrated' | 'nothing') {
  const url = await newPostgresDatabase(template)
  const database = openPostgres(url, () => {})
  opened.push(database)
  return { url, db: database.db }
}

/** An instance whose second file is a pipe: the backup waits at it until `goOn`. */
async function instance(name: string) {
  const { url, db } = await open('migrated')
  await claimMode(db, 'sandbox', NOW)
  const dataDir = join(folder, name)
  const bytes = join(dataDir, 'documents')
  mkdirSync(bytes, { recursive: true })
  const storage = createStorage({ dataDir, documents: { s3: undefined } })
  const row = (key: string) =>
    db.execute(sql`insert into stored_files (key, created_at, encrypted) values (${key}, ${NOW.toISOString()}, true)`)
  return {
    url,
    db,
    storage,
    async add(key: string) {
      writeFileSync(join(bytes, key), `bytes of ${key}`)
      await row(key)
    },
    async addPipe(key: string) {
      execFileSync('mkfifo', [join(bytes, key)])
      await row(key)
    },
    /** Waits until the backup reads the pipe, as the end that writes opens only then. @returns what lets it go on */
    async reached(key: string) {
      const end = await openFile(join(bytes, key), 'w')
      return async () => {
        await end.write(`bytes of ${key}`)
        await end.close()
      }
    },
    async remove(key: string) {
      await db.execute(sql`delete from stored_files where key = ${key}`)
      rmSync(join(bytes, key))
    },
  }
}

/** Holds a backup once its snapshot stands, before it reads this table. */
async function holdRows(url: string) {
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('begin')
  await other.query('lock table webhook_events in access exclusive mode')
  const waiting = `select from pg_locks where relation = 'webhook_events'::regclass and not granted`
  return {
    async reached() {
      while ((await other.query(waiting)).rowCount === 0);
    },
    async goOn() {
      await other.query('commit')
      await other.end()
    },
  }
}

test('a paper that came during a backup and was deleted before its end leaves a backup that can be restored', async () => {
  const site = await instance('came')
  await site.addPipe('b')
  const path = join(folder, 'came.gz')
  const backup = writeBackup(site.db, path, NOW, site.storage)
  const goOn = await site.reached('b')
  await site.add('a')
  const rows = await holdRows(site.url)
  await goOn()
  await rows.reached()
  await site.remove('a')
  await rows.goOn()
  await backup
  const { db } = await open('nothing')
  const dataDir = join(folder, 'restored')
  const storage = createStorage({ dataDir, documents: { s3: undefined } })
  const restored = await restoreBackup(db, path, await checkBackup(path, readEnv({ DATA_DIR: dataDir })), NOW, storage)
  expect(restored.files).toBe(2)
  expect(readFileSync(join(dataDir, 'documents', 'a'), 'utf8')).toBe('bytes of a')
})

test('a backup that misses a deleted paper is not made, and says so', async () => {
  const site = await instance('missed')
  await site.addPipe('c')
  const path = join(folder, 'missed.gz')
  const backup = writeBackup(site.db, path, NOW, site.storage)
  const failure = backup.then(
    () => null,
    (error: unknown) => error,
  )
  const goOn = await site.reached('c')
  await site.addPipe('b')
  await goOn()
  const goOnAgain = await site.reached('b')
  await site.add('a')
  const rows = await holdRows(site.url)
  await goOnAgain()
  await rows.reached()
  await site.remove('a')
  await rows.goOn()
  expect(await failure).toMatchObject({ message: expect.stringContaining('A document was deleted while the backup') })
  expect([existsSync(path), existsSync(`${path}.partial`)]).toEqual([false, false])
})

test('a paper that was deleted before the rows were read does not come back with its bytes', async () => {
  const site = await instance('gone')
  await site.add('a')
  await site.addPipe('b')
  const path = join(folder, 'gone.gz')
  const backup = writeBackup(site.db, path, NOW, site.storage)
  const goOn = await site.reached('b')
  await site.remove('a')
  await goOn()
  await backup
  const { db } = await open('nothing')
  const dataDir = join(folder, 'without')
  const storage = createStorage({ dataDir, documents: { s3: undefined } })
  await restoreBackup(db, path, await checkBackup(path, readEnv({ DATA_DIR: dataDir })), NOW, storage)
  expect(['a', 'b'].map((key) => existsSync(join(dataDir, 'documents', key)))).toEqual([false, true])
})
