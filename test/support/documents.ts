/** Files to upload, and people who upload them with the published client. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { StorageClient } from '@supabase/storage-js'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { DOCX } from '../../contract/aid/document-limits.ts'
import { incomingFolder } from '../../server/aid/documents/incoming-file.ts'
import type { AuthServer } from './auth-server.ts'

/** A PDF with this many bytes and a distinct text. */
export function pdf(text = 'a letter', bytes = 2000): Buffer<ArrayBuffer> {
  const head = Buffer.from(`%PDF-1.7\n% ${text}\n`)
  const tail = Buffer.from('\n%%EOF\n')
  return Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - head.length - tail.length), 'x'), tail])
}

/** A photo as phones save it: rotated by EXIF data, and with a location. */
export async function photo(type: 'jpeg' | 'png' | 'webp' = 'jpeg', width = 300): Promise<Buffer<ArrayBuffer>> {
  const picture = sharp({ create: { width, height: Math.ceil(width / 2), channels: 3, background: '#2a7' } })
    .withExif({ IFD0: { Make: 'Secret Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '9/1 4/1 0/1' } })
    .withMetadata({ orientation: 6 })
  return Buffer.from(await picture.toFormat(type).toBuffer())
}

/** A Word document. */
export function docx(
  text = 'a letter',
  packing: Packing = {},
  more: Readonly<Record<string, string>> = {},
): Buffer<ArrayBuffer> {
  const main = `${DOCX}.main+xml`
  const files = {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': '<Relationships/>',
    'word/document.xml': `<w:document>${text}</w:document>`,
    ...more,
  }
  return zip(files, packing)
}

interface Packing {
  /** Whether its files are compressed. */
  readonly deflated?: boolean
}

export function zip(files: Readonly<Record<string, string>>, { deflated = false }: Packing = {}): Buffer<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)]
    const body = deflated ? deflateRawSync(content) : content
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(deflated ? 8 : 0, 4)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(body.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const part = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, path, body])
    const offset = Buffer.alloc(14)
    offset.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, offset, path]))
    parts.push(part)
    at += part.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\u0005\u0006'), end])
}

/** A data folder that is removed after the file's tests. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taimako-documents-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Waits until so much of a part has come to the process of this folder, whose documents are in S3. */
export async function arrival(folder: string, bytes: number): Promise<void> {
  const incoming = incomingFolder(folder)
  const sizeOf = (name: string) => statSync(join(incoming, name), { throwIfNoEntry: false })?.size ?? 0
  while (!existsSync(incoming) || readdirSync(incoming).every((name) => sizeOf(name) < bytes)) await pause(1)
}

export interface Person {
  readonly id: string
  readonly token: string
  /** The bucket in the published client. */
  readonly bucket: ReturnType<StorageClient['from']>
  /** `{user_id}/{timestamp}_{filename}`. */
  path(filename: string): string
  /** Calls the storage without the client. @returns also the JSON of the response */
  call(method: string, path: string, init?: RequestInit): Promise<{ response: Response; body: unknown }>
}

let timestamp = 1_763_690_000_000

/** Creates an account and a signed-in client. */
export async function person(auth: AuthServer, who?: { email: string; password: string }): Promise<Person> {
  const device = await auth.signedUp(who)
  const { data } = await device.getSession()
  if (!data.session) throw new Error('signing up opens a session')
  const { access_token: token, user } = data.session
  const { app } = auth.server
  const request: typeof fetch = async (input, init) => app.request(input instanceof URL ? input.href : input, init)
  const authorization = `Bearer ${token}`
  return {
    id: user.id,
    token,
    bucket: new StorageClient('http://in-process/storage/v1', { authorization }, request).from('documents'),
    path: (filename) => `${user.id}/${(timestamp += 1)}_${filename}`,
    async call(method, path, init = {}) {
      const headers = { authorization, ...Object.fromEntries(new Headers(init.headers)) }
      // A stream as body needs `duplex`, which the types do not include.
      const options = { method, ...init, headers, duplex: 'half' }
      const response = await app.request(`/storage/v1${path}`, options)
      const json = /json/.test(response.headers.get('content-type') ?? '')
      const body: unknown = json ? await response.json() : undefined
      return { response, body }
    },
  }
}
