/** Documents and notes are encrypted wherever they are stored, and only their person's key opens them. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { dataFolder, pdf, person, type Person } from '../../../test/support/documents.ts'
import { startS3 } from '../../../test/support/s3.ts'
import { createApp } from '../../app.ts'
import { minutes } from '../../platform/clock.ts'
import { deriveKeys } from '../../platform/crypto.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { createStorage } from '../../platform/storage/create-storage.ts'

const JOBS = /^documents\./

const s3 = await startS3()
/** Several chunks, the last of them short. */
const LETTER = pdf('a diagnosis', 200_000)

describe.each([
  ['disk', {}],
  ['S3', s3.variables],
])('documents on %s', (_name, variables) => {
  const folder = dataFolder()
  const auth = useAuthServer({ DATA_DIR: folder, ...variables })
  let ada: Person
  let path: string
  beforeEach(async () => {
    s3.empty()
    rmSync(join(folder, 'documents'), { recursive: true, force: true })
    ada = await person(auth)
    path = ada.path('letter.pdf')
    await ada.bucket.upload(path, LETTER)
  })

  const storage = () => createStorage(auth.server.core.env)
  const keyOf = async (at: string) => {
    const query = sql`select storage_key as key from documents where path = ${at}`
    return (await onlyRow(auth.server.core.db, query, z.object({ key: z.string() }))).key
  }
  const storedBytes = async (key: string) => Buffer.from(await new Response(await storage().open(key)).arrayBuffer())
  const put = async (key: string, bytes: Buffer) => {
    const file = join(folder, 'replacement')
    writeFileSync(file, bytes)
    await storage().put(key, file, { bytes: bytes.length, contentType: 'application/octet-stream' })
  }
  const read = async (at = path, headers: Record<string, string> = {}, app = auth.server.app) => {
    const { data } = await ada.bucket.createSignedUrl(at, 60)
    return app.request(data?.signedUrl ?? '', { headers })
  }
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
  const opens = async (response: Response) => {
    if (response.status !== 200) return false
    return bytesOf(response).then(
      () => true,
      () => false,
    )
  }

  test('are ciphertext in the storage and open whole and in any range', async () => {
    const stored = await storedBytes(await keyOf(path))
    expect(stored.includes('diagnosis')).toBe(false)
    expect(stored.includes('xxxxxxxx')).toBe(false)
    expect((await bytesOf(await read())).equals(LETTER)).toBe(true)
    for (const [first, last] of [
      [0, 0],
      [65_535, 65_536],
      [65_536, 131_071],
      [100_000, 199_999],
      [199_999, 199_999],
    ]) {
      const part = await read(path, { range: `bytes=${first}-${last}` })
      expect(part.status).toBe(206)
      expect((await bytesOf(part)).equals(LETTER.subarray(first, (last ?? 0) + 1))).toBe(true)
    }
  })

  test('open for no one once their bytes were changed, cut off, or swapped with other bytes', async () => {
    const key = await keyOf(path)
    const stored = await storedBytes(key)
    const other = ada.path('other.pdf')
    await ada.bucket.upload(other, pdf('other', 200_000))
    const changed = Buffer.from(stored)
    changed.writeUInt8((stored.at(-1) ?? 0) ^ 1, stored.length - 1)
    const reordered = Buffer.concat([
      stored.subarray(0, 33),
      stored.subarray(33 + 65_552, 33 + 2 * 65_552),
      stored.subarray(33, 33 + 65_552),
      stored.subarray(33 + 2 * 65_552),
    ])
    const wrong = [changed, reordered, stored.subarray(0, 33 + 65_552), LETTER, await storedBytes(await keyOf(other))]
    for (const bytes of wrong) {
      await put(key, bytes)
      expect(await opens(await read())).toBe(false)
    }
    await put(key, stored)
    expect(await opens(await read())).toBe(true)
    // Cut off after the first chunk, and the row says so too.
    await put(key, stored.subarray(0, 33 + 65_552))
    await auth.server.core.db.execute(sql`update documents set bytes = 65536 where path = ${path}`)
    expect(await opens(await read())).toBe(false)
  })

  test('cannot be read under another SECRET_KEY, and the answer is 503', async () => {
    const { app } = createApp({
      ...auth.server.core,
      keys: { ...auth.server.core.keys, dataKeys: deriveKeys('other '.repeat(9)).dataKeys },
    })
    const response = await read(path, {}, app)
    expect([response.status, await response.json()]).toMatchObject([503, { error: 'unavailable' }])
    expect(auth.server.logged()).toContain('another SECRET_KEY')
  })

  test('cannot be read again once the account is closed, whoever kept a copy; others’ can', async () => {
    const bello = await person(auth, BELLO)
    await bello.bucket.upload(bello.path('a.pdf'), LETTER)
    const answer = await auth.server.call(
      'POST',
      '/api/account/closure',
      { password: ADA.password },
      { authorization: `Bearer ${ada.token}` },
    )
    expect(answer.status).toBe(200)
    const left = await rows(
      auth.server.core.db,
      sql`select user_id::text as id from data_keys`,
      z.object({ id: z.string() }),
    )
    expect(left).toEqual([{ id: bello.id }])
    // A closed account gets no new one.
    expect((await ada.bucket.upload(ada.path('b.pdf'), LETTER)).error).toMatchObject({ statusCode: '401' })
  })

  test('stored before encryption existed are encrypted by a job, also when it was killed halfway', async () => {
    const plain = ['aa/old-1', 'aa/old-2', 'aa/old-3']
    const paths = plain.map((_, number) => ada.path(`old-${number}.pdf`))
    for (const [number, key] of plain.entries()) {
      await put(key, LETTER)
      await auth.server.core.db.execute(
        sql`with file as (insert into stored_files (key, created_at) values (${key}, now()) returning key)
            insert into documents (id, user_id, path, version, filename, content_type, bytes, sha256, storage_key, scan, created_at)
            select gen_random_uuid(), ${ada.id}, ${paths[number]}, 1, 'old.pdf', 'application/pdf', ${LETTER.length}, decode(repeat('0a', 32), 'hex'), key, 'clean', now() from file`,
      )
    }
    // Killed after writing the new bytes, before the row: they are orphans. One old file cannot be read at all.
    await auth.server.core.db.execute(
      sql`insert into stored_files (key, sweep_at, encrypted, created_at) values ('aa/orphan', now() - interval '1 minute', true, now())`,
    )
    await put('aa/orphan', LETTER)
    await storage().remove('aa/old-1')
    expect((await bytesOf(await read(paths[1]))).equals(LETTER)).toBe(true)
    await auth.server.pass(minutes(2), JOBS)
    await put('aa/old-1', LETTER)
    await auth.server.pass(minutes(2), JOBS)
    await auth.server.pass(minutes(2), JOBS)
    for (const at of paths) {
      expect((await bytesOf(await read(at))).equals(LETTER)).toBe(true)
      expect((await storedBytes(await keyOf(at))).includes('diagnosis')).toBe(false)
    }
    for (const key of [...plain, 'aa/orphan']) expect(await storage().open(key)).toBeNull()
    const incoming = join(folder, 'uploads/incoming')
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([])
  })
})

