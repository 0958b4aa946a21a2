/** Uploads that several processes share: parts in S3, each process with a folder of its own, and what happens without S3. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { RESUMABLE_PATH } from '../../../contract/aid/document-limits.ts'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { arrival, dataFolder, pdf, person, type Person } from '../../../test/support/documents.ts'
import { startS3 } from '../../../test/support/s3.ts'
import { createApp } from '../../app.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const JOBS = /^documents\./

const s3 = await startS3()
const folder = dataFolder()
const auth = useAuthServer({ DATA_DIR: folder, ...s3.variables })
const alone = useAuthServer({ DATA_DIR: dataFolder() })

type Process = Pick<ReturnType<typeof createApp>['app'], 'request'>

/** Another process on the database of a server. */
const another = ({ server }: typeof auth): Process =>
  createApp({ ...server.core, env: { ...server.core.env, dataDir: dataFolder() } }).app

const encode = (text: string) => Buffer.from(text).toString('base64')

async function ask(at: Process, who: Person, method: string, url: string, headers = {}, body?: BodyInit) {
  const response = await at.request(url, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${who.token}`, ...headers },
    ...(body !== undefined && { body, duplex: 'half' }),
  })
  const text = await response.text()
  return {
    status: response.status,
    offset: Number(response.headers.get('upload-offset')),
    headers: response.headers,
    text,
  }
}
async function begin(at: Process, who: Person, path: string, bytes: number): Promise<string> {
  const metadata = `bucketName ${encode('documents')},objectName ${encode(path)}`
  const { status, headers } = await ask(at, who, 'POST', RESUMABLE_PATH, {
    'upload-length': String(bytes),
    'upload-metadata': metadata,
  })
  expect(status).toBe(201)
  return headers.get('location') ?? ''
}
const send = (at: Process, who: Person, url: string, offset: number, bytes: BodyInit) =>
  ask(
    at,
    who,
    'PATCH',
    url,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    bytes,
  )

/** Some bytes, then a broken connection. */
const cutAfter = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      await arrival(folder, bytes.length)
      controller.error(new Error('cut'))
    },
  })

const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
const parts = () => s3.keys().filter((key) => key.startsWith('parts/'))
const storedHash = async (path: string) => {
  const found = await rows(
    auth.server.core.db,
    sql`select encode(sha256, 'hex') as hash from documents where path = ${path}`,
    z.object({ hash: z.string() }),
  )
  return found.map(({ hash }) => hash)
}
const hashOf = (bytes: Buffer) => [sha256(bytes).toString('hex')]

describe('where documents are in S3', () => {
  let ada: Person
  let path: string
  let first: Process
  let second: Process
  const bytes = pdf('long', 300_000)
  beforeEach(async () => {
    s3.fail(false)
    s3.empty()
    ada = await person(auth)
    path = ada.path('letter.pdf')
    first = auth.server.app
    second = another(auth)
  })

  test('any process goes on with any upload, and another person’s is not found at any', async () => {
    const third = another(auth)
    const url = await begin(first, ada, path, bytes.length)
    expect((await send(second, ada, url, 0, bytes.subarray(0, 100_000))).status).toBe(204)
    expect((await ask(third, ada, 'HEAD', url)).offset).toBe(100_000)
    const bello = await person(auth, BELLO)
    for (const tried of [
      await ask(second, bello, 'HEAD', url),
      await send(second, bello, url, 100_000, bytes.subarray(100_000)),
      await ask(second, bello, 'DELETE', url),
    ])
      expect(tried.status).toBe(404)
    expect((await send(third, ada, url, 100_000, bytes.subarray(100_000, 200_000))).status).toBe(204)
    expect(parts()).toHaveLength(2)
    expect((await send(first, ada, url, 200_000, bytes.subarray(200_000))).status).toBe(204)
    expect(await storedHash(path)).toEqual(hashOf(bytes))
    expect((await ask(second, ada, 'HEAD', url)).offset).toBe(bytes.length)
    // A client that missed the answer.
    expect((await send(second, ada, url, bytes.length, '')).status).toBe(204)
    await auth.server.pass(minutes(2), JOBS)
    expect([parts(), s3.keys().length]).toEqual([[], 1])
  })

  test('of two that append the same part at once, one wins and the other is told where to go on', async () => {
    const url = await begin(first, ada, path, bytes.length)
    const part = bytes.subarray(0, 200_000)
    const answers = await Promise.all([send(first, ada, url, 0, part), send(second, ada, url, 0, part)])
    expect(statuses(answers)).toEqual([204, 409])
    expect((await ask(second, ada, 'HEAD', url)).offset).toBe(200_000)
    const rest = () => bytes.subarray(200_000)
    const ends = await Promise.all([send(first, ada, url, 200_000, rest()), send(second, ada, url, 200_000, rest())])
    expect(statuses(ends)).toEqual([204, 409])
    expect(await storedHash(path)).toEqual(hashOf(bytes))
    await auth.server.pass(minutes(2), JOBS)
    expect(s3.keys()).toHaveLength(1)
  })

  test('what came before the connection broke is kept for the others', async () => {
    const url = await begin(first, ada, path, bytes.length)
    expect((await send(first, ada, url, 0, cutAfter(bytes.subarray(0, 50_000)))).status).toBe(400)
    expect((await ask(second, ada, 'HEAD', url)).offset).toBe(50_000)
    expect((await send(second, ada, url, 50_000, bytes.subarray(50_000))).status).toBe(204)
    expect(await storedHash(path)).toEqual(hashOf(bytes))
  })

  test('an object of a process that ended before the offset moved is sent again, and swept', async () => {
    const url = await begin(first, ada, path, bytes.length)
    // The database goes away between the object and the offset.
    await auth.server.core.db.execute(sql`create function upload_parts_away() returns trigger language plpgsql as
      $$ begin raise exception 'gone'; end $$`)
    await auth.server.core.db.execute(sql`create trigger upload_parts_away before insert on upload_parts
      for each row execute function upload_parts_away()`)
    try {
      expect((await send(first, ada, url, 0, bytes.subarray(0, 100_000))).status).toBe(500)
    } finally {
      await auth.server.core.db.execute(sql`drop function upload_parts_away cascade`)
    }
    const [orphan] = parts()
    expect((await ask(second, ada, 'HEAD', url)).offset).toBe(0)
    expect((await send(second, ada, url, 0, bytes)).status).toBe(204)
    expect(await storedHash(path)).toEqual(hashOf(bytes))
    await auth.server.pass(hours(25), JOBS)
    expect(orphan).toBeDefined()
    expect(s3.keys()).toHaveLength(1)
  })

  test('a store that refuses or is slow loses nothing', async () => {
    const url = await begin(first, ada, path, bytes.length)
    s3.fail(true)
    const refused = await send(first, ada, url, 0, bytes.subarray(0, 100_000))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    s3.fail(false)
    expect((await ask(second, ada, 'HEAD', url)).offset).toBe(0)
    const release = s3.hold()
    const sent = send(first, ada, url, 0, bytes)
    expect((await ask(second, ada, 'HEAD', url)).offset).toBe(0)
    release()
    expect((await sent).status).toBe(204)
    expect(await storedHash(path)).toEqual(hashOf(bytes))
  })

  test.each([
    ['changed', (key: string) => s3.damage(key)],
    ['lost', () => s3.empty()],
  ])('a part that was %s in the store is no document, and the upload begins anew', async (_, harm) => {
    const url = await begin(first, ada, path, bytes.length)
    expect((await send(first, ada, url, 0, bytes.subarray(0, 100_000))).status).toBe(204)
    harm(parts()[0] ?? '')
    expect((await send(second, ada, url, 100_000, bytes.subarray(100_000))).status).toBe(410)
    expect(await storedHash(path)).toEqual([])
    expect(auth.server.logged()).toContain('a part of an upload was changed or is missing')
    expect((await ask(first, ada, 'HEAD', url)).status).toBe(404)
    await auth.server.pass(minutes(2), JOBS)
    expect(s3.keys()).toEqual([])
    const again = await begin(second, ada, path, bytes.length)
    expect((await send(first, ada, again, 0, bytes)).status).toBe(204)
    expect(await storedHash(path)).toEqual(hashOf(bytes))
  })

  test('no part is readable in the store', async () => {
    const url = await begin(first, ada, path, bytes.length)
    await send(first, ada, url, 0, bytes.subarray(0, 1000))
    const { encrypted, sealed } = await onlyRow(
      auth.server.core.db,
      sql`select bool_and(encrypted) as encrypted, bool_and(sweep_at is not null) as sealed from stored_files`,
      z.object({ encrypted: z.boolean(), sealed: z.boolean() }),
    )
    // The backup takes only files that no sweep waits for.
    expect([encrypted, sealed, s3.read(parts()[0] ?? '').includes('xxxx')]).toEqual([true, true, false])
  })

  test('closing the account deletes the parts of its uploads alone', async () => {
    const bello = await person(auth, BELLO)
    const kept = await begin(first, bello, bello.path('a.pdf'), 2000)
    await send(second, bello, kept, 0, pdf().subarray(0, 1000))
    const url = await begin(first, ada, path, bytes.length)
    await send(second, ada, url, 0, bytes.subarray(0, 1000))
    const closed = await auth.server.app.request('/api/account/closure', {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password: ADA.password }),
    })
    expect(closed.status).toBe(200)
    await auth.server.pass(minutes(2), JOBS)
    expect(parts()).toHaveLength(1)
    expect((await ask(second, bello, 'HEAD', kept)).offset).toBe(1000)
  })

  test('an upload of more parts than anyone needs is refused', async () => {
    const url = await begin(first, ada, path, bytes.length)
    await send(first, ada, url, 0, bytes.subarray(0, 1000))
    await auth.server.core.db.execute(sql`with file as (
        insert into stored_files select 'parts/' || n, now() + interval '1 day', now(), true from generate_series(1000, 1998) n returning key)
      insert into upload_parts select ${url.split('/').at(-1)}::uuid, split_part(key, '/', 2)::int, 1, key from file`)
    expect((await send(second, ada, url, 1000, bytes.subarray(1000))).status).toBe(400)
  })
})

describe('without S3', () => {
  test('another process has not heard of an upload, and it goes on where it began', async () => {
    const ada = await person(alone)
    const path = ada.path('letter.pdf')
    const url = await begin(alone.server.app, ada, path, 2000)
    expect((await send(alone.server.app, ada, url, 0, pdf().subarray(0, 1000))).status).toBe(204)
    const second = another(alone)
    expect((await ask(second, ada, 'HEAD', url)).status).toBe(404)
    expect((await send(second, ada, url, 1000, pdf().subarray(1000))).status).toBe(404)
    expect((await ask(alone.server.app, ada, 'HEAD', url)).offset).toBe(1000)
    expect((await send(alone.server.app, ada, url, 1000, pdf().subarray(1000))).status).toBe(204)
    const again = await begin(second, ada, ada.path('other.pdf'), 2000)
    expect((await send(second, ada, again, 0, pdf())).status).toBe(204)
  })
})
