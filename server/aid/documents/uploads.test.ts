import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { DOCUMENT_BYTES_MAX, DOCX } from '../../../contract/aid/document-limits.ts'
import { BELLO, useAuthServer } from '../../../test/support/auth-server.ts'
import { startClamd } from '../../../test/support/clamd.ts'
import { dataFolder, docx, pdf, person, photo, zip, type Person } from '../../../test/support/documents.ts'
import { rows } from '../../platform/db/db.ts'
import { EICAR } from '../../platform/virus-scanner.ts'

const folder = dataFolder()
const auth = useAuthServer({ DATA_DIR: folder })
let ada: Person
beforeEach(async () => {
  ada = await person(auth)
})

const upload = async (who: Person, path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  who.call('POST', `/object/documents/${path}`, { body, headers })
const readKept = () =>
  rows(
    auth.server.core.db,
    sql`select path, content_type, bytes::int, scan from documents order by path`,
    z.object({ path: z.string(), content_type: z.string(), bytes: z.number(), scan: z.string() }),
  )
const incoming = () => {
  try {
    return readdirSync(join(folder, 'uploads/incoming'))
  } catch {
    return []
  }
}
const refusal = (status: number, error: string) => [
  status,
  { statusCode: String(status), error, message: expect.any(String) },
]
const expectRefused = async (asked: ReturnType<Person['call']>, status: number, error: string) => {
  const { response, body } = await asked
  expect([response.status, body]).toEqual(refusal(status, error))
  expect(await readKept()).toEqual([])
  expect(incoming()).toEqual([])
}

describe('a place', () => {
  const BAD_NAMES = {
    'a way out': '../1_a.pdf',
    'a way out, encoded': '%2e%2e%2f1_a.pdf',
    'a slash within the name': '1_a%2Fb.pdf',
    'a backslash': '1_..%5C..%5Ca.pdf',
    'a NUL': '1_a%00.pdf',
    'a line break': '1_a%0A.pdf',
    'text turned around': '1_a%E2%80%AEfdp.exe',
    'an empty part': '/1_a.pdf',
    'one part too many': 'b/1_a.pdf',
    'no timestamp': 'a.pdf',
    'no name': '1_',
    'only blanks': '1_%20%20',
    'a broken encoding': '1_%zz.pdf',
    'bytes that are no text': '1_%ff.pdf',
    'a name of 201 characters': `1_${'a'.repeat(201)}`,
  }

  test('that is none is refused, whatever is wrong with it', async () => {
    for (const [what, name] of Object.entries(BAD_NAMES)) {
      const { response, body } = await upload(ada, `${ada.id}/${name}`, pdf())
      expect([what, response.status, body]).toEqual([what, ...refusal(400, 'invalid_key')])
    }
    expect(await readKept()).toEqual([])
  })

  test('in the folder of another person is not there', async () => {
    const bello = await person(auth, BELLO)
    const path = bello.path('private.pdf')
    await upload(bello, path, pdf())
    const tried = [
      upload(ada, bello.path('mine.pdf'), pdf()),
      upload(ada, path, pdf('another'), { 'x-upsert': 'true' }),
      ada.call('PUT', `/object/documents/${path}`, { body: pdf('another') }),
      ada.call('DELETE', `/object/documents/${path}`),
      ada.call('POST', `/object/sign/documents/${path}`, { body: '{"expiresIn":60}' }),
      upload(ada, `${ada.id}/%2e%2e/${path}`, pdf('another')),
    ]
    for (const { response, body } of await Promise.all(tried))
      expect([response.status, body]).toEqual(refusal(404, 'not_found'))
    expect(await ada.bucket.remove([path])).toEqual({ data: [], error: null })
    expect((await ada.bucket.createSignedUrls([path], 60)).data).toMatchObject([{ path, signedUrl: null }])
    expect(await readKept()).toMatchObject([{ path }])
  })

  test('may have any letters, in whichever of their forms', async () => {
    const name = 'ọmọ́ – 学校 😀 (1).pdf'
    const path = ada.path(name)
    const { error } = await ada.bucket.upload(path.normalize('NFD'), pdf(), { contentType: 'application/pdf' })
    expect(error).toBeNull()
    const { data } = await ada.bucket.createSignedUrl(path, 60)
    const response = await auth.server.app.request(data?.signedUrl ?? '')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toContain(
      encodeURIComponent(name.normalize('NFC')).slice(0, 30),
    )
  })

  test('in another bucket is not there', async () => {
    await expectRefused(ada.call('POST', `/object/avatars/${ada.path('a.pdf')}`, { body: pdf() }), 404, 'not_found')
    await expectRefused(ada.call('POST', '/object/documents', { body: pdf() }), 404, 'not_found')
  })
})

describe('content', () => {
  test.each([
    ['application/pdf', async () => pdf()],
    ['image/jpeg', () => photo('jpeg')],
    ['image/png', () => photo('png')],
    ['image/webp', () => photo('webp')],
    [DOCX, async () => docx()],
  ])('that is %s is taken, whatever it is called', async (type, make) => {
    const { response } = await upload(ada, ada.path('invoice.exe'), await make(), { 'content-type': 'text/html' })
    expect(response.status).toBe(200)
    expect(await readKept()).toMatchObject([{ content_type: type, scan: 'unscanned' }])
  })

  test.each(['\r\n', '\n', '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n', ' '.repeat(1000)])(
    'that is a PDF after %j is taken, as the page takes it',
    async (before) => {
      const bytes = new Uint8Array(Buffer.concat([Buffer.from(before), Buffer.from(pdf())]))
      const { response } = await upload(ada, ada.path('bill.pdf'), bytes)
      expect(response.status).toBe(200)
      expect(await readKept()).toMatchObject([{ content_type: 'application/pdf' }])
    },
  )

  const OTHER_FILES = {
    'a page with a PDF in it': Buffer.from('<!doctype html><script>alert(1)</script>\n%PDF-1.7\n'),
    'a PDF that begins too late': Buffer.from(`${' '.repeat(1024)}%PDF-1.7\n`),
    'a program of Windows': Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(2000)]),
    'a program of Linux': Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(2000)]),
    'a script': Buffer.from('#!/bin/sh\nrm -rf /\n'),
    'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a drawing with scripts': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'an archive': zip({ 'a.txt': 'text' }),
    'a spreadsheet': zip({ '[Content_Types].xml': '<Types ContentType="x.sheet.main+xml"/>', 'xl/a.xml': '' }),
  }

  test('of another type named .pdf is refused', async () => {
    for (const [what, bytes] of Object.entries(OTHER_FILES)) {
      const headers = { 'content-type': 'application/pdf' }
      const { response, body } = await upload(ada, ada.path('harmless.pdf'), new Uint8Array(bytes), headers)
      expect([what, response.status, body]).toEqual([what, ...refusal(415, 'invalid_mime_type')])
    }
    expect([await readKept(), incoming()]).toEqual([[], []])
  })

  test('that is empty is refused, also in a form', async () => {
    await expectRefused(upload(ada, ada.path('a.pdf'), new Uint8Array()), 400, 'empty_file')
    const form = new FormData()
    form.append('', new Blob([]))
    await expectRefused(upload(ada, ada.path('a.pdf'), form), 400, 'empty_file')
  })

  test('in a form without a file, or a form that ends too early, is refused', async () => {
    const form = new FormData()
    form.append('cacheControl', '3600')
    await expectRefused(upload(ada, ada.path('a.pdf'), form), 400, 'invalid_request')
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const cut = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\n'),
      pdf(),
    ])
    await expectRefused(upload(ada, ada.path('a.pdf'), cut, headers), 400, 'invalid_request')
  })

  test('in a form is stored byte for byte', async () => {
    // Pieces of what parts one field from the next.
    const bytes = Buffer.concat([pdf(), Buffer.from('\r\n--\r\n--x-\r\n'), pdf('again'), Buffer.from('\r\n')])
    const path = ada.path('form.pdf')
    expect((await ada.bucket.upload(path, new Blob([bytes]))).error).toBeNull()
    const { data } = await ada.bucket.createSignedUrl(path, 60)
    const response = await auth.server.app.request(data?.signedUrl ?? '')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  })
})

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('as %s keeps what one sees, and nothing else', async (type) => {
    const before = await photo(type)
    expect(before.includes('Secret Phone')).toBe(true)
    const path = ada.path(`photo.${type}`)
    expect((await ada.bucket.upload(path, before)).error).toBeNull()
    const { data } = await ada.bucket.createSignedUrl(path, 60)
    const after = Buffer.from(await (await auth.server.app.request(data?.signedUrl ?? '')).arrayBuffer())
    expect(after.includes('Secret Phone')).toBe(false)
    const { exif, orientation, width, height, format } = await sharp(after).metadata()
    expect({ exif, orientation, width, height, format }).toEqual({ width: 150, height: 300, format: type })
  })

  test('that is cut off in the middle is refused', async () => {
    const whole = await photo('jpeg', 600)
    await expectRefused(upload(ada, ada.path('a.jpg'), whole.subarray(0, whole.length / 2)), 415, 'invalid_picture')
  })

  test('with too many pixels is refused without decoding it', async () => {
    const bomb = await photo('png')
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    await expectRefused(upload(ada, ada.path('bomb.png'), bomb), 415, 'invalid_picture')
  })
})

