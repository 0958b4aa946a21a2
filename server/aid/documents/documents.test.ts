import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { dataFolder, pdf, person, type Person } from '../../../test/support/documents.ts'
import { raceBehindLock } from '../../../test/support/race-behind-lock.ts'
import { startS3 } from '../../../test/support/s3.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { findDocumentsByIds, markAsEvidence } from './evidence.ts'
import { documentUrl } from './paths.ts'

const JOBS = /^documents\./

const s3 = await startS3()

describe.each([
  ['disk', {}],
  ['S3', s3.variables],
])('documents on %s', (_name, variables) => {
  const folder = dataFolder()
  const auth = useAuthServer({ DATA_DIR: folder, ...variables })
  let ada: Person
  beforeEach(async () => {
    s3.empty()
    ada = await person(auth)
  })

  const get = async (signedUrl: string, headers: Record<string, string> = {}) =>
    auth.server.app.request(signedUrl, { headers })
  const signed = async (who: Person, path: string, options?: { versionId: string }) => {
    const { data, error } = await who.bucket.createSignedUrl(path, 600, options)
    expect(error).toBeNull()
    return data?.signedUrl ?? ''
  }
  const read = async (who: Person, path: string) => (await get(await signed(who, path))).text()
  const upload = async (who: Person, path: string, bytes = pdf(), upsert = false) => {
    const { data, error } = await who.bucket.upload(path, bytes, { contentType: 'application/pdf', upsert })
    expect(error).toBeNull()
    return data?.id ?? ''
  }
  const name = (who: Person, urls: string[]) => {
    const { core, clock } = auth.server
    const origins = [new URL(core.env.publicUrl).origin]
    return core.db.transaction((tx) => markAsEvidence(tx, { userId: who.id, urls, origins, now: clock.now() }))
  }
  const keptKeys = async () => {
    const found = await rows(auth.server.core.db, sql`select key from stored_files`, z.object({ key: z.string() }))
    return found.map(({ key }) => key)
  }
  const isStored = (key: string) =>
    variables === s3.variables ? s3.has(key) : existsSync(join(folder, 'documents', key))
  const sweep = async () => {
    await auth.server.pass(minutes(2), JOBS)
  }

  test('are uploaded, signed and read with the published client', async () => {
    const path = ada.path('school letter é.pdf')
    const { data, error } = await ada.bucket.upload(path, new Blob([pdf('one')], { type: 'text/plain' }))
    expect(error).toBeNull()
    expect(data).toEqual({ path, id: expect.any(String), fullPath: `documents/${path}` })
    const response = await get(await signed(ada, path))
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf('one'))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '2000',
      'content-disposition': `inline; filename="school letter _.pdf"; filename*=UTF-8''school%20letter%20%C3%A9.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('are read in ranges', async () => {
    const path = ada.path('ranges.pdf')
    await upload(ada, path)
    const url = await signed(ada, path)
    const ranges = ['bytes=0-3', 'bytes=1996-', 'bytes=-6', 'bytes=5-999999', 'bytes=2000-', 'bytes=0-1,5-6']
    const answers = await Promise.all(ranges.map((range) => get(url, { range })))
    expect(answers.map(({ status }) => status)).toEqual([206, 206, 206, 206, 416, 200])
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(texts.slice(0, 3)).toEqual(['%PDF', 'EOF\n', '%%EOF\n'])
    expect(answers[2]?.headers.get('content-range')).toBe('bytes 1994-1999/2000')
    const head = await auth.server.app.request(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '2000', ''])
  })

  test('that are not evidence are replaced, and their old bytes are deleted', async () => {
    const path = ada.path('draft.pdf')
    await upload(ada, path, pdf('one'))
    const [first = ''] = await keptKeys()
    const before = await signed(ada, path)
    await upload(ada, path, pdf('two'), true)
    expect(await read(ada, path)).toContain('two')
    // A signature is for what was there when it was made.
    expect((await get(before)).status).toBe(404)
    expect(isStored(first)).toBe(true)
    await sweep()
    expect(isStored(first)).toBe(false)
    expect(await read(ada, path)).toContain('two')
  })

  test('change nothing when the same bytes are uploaded again', async () => {
    const path = ada.path('twice.pdf')
    const id = await upload(ada, path)
    expect(await upload(ada, path, pdf(), true)).toBe(id)
    await sweep()
    expect(await keptKeys()).toHaveLength(1)
    expect(await read(ada, path)).toContain('a letter')
  })

  test('uploaded many times at once become one, and of different files one remains', async () => {
    const path = ada.path('pressed.pdf')
    const press = (text: string) => ada.bucket.upload(path, pdf(text), { contentType: 'application/pdf', upsert: true })
    const same = await Promise.all(Array.from({ length: 6 }, () => press('same')))
    expect(new Set(same.map(({ data, error }) => error ?? data.id)).size).toBe(1)
    await Promise.all(['a', 'b', 'c', 'd'].map(press))
    const found = await rows(auth.server.core.db, sql`select path from documents`, z.object({ path: z.string() }))
    expect(found).toEqual([{ path }])
    await sweep()
    expect(await keptKeys()).toHaveLength(1)
    expect(await read(ada, path)).toMatch(/% [abcd]\n/)
  })

  test('are overwritten only on request', async () => {
    const path = ada.path('kept.pdf')
    await upload(ada, path, pdf('one'))
    const { error } = await ada.bucket.upload(path, pdf('two'), { contentType: 'application/pdf' })
    expect(error).toMatchObject({ status: 409, statusCode: '409', message: 'The resource already exists' })
    expect(await read(ada, path)).toContain('one')
  })

  test('that are evidence are kept beside a newer version', async () => {
    const path = ada.path('evidence.pdf')
    const id = await upload(ada, path, pdf('as it was sent'))
    expect(await name(ada, [documentUrl(auth.server.core.env, path)])).toEqual([id])
    await upload(ada, path, pdf('as it is now'), true)
    expect(await read(ada, path)).toContain('as it is now')
    await sweep()
    const [kept] = await findDocumentsByIds(auth.server.core.db, [id])
    expect(kept).toMatchObject({ version: 1, path, evidenceAt: expect.any(Date), supersededAt: expect.any(Date) })
    expect(await (await get(await signed(ada, path, { versionId: id }))).text()).toContain('as it was sent')
  })

  test('that become evidence while being overwritten are kept', async () => {
    const path = ada.path('evidence.pdf')
    const id = await upload(ada, path, pdf('as it was sent'))
    const { core, database } = auth.server
    await raceBehindLock(
      database,
      (tx) => markAsEvidence(tx, { userId: ada.id, urls: [path], origins: [], now: core.clock.now() }),
      () => upload(ada, path, pdf('as it is now'), true),
    )
    expect(await findDocumentsByIds(core.db, [id])).toMatchObject([{ version: 1, supersededAt: expect.any(Date) }])
    expect(await (await get(await signed(ada, path, { versionId: id }))).text()).toContain('as it was sent')
  })

  test('that are evidence cannot be deleted, alone or in a list', async () => {
    const [evidence, other] = [ada.path('evidence.pdf'), ada.path('other.pdf')]
    await upload(ada, evidence)
    await upload(ada, other)
    await name(ada, [evidence])
    expect((await ada.bucket.remove([other, evidence])).error).toMatchObject({ status: 409 })
    const { response, body } = await ada.call('DELETE', `/object/documents/${evidence}`)
    expect([response.status, body]).toEqual([409, expect.objectContaining({ statusCode: '409', error: 'evidence' })])
    expect(await read(ada, evidence)).toContain('a letter')
    expect(await read(ada, other)).toContain('a letter')
  })

  test('are deleted with their bytes; unknown paths are ignored', async () => {
    const path = ada.path('gone.pdf')
    await upload(ada, path)
    const url = await signed(ada, path)
    const { data } = await ada.bucket.remove([path, ada.path('never.pdf')])
    expect(data?.map((object) => object.name)).toEqual([path])
    expect((await get(url)).status).toBe(404)
    const [key = ''] = await keptKeys()
    await sweep()
    expect([isStored(key), await keptKeys()]).toEqual([false, []])
    expect((await ada.call('DELETE', `/object/documents/${path}`)).response.status).toBe(404)
  })

  test('become evidence by URL, with or without public/, or by path, each once', async () => {
    const path = ada.path('a & b.pdf')
    const id = await upload(ada, path)
    const url = documentUrl(auth.server.core.env, path)
    expect(await name(ada, [url, url.replace('/object/', '/object/public/'), path])).toEqual([id])
  })

  test('of other people, foreign URLs and unknown paths are refused, naming the field, and nothing becomes evidence', async () => {
    const bello = await person(auth, BELLO)
    const [own, others] = [ada.path('own.pdf'), bello.path('others.pdf')]
    await upload(ada, own)
    await upload(bello, others)
    const elsewhere = documentUrl({ publicUrl: 'https://elsewhere.example' }, own)
    await expect(name(ada, [own, others, elsewhere, ada.path('never.pdf'), 'nonsense'])).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [1, 2, 3, 4].map((index) => ({ field: `documents_provided.${index}`, message: expect.any(String) })),
    })
    await expect(name(ada, Array(11).fill(own))).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await ada.bucket.remove([own])).error).toBeNull()
  })

  test('are deleted with the account, including their bytes', async () => {
    const path = ada.path('personal.pdf')
    await upload(ada, path)
    await name(ada, [path])
    const authorization = { authorization: `Bearer ${ada.token}` }
    const { body } = await auth.server.call('GET', '/api/account/data', undefined, authorization)
    expect(body['documents']).toMatchObject([{ path, filename: 'personal.pdf', bytes: 2000, scan: 'unscanned' }])
    const url = await signed(ada, path)
    const closed = await auth.server.call('POST', '/api/account/closure', { password: 'correct horse' }, authorization)
    expect(closed.status).toBe(200)
    expect((await get(url)).status).toBe(400)
    const [key = ''] = await keptKeys()
    await sweep()
    expect([isStored(key), await keptKeys()]).toEqual([false, []])
  })

  test('without a row are deleted after a day, and not before', async () => {
    const { core, clock } = auth.server
    await upload(ada, ada.path('whole.pdf'))
    // As after a process that ended between bytes and row.
    await core.db.execute(sql`delete from documents`)
    await core.db.execute(
      sql`update stored_files set sweep_at = ${new Date(clock.now().getTime() + hours(24)).toISOString()}`,
    )
    const [key = ''] = await keptKeys()
    clock.advance(hours(23))
    await auth.server.runJobs(JOBS)
    expect(isStored(key)).toBe(true)
    clock.advance(hours(1))
    await sweep()
    expect([isStored(key), await keptKeys()]).toEqual([false, []])
  })
})
