/** Uploads that are begun and not finished: whom they count against, and what removes them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  DOCUMENTS_PER_PERSON_MAX,
  RESUMABLE_PATH,
  UNFINISHED_BYTES_MAX,
  UNFINISHED_UPLOADS_MAX,
  UPLOADS_AT_ONCE_MAX,
} from '../../../contract/aid/document-limits.ts'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { dataFolder, pdf, person, type Person } from '../../../test/support/documents.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { resumableFolder } from './incoming-file.ts'

const JOBS = /^documents\./

const folder = dataFolder()
const auth = useAuthServer({ DATA_DIR: folder })
let ada: Person
beforeEach(async () => {
  await auth.server.pass(minutes(2), JOBS)
  ada = await person(auth)
})

const MEGABYTE = 1024 * 1024
const encode = (text: string) => Buffer.from(text).toString('base64')
const headersOf = ({ token }: Person) => ({ 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` })

/** Begins an upload, with its first bytes if there are some. */
async function begin(who: Person, bytes: number, first?: Buffer<ArrayBuffer>, app = auth.server.app) {
  const response = await app.request(RESUMABLE_PATH, {
    method: 'POST',
    headers: {
      ...headersOf(who),
      'upload-length': String(bytes),
      'upload-metadata': `bucketName ${encode('documents')},objectName ${encode(who.path('a.pdf'))}`,
      ...(first && { 'content-type': 'application/offset+octet-stream' }),
    },
    ...(first && { body: first }),
  })
  const text = await response.text()
  return { status: response.status, text, url: response.headers.get('location') ?? '', headers: response.headers }
}
const head = async (who: Person, url: string) =>
  (await auth.server.app.request(url, { method: 'HEAD', headers: headersOf(who) })).status
const send = async (who: Person, url: string, body: Buffer<ArrayBuffer>) => {
  const headers = { ...headersOf(who), 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  return (await auth.server.app.request(url, { method: 'PATCH', headers, body })).status
}
const readNames = (name: string) => (existsSync(join(folder, name)) ? readdirSync(join(folder, name)) : [])
const uploadsOnDisk = () => readNames('uploads/resumable')
const idOf = (url: string) => url.split('/').at(-1) ?? ''
const errorOf = ({ status, text }: { status: number; text: string }) => [
  status,
  z.object({ error: z.string() }).parse(JSON.parse(text)).error,
]

test('one person can have ten unfinished uploads, and others are not affected', async () => {
  for (let number = 0; number < UNFINISHED_UPLOADS_MAX; number += 1)
    expect((await begin(ada, 2000, pdf().subarray(0, 1000))).status).toBe(201)
  expect(errorOf(await begin(ada, 2000, pdf()))).toEqual([409, 'too_many_uploads'])
  expect(uploadsOnDisk()).toHaveLength(UNFINISHED_UPLOADS_MAX)
  const bello = await person(auth, BELLO)
  expect((await begin(bello, 2000)).status).toBe(201)
})

test('one person’s unfinished uploads can announce 50 MB together, even if they are begun at once', async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, () => begin(ada, 10 * MEGABYTE, pdf())))
  expect(begun.filter(({ status }) => status === 201)).toHaveLength(UNFINISHED_BYTES_MAX / MEGABYTE / 10)
  for (const refused of begun.filter(({ status }) => status !== 201))
    expect(errorOf(refused)).toEqual([409, 'too_many_uploads'])
  expect(uploadsOnDisk()).toHaveLength(5)
})

test('one person can send 20 files at the same time', async () => {
  const release: (() => void)[] = []
  const send = (body: BodyInit) => ada.call('POST', `/object/documents/${ada.path('a.pdf')}`, { body })
  const slow = Array.from({ length: UPLOADS_AT_ONCE_MAX }, () => {
    const { promise: ending, resolve } = Promise.withResolvers<void>()
    release.push(resolve)
    return send(
      new ReadableStream({
        async pull(controller) {
          await ending
          controller.enqueue(pdf())
          controller.close()
        },
      }),
    )
  })
  await expect.poll(() => readNames('uploads/incoming').length).toBe(UPLOADS_AT_ONCE_MAX)
  const { response, body } = await send(pdf())
  expect([response.status, body]).toMatchObject([409, { error: 'too_many_uploads' }])
  const bello = await person(auth, BELLO)
  const theirs = await bello.call('POST', `/object/documents/${bello.path('a.pdf')}`, { body: pdf() })
  expect(theirs.response.status).toBe(200)
  for (const end of release) end()
  expect((await Promise.all(slow)).map((each) => each.response.status)).toEqual(Array(20).fill(200))
  expect((await send(pdf())).response.status).toBe(200)
})

test('a finished, refused or cancelled upload no longer counts', async () => {
  for (let number = 0; number < UNFINISHED_UPLOADS_MAX; number += 1) {
    expect((await begin(ada, 2000, pdf(String(number)))).status).toBe(201)
    expect(errorOf(await begin(ada, 2000, Buffer.alloc(2000)))).toEqual([415, 'invalid_mime_type'])
    const { url } = await begin(ada, 2000)
    expect((await auth.server.app.request(url, { method: 'DELETE', headers: headersOf(ada) })).status).toBe(204)
  }
  expect((await begin(ada, 2000)).status).toBe(201)
})

