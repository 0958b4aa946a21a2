import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DOCUMENT_BYTES_MAX, RESUMABLE_PATH } from '../../../contract/aid/document-limits.ts'
import { ADA, BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { badLine, type BadLine } from '../../../test/support/bad-line.ts'
import { arrival, dataFolder, pdf, person, type Person } from '../../../test/support/documents.ts'
import { startS3 } from '../../../test/support/s3.ts'
import { hours } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const s3 = await startS3()
const folder = dataFolder()
const auth = useAuthServer({ DATA_DIR: folder, ...s3.variables })
let line: BadLine
let ada: Person
beforeAll(async () => {
  line = await badLine(auth.server.core.env.publicUrl)
})
afterAll(() => line.close())
beforeEach(async () => {
  s3.fail(false)
  s3.empty()
  ada = await person(auth)
})

const TUS = { 'tus-resumable': '1.0.0' }
const endpoint = () => `${line.url}${RESUMABLE_PATH}`
const metadataOf = (objectName: string, bucketName = 'documents') => ({
  bucketName,
  objectName,
  contentType: 'application/pdf',
  cacheControl: '3600',
})
const encodeMetadata = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/**
 * Uploads with the published client, which continues automatically after a broken connection.
 * @returns the addresses that it was given: one, if nothing had to be begun anew
 */
function upload(
  path: string,
  bytes: Buffer,
  options: { upsert?: boolean; retries?: number } = {},
): Promise<Set<string>> {
  const { upsert = false, retries = 20 } = options
  const urls = new Set<string>()
  return new Promise((resolve, reject) => {
    const going = new Upload(bytes, {
      endpoint: endpoint(),
      headers: { authorization: `Bearer ${ada.token}`, 'x-upsert': String(upsert) },
      metadata: metadataOf(path),
      retryDelays: Array<number>(retries).fill(20),
      onUploadUrlAvailable: () => void urls.add(going.url ?? ''),
      onSuccess: () => resolve(urls),
      onError: reject,
    })
    going.start()
  })
}

/** One request of the protocol, without the client. */
async function ask(method: string, url: string, headers: Record<string, string> = {}, body?: BodyInit, who = ada) {
  const options = {
    method,
    headers: { ...TUS, authorization: `Bearer ${who.token}`, ...headers },
    ...(body !== undefined && { body, duplex: 'half' }),
  }
  const response = await fetch(new URL(url, line.url), options)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const begin = (path: string, bytes: number, headers: Record<string, string> = {}, bucket?: string) => {
  const metadata = encodeMetadata(metadataOf(path, bucket))
  return ask('POST', RESUMABLE_PATH, { 'upload-length': String(bytes), 'upload-metadata': metadata, ...headers })
}
const send = (url: string, offset: number, bytes: BodyInit, who = ada) =>
  ask('PATCH', url, { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }, bytes, who)
const locationOf = ({ headers }: { headers: Headers }) => headers.get('location') ?? ''

const storedHash = async (path: string) => {
  const { hash } = await onlyRow(
    auth.server.core.db,
    sql`select encode(sha256, 'hex') as hash from documents where path = ${path} and superseded_at is null`,
    z.object({ hash: z.string() }),
  )
  return hash
}
const keptPaths = async () => {
  const found = await rows(auth.server.core.db, sql`select path from documents`, z.object({ path: z.string() }))
  return found.map(({ path }) => path)
}
const refusal = (status: number, error: string) => ({ statusCode: String(status), error, message: expect.any(String) })

describe('a connection that breaks', () => {
  test('ten times at any point loses nothing', async () => {
    const bytes = Buffer.concat([pdf(), randomBytes(1_500_000)])
    const path = ada.path('letter.pdf')
    let armed = 0
    const arm = () => {
      armed += 1
      line.breakAfter(Math.floor(Math.random() * 120_000) + 2000)
    }
    const before = line.breaks()
    const timer = setInterval(() => {
      if (line.breaks() - before === armed && armed < 10) arm()
    }, 1)
    const begun = await upload(path, bytes)
    clearInterval(timer)
    expect(begun.size).toBe(1)
    expect(line.breaks() - before).toBe(10)
    expect(await storedHash(path)).toBe(sha256(bytes).toString('hex'))
  })

  test('keeps the received bytes, and reports their number at once', async () => {
    const bytes = pdf('half', 400_000)
    const url = locationOf(await begin(ada.path('half.pdf'), bytes.length))
    // Cut only when the server has begun to read: closing a socket loses what it holds unread.
    line.breakAfter(200_000, () => arrival(folder, 100_000))
    await expect(send(url, 0, bytes)).rejects.toThrow('fetch failed')
    const { status, headers } = await ask('HEAD', url)
    const offset = Number(headers.get('upload-offset'))
    expect(status).toBe(200)
    expect(offset).toBeGreaterThan(100_000)
    expect(offset).toBeLessThan(200_000)
    // Not visible before it is whole.
    expect(await keptPaths()).toEqual([])
    expect((await send(url, offset, bytes.subarray(offset))).status).toBe(204)
    expect(await keptPaths()).toHaveLength(1)
  })

  test('right after the last byte leads to one document', async () => {
    const bytes = pdf()
    const path = ada.path('answer-lost.pdf')
    const url = locationOf(await begin(path, bytes.length))
    expect((await send(url, 0, bytes)).status).toBe(204)
    // The client that missed the answer asks, and is content.
    const { headers } = await ask('HEAD', url)
    expect(headers.get('upload-offset')).toBe(String(bytes.length))
    expect((await send(url, bytes.length, '')).status).toBe(204)
    expect(await keptPaths()).toEqual([path])
  })
})

test('an upload that cannot be stored now is retried with its last byte', async () => {
  const bytes = pdf()
  const path = ada.path('store-away.pdf')
  const url = locationOf(await begin(path, bytes.length))
  s3.fail(/^(?!parts)/)
  const failed = await send(url, 0, bytes)
  expect([failed.status, JSON.parse(failed.text)]).toEqual([503, refusal(503, 'unavailable')])
  expect(await keptPaths()).toEqual([])
  s3.fail(false)
  const { headers } = await ask('HEAD', url)
  expect(headers.get('upload-offset')).toBe(String(bytes.length - 1))
  expect((await send(url, bytes.length - 1, bytes.subarray(-1))).status).toBe(204)
  expect(await storedHash(path)).toBe(sha256(bytes).toString('hex'))
})

test('a network that knows no PATCH sends POST, and names the method', async () => {
  const bytes = pdf()
  const path = ada.path('old-network.pdf')
  const url = locationOf(await begin(path, bytes.length))
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  expect((await ask('POST', url, headers, bytes)).status).toBe(404)
  expect((await ask('POST', url, { ...headers, 'x-http-method-override': 'PATCH' }, bytes)).status).toBe(204)
  expect(await storedHash(path)).toBe(sha256(bytes).toString('hex'))
})

test('an upload overwrites only on request', async () => {
  const path = ada.path('twice.pdf')
  await upload(path, pdf('one'))
  await expect(upload(path, pdf('two'), { retries: 0 })).rejects.toThrow('409')
  expect(await storedHash(path)).toBe(sha256(pdf('one')).toString('hex'))
  await upload(path, pdf('two'), { upsert: true })
  expect(await storedHash(path)).toBe(sha256(pdf('two')).toString('hex'))
})

describe('an upload is its maker’s', () => {
  test('and for nobody else there', async () => {
    const bello = await person(auth, BELLO)
    const url = locationOf(await begin(ada.path('mine.pdf'), 2000))
    const tried = [
      await ask('HEAD', url, {}, undefined, bello),
      await send(url, 0, pdf(), bello),
      await ask('DELETE', url, {}, undefined, bello),
    ]
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await send(url, 0, pdf())).status).toBe(204)
  })

  test('and asks on every request who it is', async () => {
    const url = locationOf(await begin(ada.path('mine.pdf'), 2000))
    const nobody = { ...ada, token: 'none' }
    const before = [await ask('HEAD', url, {}, undefined, nobody), await send(url, 0, pdf(), nobody)]
    expect(before.map(({ status }) => status)).toEqual([401, 401])
    await auth.server.core.db.execute(sql`delete from sessions`)
    const after = [await ask('HEAD', url), await send(url, 0, pdf()), await begin(ada.path('b.pdf'), 2000)]
    expect(after.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(await keptPaths()).toEqual([])
  })

  test('and can be cancelled, which deletes it', async () => {
    const url = locationOf(await begin(ada.path('ended.pdf'), 2000))
    expect((await ask('DELETE', url)).status).toBe(204)
    expect((await ask('HEAD', url)).status).toBe(404)
    expect((await send(url, 0, pdf())).status).toBe(404)
  })
})

describe('refused at the beginning', () => {
  test('is every place that is not one’s own, and every size that is none', async () => {
    const bello = await person(auth, BELLO)
    const answers = [
      await begin(bello.path('a.pdf'), 2000),
      await begin(`${ada.id}/../${bello.path('a.pdf')}`, 2000),
      await begin(`${ada.id}/1_a\u0000.pdf`, 2000),
      await begin(ada.path('a.pdf'), 2000, {}, 'avatars'),
      await begin(ada.path('a.pdf'), DOCUMENT_BYTES_MAX + 1),
      await begin(ada.path('a.pdf'), 0),
    ]
    expect(answers.map(({ status, text }) => [status, JSON.parse(text)])).toEqual([
      [404, refusal(404, 'not_found')],
      [400, refusal(400, 'invalid_key')],
      [400, refusal(400, 'invalid_key')],
      [404, refusal(404, 'not_found')],
      [413, refusal(413, 'payload_too_large')],
      [400, refusal(400, 'empty_file')],
    ])
    const undecided = await begin(ada.path('a.pdf'), 2000, { 'upload-defer-length': '1' })
    expect(undecided.status).toBe(501)
  })
})

describe('refused on the way', () => {
  test('are more bytes than were said, and bytes from elsewhere in the file', async () => {
    const url = locationOf(await begin(ada.path('a.pdf'), 1000))
    const { status, text } = await send(url, 0, pdf())
    expect([status, JSON.parse(text)]).toEqual([
      413,
      { ...refusal(413, 'payload_too_large'), message: 'This is more than was announced when the upload began.' },
    ])
    expect((await send(url, 500, pdf().subarray(500, 1000))).status).toBe(409)
    expect((await ask('HEAD', url)).headers.get('upload-offset')).toBe('0')
    expect(await keptPaths()).toEqual([])
  })

  test('is a program that is called .pdf, and with it the upload', async () => {
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000)])
    const url = locationOf(await begin(ada.path('harmless.pdf'), program.length))
    const { status, text } = await send(url, 0, program)
    expect([status, JSON.parse(text)]).toEqual([415, refusal(415, 'invalid_mime_type')])
    expect((await ask('HEAD', url)).status).toBe(404)
    expect(await keptPaths()).toEqual([])
  })
})

test('an unfinished upload can be continued for a day, then it is deleted', async () => {
  const { headers } = await begin(ada.path('late.pdf'), 2000)
  const url = locationOf({ headers })
  expect(new Date(headers.get('upload-expires') ?? 0).getTime() - auth.server.clock.now().getTime()).toBeGreaterThan(
    hours(23),
  )
  expect((await send(url, 0, pdf().subarray(0, 1000))).status).toBe(204)
  expect(s3.keys()).toHaveLength(1)
  auth.server.clock.advance(hours(25))
  const device = auth.device()
  const { data } = await device.signInWithPassword(ADA)
  const again = { ...ada, token: data.session?.access_token ?? '' }
  expect((await ask('HEAD', url, {}, undefined, again)).status).toBe(410)
  await auth.server.runJobs(/^documents\./)
  expect(s3.keys()).toEqual([])
  expect((await ask('HEAD', url, {}, undefined, again)).status).toBe(404)
})
