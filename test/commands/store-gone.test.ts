/** A store of documents that is gone, one that breaks off, and a network that answers in its place. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { claimMode } from '../../server/operator/instance.ts'
import { openEmbedded } from '../../server/platform/db/embedded.ts'
import { readEnv } from '../../server/platform/env/env.ts'
import { StoreUnavailable } from '../../server/platform/errors.ts'
import { createStorage } from '../../server/platform/storage/create-storage.ts'
import { endProcesses, preparedFolder, startServer, temporaryFolder } from '../support/process.ts'
import { startS3 } from '../support/s3.ts'
import { callCommand } from './call-command.ts'

const s3 = await startS3()
const storage = createStorage(readEnv(s3.variables))
const file = join(temporaryFolder(), 'letter')
const LETTER = Buffer.alloc(300_000, 'a letter')
writeFileSync(file, LETTER)
const put = (key: string) => storage.put(key, file, { bytes: LETTER.length, contentType: 'text/plain' })
const read = async (key: string) => Buffer.from(await new Response(await storage.open(key)).arrayBuffer())

afterEach(() => {
  s3.disturb(null)
  s3.fail(false)
})
afterAll(endProcesses)

test('an object that breaks off is a fault of the store', async () => {
  await put('whole')
  expect((await read('whole')).equals(LETTER)).toBe(true)
  s3.disturb('cut')
  await expect(read('whole')).rejects.toBeInstanceOf(StoreUnavailable)
})

test('an object of which the store keeps half is not stored', async () => {
  s3.disturb('half')
  await expect(put('half')).rejects.toBeInstanceOf(StoreUnavailable)
  s3.disturb(null)
  await put('half')
  expect((await read('half')).equals(LETTER)).toBe(true)
})

test('a page that a network answers with is neither a stored object nor its bytes', async () => {
  await put('kept')
  s3.disturb('page')
  await expect(put('new')).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(storage.open('kept')).rejects.toBeInstanceOf(StoreUnavailable)
})

test('a backup without the store is refused in a sentence, with a running server and without one', async () => {
  const variables = { DATA_DIR: await preparedFolder(), ...s3.variables }
  const database = await openEmbedded(variables.DATA_DIR)
  await claimMode(database.db, 'sandbox', new Date())
  await database.db.execute(sql`insert into stored_files (key, created_at, encrypted) values ('paper', now(), true)`)
  await database.close()
  await put('paper')
  const backup = join(temporaryFolder(), 'backup.gz')
  const expectRefused = async () => {
    const { code, said, refused } = await callCommand('backup', [backup], variables)
    expect([code, said]).toEqual([1, ''])
    expect(refused).toMatch(/^\nThe S3 store of the documents cannot be used \(\w+\)\. Run npm run doctor\.\n\n$/)
    expect(existsSync(backup)).toBe(false)
  }
  s3.disturb('cut')
  await expectRefused()
  s3.disturb(null)
  const server = await startServer(variables)
  s3.fail(true)
  await expectRefused()
  s3.fail(false)
  expect(await callCommand('backup', [backup], variables)).toMatchObject({ code: 0, refused: '' })
  await server.stop()
})