describe('documents of which one cannot be deleted', () => {
  const folder = dataFolder()
  const auth = useAuthServer({ DATA_DIR: folder })

  test('are deleted with the account, but for that one, which is tried again', async () => {
    const ada = await person(auth)
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await ada.bucket.upload(ada.path(name), LETTER)
    const found = await rows(
      auth.server.core.db,
      sql`select key from stored_files order by key`,
      z.object({ key: z.string() }),
    )
    const files = found.map(({ key }) => join(folder, 'documents', key))
    const [stuck = '', ...others] = files
    rmSync(stuck)
    mkdirSync(join(stuck, 'folder'), { recursive: true })
    const leaving = { authorization: `Bearer ${ada.token}` }
    const closed = await auth.server.call('POST', '/api/account/closure', { password: ADA.password }, leaving)
    expect(closed.status).toBe(200)
    const first = sql`update stored_files set sweep_at = sweep_at - interval '1 hour'
                       where key = (select min(key) from stored_files)`
    await auth.server.core.db.execute(first)
    await auth.server.pass(minutes(2), JOBS)
    expect(others.map((file) => existsSync(file))).toEqual([false, false])
    rmSync(stuck, { recursive: true })
    await auth.server.pass(minutes(10), JOBS)
    expect(await auth.server.core.db.$count(sql`stored_files`)).toBe(0)
  })
})