test('they count towards the 200 documents of a person', async () => {
  await auth.server.core.db.execute(
    sql`with file as (insert into stored_files select 'aa/' || n, null, now() from generate_series(2, ${DOCUMENTS_PER_PERSON_MAX}::int) n returning key)
        insert into documents select gen_random_uuid(), ${ada.id}::uuid, ${ada.id} || '/' || key, 1, 'a.pdf', 'application/pdf', 9,
               decode(repeat('00', 32), 'hex'), key, 'unscanned', null, null, now() from file`,
  )
  expect((await begin(ada, 2000)).status).toBe(201)
  expect(errorOf(await begin(ada, 2000))).toEqual([409, 'too_many_files'])
})

test('an upload without news for an hour makes room for the next one, and an active one does not', async () => {
  const urls: string[] = []
  for (let number = 0; number < UNFINISHED_UPLOADS_MAX; number += 1) urls.push((await begin(ada, 2000)).url)
  const [idle = '', active = ''] = urls
  auth.server.clock.advance(hours(2))
  const { data } = await auth.device().signInWithPassword(ADA)
  ada = { ...ada, token: data.session?.access_token ?? '' }
  for (const url of urls.filter((each) => each !== idle))
    expect(await send(ada, url, pdf().subarray(0, 1000))).toBe(204)
  expect((await begin(ada, 2000)).status).toBe(201)
  expect(errorOf(await begin(ada, 2000))).toEqual([409, 'too_many_uploads'])
  expect([await head(ada, idle), await head(ada, active)]).toEqual([404, 200])
  await auth.server.runJobs(JOBS)
  expect(uploadsOnDisk()).toHaveLength(UNFINISHED_UPLOADS_MAX)
})

test('closing the account deletes its uploads, finished or not, and no one else’s', async () => {
  const bello = await person(auth, BELLO)
  const { url } = await begin(bello, 2000, pdf().subarray(0, 1000))
  await begin(ada, 2000, pdf().subarray(0, 1000))
  await begin(ada, 2000, pdf())
  const closed = await auth.server.app.request('/api/account/closure', {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password: ADA.password }),
  })
  expect(closed.status).toBe(200)
  await auth.server.pass(minutes(2), JOBS)
  expect(uploadsOnDisk()).toEqual([idOf(url)])
  expect(readFileSync(join(resumableFolder(folder), idOf(url), 'bytes'))).toHaveLength(1000)
  expect(await head(bello, url)).toBe(200)
})

/** Folders in folders, of which the last has a path that is too long to be deleted. @returns makes it shorter again */
function makeUndeletable(path: string): () => void {
  const deep = Array.from({ length: 9 }, () => 'd'.repeat(250))
  const [apart, end] = [`${path}.apart`, join(path, ...deep, 'end')]
  for (const each of [path, apart]) mkdirSync(join(each, ...deep), { recursive: true })
  renameSync(apart, end)
  return () => renameSync(end, apart)
}

test('a file that cannot be deleted keeps no other from being deleted', async () => {
  const { clock } = auth.server
  const names = Array.from({ length: 20 }, () => crypto.randomUUID())
  const folders = ['uploads/incoming', 'uploads/resumable'].map((name) => join(folder, name))
  const restore = folders.map((each) => {
    for (const name of names.slice(1)) mkdirSync(join(each, name), { recursive: true })
    const undo = makeUndeletable(join(each, names[0] ?? ''))
    for (const name of names) utimesSync(join(each, name), new Date(0), new Date(0))
    return undo
  })
  clock.advance(minutes(2))
  await auth.server.runJobs(JOBS)
  expect(folders.map((each) => readdirSync(each))).toEqual([[names[0]], [names[0]]])
  expect(auth.server.logged()).toContain('"job":"documents.sweep-uploads"')
  for (const undo of restore) undo()
})

describe('when less than the reserve would stay free', () => {
  const full = useAuthServer({ DATA_DIR: dataFolder(), DOCUMENTS_RESERVE_MB: String(2 ** 40) })

  test('every kind of upload is refused in plain words, and nothing is stored', async () => {
    const bello = await person(full, BELLO)
    const refusal = { statusCode: '503', error: 'no_space', message: expect.stringContaining('no room for more files') }
    const { response, body } = await bello.call('POST', `/object/documents/${bello.path('a.pdf')}`, { body: pdf() })
    expect([response.status, body, response.headers.get('retry-after')]).toEqual([503, refusal, '5'])
    const { status, text, headers } = await begin(bello, 2000, pdf(), full.server.app)
    expect([status, JSON.parse(text), headers.get('retry-after')]).toEqual([503, refusal, '5'])
    const { rows } = await onlyRow(
      full.server.core.db,
      sql`select (select count(*) from stored_files) + (select count(*) from resumable_uploads) as rows`,
      z.object({ rows: z.coerce.number() }),
    )
    expect(rows).toBe(0)
  })
})
