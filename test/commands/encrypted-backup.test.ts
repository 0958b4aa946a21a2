/** Documents in a backup are ciphertext, and only the SECRET_KEY of their instance opens them after a restore. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { StorageClient } from '@supabase/storage-js'
import { afterAll, expect, test } from 'vitest'
import { STORAGE_PATH } from '../../contract/aid/document-limits.ts'
import { authClient } from '../support/auth-client.ts'
import { pdf } from '../support/documents.ts'
import { endProcesses, preparedFolder, startServer, temporaryFolder, type ServerProcess } from '../support/process.ts'
import { startS3 } from '../support/s3.ts'
import { newPostgresDatabase } from '../support/shared-database.ts'
import { callCommand } from './call-command.ts'

afterAll(endProcesses)
const s3 = await startS3()

const ADA = { email: 'ada@mail.example', password: 'correct horse' }
const LETTER = pdf('a diagnosis', 200_000)

/** Signs in, or up, and returns the bucket in the published client. */
async function bucketOf({ url }: ServerProcess, how: 'signUp' | 'signInWithPassword') {
  const { data } = await authClient(fetch, url)[how](ADA)
  if (!data.session) throw new Error('there is a session')
  const authorization = `Bearer ${data.session.access_token}`
  return {
    path: `${data.session.user.id}/1_letter.pdf`,
    bucket: new StorageClient(`${url}${STORAGE_PATH}`, { authorization }).from('documents'),
  }
}

async function readLetter(server: ServerProcess): Promise<Response> {
  const { bucket, path } = await bucketOf(server, 'signInWithPassword')
  return fetch((await bucket.createSignedUrl(path, 60)).data?.signedUrl ?? '')
}

test('a backup restores documents for the same SECRET_KEY, and says plainly when it is another', async () => {
  const DATA_DIR = await preparedFolder()
  const first = await startServer({ DATA_DIR })
  const { bucket, path } = await bucketOf(first, 'signUp')
  expect((await bucket.upload(path, LETTER)).error).toBeNull()
  const file = join(temporaryFolder(), 'backup.gz')
  expect(await callCommand('backup', [file], { DATA_DIR })).toMatchObject({ code: 0 })
  await first.stop()
  const pieces = gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('"'))
  expect(pieces.length).toBeGreaterThan(0)
  expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))).includes('diagnosis')).toBe(false)

  const same = { DATA_DIR: await preparedFolder() }
  const key = readFileSync(join(DATA_DIR, 'secret.key'))
  writeFileSync(join(same.DATA_DIR, 'secret.key'), key, { mode: 0o600 })
  const restored = await callCommand('restore', [file], same)
  expect(restored.code).toBe(0)
  expect(restored.said).not.toContain('CANNOT BE READ')
  const second = await startServer(same)
  expect(Buffer.from(await (await readLetter(second)).arrayBuffer()).equals(LETTER)).toBe(true)
  expect((await callCommand('admin', ['rotate-keys'], same)).said).toContain('The data keys')
  expect((await readLetter(second)).status).toBe(200)
  await second.stop()

  const other = {
    DATABASE_URL: await newPostgresDatabase('migrated'),
    DATA_DIR: temporaryFolder(),
    SECRET_KEY: 'another secret of thirty-two characters',
  }
  const unreadable = await callCommand('restore', [file], other)
  expect(unreadable.said).toContain('CANNOT BE READ with this SECRET_KEY')
  const third = await startServer(other)
  await expect.poll(() => third.output()).toContain('CANNOT BE READ with this SECRET_KEY')
  expect((await readLetter(third)).status).toBe(503)
  expect((await callCommand('doctor', [], { ...other, PORT: new URL(third.url).port })).said).toContain(
    'CANNOT BE READ',
  )
})

test('papers go back into a bucket only where it is named, so that a trial stores none of those that were deleted', async () => {
  const DATA_DIR = await preparedFolder()
  const first = await startServer({ DATA_DIR, ...s3.variables })
  const { bucket, path } = await bucketOf(first, 'signUp')
  expect((await bucket.upload(path, LETTER)).error).toBeNull()
  const file = join(temporaryFolder(), 'backup.gz')
  expect(await callCommand('backup', [file], { DATA_DIR, ...s3.variables })).toMatchObject({ code: 0 })
  await first.stop()
  s3.empty()

  const same = { DATA_DIR: await preparedFolder(), ...s3.variables }
  const name = s3.variables['S3_BUCKET'] ?? ''
  const key = readFileSync(join(DATA_DIR, 'secret.key'))
  writeFileSync(join(same.DATA_DIR, 'secret.key'), key, { mode: 0o600 })
  for (const args of [[file], [file, '--bucket'], [file, '--bucket', `${name}-trial`], [file, name]])
    expect(await callCommand('restore', args, same)).toMatchObject({ code: 1, said: '' })
  expect((await callCommand('restore', [file], same)).refused).toContain(`the bucket ${name}: for a trial`)
  expect((await callCommand('restore', [file, '--bucket', name], { DATA_DIR })).refused).toContain('No bucket is set')
  expect(s3.keys()).toEqual([])

  expect(await callCommand('restore', [file, '--bucket', name], same)).toMatchObject({ code: 0, refused: '' })
  const second = await startServer(same)
  expect(Buffer.from(await (await readLetter(second)).arrayBuffer()).equals(LETTER)).toBe(true)
})
