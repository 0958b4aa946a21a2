/** Receives a file: streams it to a folder, aborts when it is too large, and never holds it in memory. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { DOCUMENT_BYTES_MAX } from '../../../contract/aid/document-limits.ts'
import { seconds } from '../../platform/clock.ts'
import { MultipartError, readBoundary, readFilePart } from '../../platform/http/multipart.ts'
import { StorageRefusal } from './refusals.ts'

/** Longer than a bad connection pauses. An idle sender loses its connection. */
export const IDLE_MILLISECONDS_MAX = seconds(30)
/** The size of a form besides its file. */
const FORM_BYTES_MAX = 64 * 1024

export function incomingFolder(dataDir: string): string {
  return join(dataDir, 'uploads', 'incoming')
}

/** The bytes of unfinished resumable uploads where documents are not in S3. */
export function resumableFolder(dataDir: string): string {
  return join(dataDir, 'uploads', 'resumable')
}

interface IncomingBody {
  readonly body: AsyncIterable<Uint8Array> | null
  readonly contentType: string
  /** The Content-Length; undefined without one. */
  readonly length: number | undefined
}

/**
 * Writes a request body to a temporary file, and deletes it after `use`.
 * @throws StorageRefusal `too_large` as soon as the limit is passed; `invalid_body`, `timeout`
 */
export async function withReceivedFile<T>(
  dataDir: string,
  sent: IncomingBody,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const boundary = readBoundary(sent.contentType)
  const allowed = DOCUMENT_BYTES_MAX + (boundary === null ? 0 : FORM_BYTES_MAX)
  if (sent.length !== undefined && sent.length > allowed) throw new StorageRefusal('too_large')
  const file = await newIncomingFile(dataDir)
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      const body = limitBytes(sent.body, allowed)
      await write(handle, boundary === null ? body : readFilePart(body, boundary))
    } finally {
      await handle.close()
    }
    return await use(file)
  } catch (error) {
    if (error instanceof MultipartError) throw new StorageRefusal('invalid_body', { cause: error })
    throw error
  } finally {
    await rm(file, { force: true })
  }
}

/** @returns the place for a file that its process deletes, and the sweep after a day if the process ended */
export async function newIncomingFile(dataDir: string): Promise<string> {
  const folder = incomingFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, randomUUID())
}

async function write(handle: FileHandle, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0
  await consume(pieces, async (piece) => {
    bytes += piece.length
    if (bytes > DOCUMENT_BYTES_MAX) throw new StorageRefusal('too_large')
    await handle.writeFile(piece)
  })
}

/** Consumes piece after piece. After a failure, such as a full disk, the rest is still read, because clients read no answer before they have sent everything. */
export async function consume<Piece>(
  pieces: AsyncIterable<Piece>,
  take: (piece: Piece) => Promise<void>,
): Promise<void> {
  let failed: { error: unknown } | null = null
  for await (const piece of pieces) {
    if (failed === null)
      failed = await take(piece).then(
        () => null,
        (error: unknown) => ({ error }),
      )
  }
  if (failed !== null) throw failed.error
}

async function* limitBytes(body: AsyncIterable<Uint8Array> | null, bytesMax: number): AsyncGenerator<Uint8Array> {
  if (!body) return
  let bytes = 0
  for await (const piece of withIdleTimeout(body)) {
    bytes += piece.length
    if (bytes > bytesMax) throw new StorageRefusal('too_large')
    yield piece
  }
}

/** Passes a stream on and aborts it when nothing arrives for too long. */
export async function* withIdleTimeout(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]()
  for (;;) {
    const { promise: silence, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new StorageRefusal('timeout')), IDLE_MILLISECONDS_MAX)
    const arriving = source.next()
    try {
      const { done, value } = await Promise.race([arriving, silence])
      if (done) return
      yield value
    } finally {
      clearTimeout(timer)
      arriving.catch(() => {})
    }
  }
}