describe('a size', () => {
  const realUpload = (path: string, body: BodyInit) => {
    const options = { method: 'POST', headers: { authorization: `Bearer ${ada.token}` }, body, duplex: 'half' }
    return fetch(`${auth.server.core.env.publicUrl}/storage/v1/object/documents/${path}`, options)
  }

  test('of 10 MB is accepted, also in a form', async () => {
    const whole = pdf('large', DOCUMENT_BYTES_MAX)
    expect((await realUpload(ada.path('a.pdf'), whole)).status).toBe(200)
    expect((await ada.bucket.upload(ada.path('b.pdf'), new Blob([whole]))).error).toBeNull()
    expect((await readKept()).map(({ bytes }) => bytes)).toEqual([DOCUMENT_BYTES_MAX, DOCUMENT_BYTES_MAX])
  })

  test.each([
    ['a byte more', DOCUMENT_BYTES_MAX + 1],
    ['11 MB', 11 * 1024 * 1024],
  ])('of %s is refused, in a form as well, and without a length', async (_what, bytes) => {
    const large = pdf('large', bytes)
    const form = new FormData()
    form.append('', new Blob([large]))
    const bodies = [large, form, new Blob([large]).stream()]
    for (const body of bodies) {
      const response = await realUpload(ada.path('a.pdf'), body)
      expect([response.status, await response.json()]).toEqual(refusal(413, 'payload_too_large'))
    }
    expect([await readKept(), incoming()]).toEqual([[], []])
  })

  test('without end is cut off early', async () => {
    let sent = 0
    const piece = pdf('endless', 1024 * 1024)
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += piece.length
        controller.enqueue(piece)
      },
    })
    await expectRefused(upload(ada, ada.path('a.pdf'), endless), 413, 'payload_too_large')
    expect(sent).toBeLessThan(DOCUMENT_BYTES_MAX + 4 * piece.length)
  })

  test('that arrives incompletely leaves nothing behind', async () => {
    const { port } = new URL(auth.server.core.env.publicUrl)
    const socket = connect(Number(port), '127.0.0.1')
    const path = ada.path('cut.pdf')
    socket.write(
      `POST /storage/v1/object/documents/${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${ada.token}\r\ncontent-length: 5000\r\n\r\n`,
    )
    socket.write(pdf())
    await vi.waitFor(() => expect(incoming()).toHaveLength(1), { timeout: 5000 })
    socket.destroy()
    await vi.waitFor(() => expect(incoming()).toEqual([]), { timeout: 5000 })
    expect(await readKept()).toEqual([])
  })

  test('of all files together is limited', async () => {
    const { db } = auth.server.core
    await db.execute(
      sql`insert into stored_files (key, created_at) select 'k' || n, now() from generate_series(1, 200) as n`,
    )
    await db.execute(
      sql`insert into documents (id, user_id, path, version, filename, content_type, bytes, sha256, storage_key, scan, created_at)
          select gen_random_uuid(), ${ada.id}, ${ada.id} || '/' || n || '_a.pdf', 1, 'a.pdf', 'application/pdf', 1,
                 decode(repeat('00', 32), 'hex'), 'k' || n, 'clean', now() from generate_series(1, 200) as n`,
    )
    const { response, body } = await upload(ada, ada.path('one-more.pdf'), pdf())
    expect([response.status, body]).toEqual(refusal(409, 'too_many_files'))
    expect((await upload(ada, `${ada.id}/1_a.pdf`, pdf(), { 'x-upsert': 'true' })).response.status).toBe(200)
  })
})

describe('a virus scanner', async () => {
  const clamd = await startClamd()
  afterAll(() => clamd.close())
  const guarded = useAuthServer({ DATA_DIR: folder, CLAMAV_HOST: clamd.address })

  test('scans every file: clean files are marked, infected and unscannable ones are refused', async () => {
    const bello = await person(guarded, BELLO)
    const infected = await upload(bello, bello.path('a.pdf'), pdf(EICAR))
    expect([infected.response.status, infected.body]).toEqual(refusal(422, 'infected_file'))
    expect((await upload(bello, bello.path('b.pdf'), pdf('clean', 300_000))).response.status).toBe(200)
    expect(clamd.scanned()).toBe(2)
    clamd.fail()
    expect((await upload(bello, bello.path('c.pdf'), pdf())).response.status).toBe(503)
    await clamd.close()
    const unreachable = await upload(bello, bello.path('c.pdf'), pdf())
    expect([unreachable.response.status, unreachable.body]).toEqual(refusal(503, 'unavailable'))
    expect(unreachable.response.headers.get('retry-after')).toBe('30')
    const kept = await rows(guarded.server.core.db, sql`select scan from documents`, z.object({ scan: z.string() }))
    expect(kept).toEqual([{ scan: 'clean' }])
  })
})
