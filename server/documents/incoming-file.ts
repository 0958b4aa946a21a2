/** A file on its way in: written to a folder as it comes, cut off where it is too large, and never held in memory. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { DOCUMENT_BYTES_MAX } from '../../contract/document-limits.ts'
import { seconds } from '../lib/clock.ts'
import { MultipartError, readBoundary, readFilePart } from '../lib/http/multipart.ts'
import { StorageRefusal } from './refusals.ts'

/** Longer than a bad line is silent; a sender that says nothing keeps no connection. */
export const IDLE_MILLISECONDS_MAX = seconds(30)
/** What a form has beside its file. */
const FORM_BYTES_MAX = 64 * 1024

export function incomingFolder(dataDir: string): string {
  return join(dataDir, 'uploads', 'incoming')
}

/** Where uploads that can be gone on with keep what came so far (resumable-store.ts). */
export function resumableFolder(dataDir: string): string {
  return join(dataDir, 'uploads', 'resumable')
}

interface Sent {
  readonly body: ReadableStream<Uint8Array> | null
  readonly contentType: string
  /** As the sender says; undefined when it does not. */
  readonly length: number | undefined
}

/**
 * Writes the body of a request into a file of its own, and takes that away again when `use` has ended.
 * @throws StorageRefusal `too_large`, as soon as it is; `invalid_body`, `timeout`
 */
export async function withReceivedFile<T>(dataDir: string, sent: Sent, use: (file: string) => Promise<T>): Promise<T> {
  const boundary = readBoundary(sent.contentType)
  const allowed = DOCUMENT_BYTES_MAX + (boundary === null ? 0 : FORM_BYTES_MAX)
  if (sent.length !== undefined && sent.length > allowed) throw new StorageRefusal('too_large')
  const folder = incomingFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, randomUUID())
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

async function write(handle: FileHandle, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0
  await consume(pieces, async (piece) => {
    bytes += piece.length
    if (bytes > DOCUMENT_BYTES_MAX) throw new StorageRefusal('too_large')
    await handle.writeFile(piece)
  })
}

/** Takes one piece after the other. When that fails, as on a full disk, the rest is still read: who is sending hears no answer before the end. */
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

async function* limitBytes(body: ReadableStream<Uint8Array> | null, bytesMax: number): AsyncGenerator<Uint8Array> {
  if (!body) return
  let bytes = 0
  for await (const piece of withIdleTimeout(body)) {
    bytes += piece.length
    if (bytes > bytesMax) throw new StorageRefusal('too_large')
    yield piece
  }
}

/** Passes a stream on, and gives up on one that says nothing for too long. */
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
