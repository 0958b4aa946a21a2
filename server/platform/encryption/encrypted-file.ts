/**
 * Files in chunks of 64 KB, each encrypted and authenticated, so that neither writing nor reading a range needs the whole file in memory.
 *
 * The file starts with a version byte and a random salt, from which the file's own key is derived. A chunk's nonce is its number and
 * whether it is the last, so chunks can be neither reordered nor cut off; the context binds all of them to their owner and place.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { invariant } from '../errors.ts'
import type { ByteRange } from '../storage/storage.ts'
import { contextBytes, type Context } from './sealed-bytes.ts'

const VERSION = 1
const SALT_BYTES = 32
const HEADER_BYTES = 1 + SALT_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES

/** A stored file is missing, was changed or cut off, or is another one. */
export class DamagedFile extends Error {}

const chunksOf = (bytes: number) => Math.max(1, Math.ceil(bytes / CHUNK_BYTES))

function fileKey(dataKey: KeyObject, salt: Uint8Array, context: Context): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', dataKey, salt, Buffer.concat([Buffer.from('file '), contextBytes(context)]), 32),
  )
}

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(chunk, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Encrypts the file `from` into the new file `to`, readable by its owner only.
 * @returns the length of the new file in bytes
 */
export async function encryptFile(dataKey: KeyObject, context: Context, from: string, to: string): Promise<number> {
  const { size } = await stat(from)
  const salt = randomBytes(SALT_BYTES)
  const key = fileKey(dataKey, salt, context)
  const aad = contextBytes(context)
  const source = await open(from)
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      await target.writeFile(Buffer.concat([Buffer.of(VERSION), salt]))
      const plain = Buffer.alloc(CHUNK_BYTES)
      for (let chunk = 0; chunk < chunksOf(size); chunk += 1) {
        const start = chunk * CHUNK_BYTES
        const length = Math.min(CHUNK_BYTES, size - start)
        const { bytesRead } = await source.read(plain, 0, length, start)
        invariant(bytesRead === length, 'a file does not change while it is encrypted')
        const cipher = createCipheriv('aes-256-gcm', key, nonceOf(chunk, chunk === chunksOf(size) - 1)).setAAD(aad)
        const body = Buffer.concat([cipher.update(plain.subarray(0, length)), cipher.final()])
        await target.writeFile(Buffer.concat([cipher.getAuthTag(), body]))
      }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
  return HEADER_BYTES + size + chunksOf(size) * TAG_BYTES
}

export interface EncryptedFile {
  readonly dataKey: KeyObject
  readonly context: Context
  /** The file's length before encryption. */
  readonly bytes: number
  /** Reads a range of the encrypted bytes; null if there is no file. */
  open(range: ByteRange): Promise<ReadableStream<Uint8Array> | null>
}

/**
 * Decrypts a range of a file. The first chunk is decrypted before this returns.
 * @returns null if there is no file
 * @throws DamagedFile when it is not this file, was changed or cut off, or the key is another; later chunks fail in the stream
 */
export async function openEncryptedFile(
  file: EncryptedFile,
  range: ByteRange,
): Promise<ReadableStream<Uint8Array> | null> {
  const last = Math.floor(range.last / CHUNK_BYTES)
  const first = Math.floor(range.first / CHUNK_BYTES)
  const header = await file.open({ first: 0, last: HEADER_BYTES - 1 })
  const end = Math.min(HEADER_BYTES + (last + 1) * SEALED_CHUNK_BYTES, sealedLength(file.bytes))
  const sealed = header && (await file.open({ first: HEADER_BYTES + first * SEALED_CHUNK_BYTES, last: end - 1 }))
  if (!header || !sealed) return null
  const { value: head } = await pieces(header, HEADER_BYTES).next()
  if (head?.length !== HEADER_BYTES || head[0] !== VERSION)
    throw new DamagedFile('an encrypted file has no known version')
  const key = fileKey(file.dataKey, head.subarray(1), file.context)
  const chunks = decryptChunks(file, key, sealed, first)
  return trim(chunks, await chunks.next(), range.first - first * CHUNK_BYTES, range.last - range.first + 1)
}

const sealedLength = (bytes: number) => HEADER_BYTES + bytes + chunksOf(bytes) * TAG_BYTES

async function* decryptChunks(
  { bytes, context }: EncryptedFile,
  key: Uint8Array,
  sealed: ReadableStream<Uint8Array>,
  first: number,
): AsyncGenerator<Buffer> {
  const aad = contextBytes(context)
  let chunk = first
  for await (const piece of pieces(sealed, SEALED_CHUNK_BYTES)) {
    const nonce = nonceOf(chunk, chunk === chunksOf(bytes) - 1)
    yield decryptChunk(piece, key, nonce, aad)
    chunk += 1
  }
}

function decryptChunk(piece: Buffer, key: Uint8Array, nonce: Buffer, aad: Uint8Array): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(aad).setAuthTag(piece.subarray(0, TAG_BYTES))
    return Buffer.concat([decipher.update(piece.subarray(TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new DamagedFile('an encrypted file was changed', { cause })
  }
}

/** Regroups a stream into pieces of the same length; the last may be shorter. */
async function* pieces(stream: ReadableStream<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0)
  for await (const arrived of stream) {
    held = Buffer.concat([held, arrived])
    for (; held.length >= length; held = held.subarray(length)) yield held.subarray(0, length)
  }
  if (held.length > 0) yield held
}

/** Passes on `length` bytes after the first `skip`. Fewer are an error, so that a download is never silently short. */
function trim(
  chunks: AsyncGenerator<Buffer>,
  begun: IteratorResult<Buffer, unknown>,
  skip: number,
  length: number,
): ReadableStream<Uint8Array> {
  let next: Promise<IteratorResult<Buffer, unknown>> | undefined = Promise.resolve(begun)
  let from = skip
  let left = length
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await (next ?? chunks.next())
        next = undefined
        if (done) return controller.error(new DamagedFile('an encrypted file is cut off'))
        const piece = value.subarray(from, from + left)
        from = 0
        left -= piece.length
        controller.enqueue(new Uint8Array(piece))
        if (left === 0) {
          controller.close()
          await chunks.return(undefined)
        }
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
