/** Uploads to a server process: their memory, and what a killed server leaves. */
import { StorageClient } from '@supabase/storage-js'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { RESUMABLE_PATH, STORAGE_PATH } from '../../contract/aid/document-limits.ts'
import { authClient } from '../support/auth-client.ts'
import { pdf } from '../support/documents.ts'
import { isNightly } from '../support/nightly.ts'
import { endProcesses, startServer, preparedFolder, type ServerProcess } from '../support/process.ts'

afterAll(endProcesses)

const MEGABYTE = 1024 * 1024
const ADA = { email: 'ada@mail.example', password: 'correct horse' }

async function signUp({ url }: ServerProcess) {
  const { data, error } = await authClient(fetch, url).signUp(ADA)
  if (!data.session) throw new Error(`signing up opens a session: ${error?.message}`)
  return { id: data.session.user.id, authorization: `Bearer ${data.session.access_token}` }
}

const bucketOf = ({ url }: ServerProcess, authorization: string) =>
  new StorageClient(`${url}${STORAGE_PATH}`, { authorization }).from('documents')

/** The resident memory, from the server's metrics. */
async function residentBytes({ url }: ServerProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^taimako_process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}

/** A photo with 12 megapixels and almost 10 MB, as from a good phone camera. */
async function largePhoto(): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const
  const size = { width: 4000, height: 3000, channels: 3, background: '#888' } as const
  const picture = sharp({ create: { ...size, noise } }).withMetadata({ orientation: 6 })
  return Buffer.from(await picture.jpeg({ quality: 97 }).toBuffer())
}

test.runIf(isNightly)('twenty uploads of 10 MB at once need less than 100 MB more memory than five', async () => {
  const server = await startServer({ RATE_LIMITS: 'off' })
  const { id, authorization } = await signUp(server)
  const photo = await largePhoto()
  expect(photo.length / MEGABYTE).toBeGreaterThan(7)
  expect(photo.length / MEGABYTE).toBeLessThan(10)
  const letter = pdf('large', 10 * MEGABYTE)
  const upload = async (number: number, bytes: Buffer<ArrayBuffer>) => {
    const { error } = await bucketOf(server, authorization).upload(`${id}/${number}_a`, new Blob([bytes]))
    return error
  }
  /** @returns the most memory meanwhile */
  const peakOf = async (work: () => Promise<unknown[]>) => {
    let most = 0
    let watching = true
    const watch = async () => {
      while (watching) {
        most = Math.max(most, await residentBytes(server))
        await pause(20)
      }
    }
    const watched = watch()
    const errors = await work()
    watching = false
    await watched
    expect(errors.filter((error) => error !== null)).toEqual([])
    return most
  }
  const files = Array.from({ length: 20 }, (_, number) => (number % 4 === 0 ? photo : letter))
  const atOnce = (from: number, chosen: typeof files) =>
    peakOf(() => Promise.all(chosen.map((file, number) => upload(from + number, file))))
  // Beside five: the engine collects garbage and the allocator returns memory when they like, whatever the number of uploads.
  const ofFive = await atOnce(100, files.slice(0, 5))
  const ofTwenty = await atOnce(200, files)
  expect((ofTwenty - ofFive) / MEGABYTE).toBeLessThan(100)
})

test('a killed process leaves no partial file, and an upload resumes', async () => {
  const variables = { DATA_DIR: await preparedFolder(), RATE_LIMITS: 'off' }
  const first = await startServer(variables)
  const { id, authorization } = await signUp(first)
  const bytes = pdf('long', MEGABYTE)
  const path = `${id}/1_letter.pdf`
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const headers = { authorization, 'tus-resumable': '1.0.0' }
  const begun = await fetch(`${first.url}${RESUMABLE_PATH}`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `bucketName ${encode('documents')},objectName ${encode(path)}`,
    },
  })
  const location = begun.headers.get('location') ?? ''
  const send = ({ url }: ServerProcess, offset: number, part: Buffer<ArrayBuffer>) =>
    fetch(`${url}${location}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: part,
    })
  expect((await send(first, 0, bytes.subarray(0, 600_000))).status).toBe(204)
  // One part only.
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>()
  const half = new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(bytes.subarray(0, 300_000))
      kill()
      await new Promise(() => {})
    },
  })
  const options = { method: 'POST', headers: { authorization }, body: half, duplex: 'half' }
  const cut = fetch(`${first.url}${STORAGE_PATH}/object/documents/${id}/2_half.pdf`, options).catch(() => null)
  await killed
  await first.kill()
  expect(await cut).toBeNull()

  const second = await startServer(variables)
  const head = await fetch(`${second.url}${location}`, { method: 'HEAD', headers })
  expect(head.headers.get('upload-offset')).toBe('600000')
  expect((await send(second, 600_000, bytes.subarray(600_000))).status).toBe(204)
  const listed = await fetch(`${second.url}/api/documents`, { headers: { authorization } })
  expect(await listed.json()).toMatchObject({ items: [{ path, bytes: bytes.length }] })
  const { data } = await bucketOf(second, authorization).createSignedUrl(path, 60)
  const read = await fetch(data?.signedUrl ?? '')
  expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true)
})
