/**
 * The file in a form (`multipart/form-data`, RFC 7578), streamed with busboy: Hono and the web's own `formData()` keep all of it in
 * memory. Fields beside the file are skipped.
 */
import type { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'

/** The form is malformed, has no file, or ends too early. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
}

const LIMITS = { files: 1, fields: 100, parts: 100, headerPairs: 20, headerSize: 8 * 1024 }

/** @returns null for a content type that is not a form */
export function readBoundary(contentType: string): string | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null
  const found = /;\s*boundary=(?:"(?<quoted>[^"]{1,70})"|(?<plain>[^\s;]{1,70}))/i.exec(contentType)?.groups
  return found?.['quoted'] ?? found?.['plain'] ?? null
}

/**
 * Streams the bytes of the first file, and reads the form to its end.
 * @throws MultipartError; errors of `body` are passed on
 */
export async function* readFilePart(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Uint8Array> {
  const form = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: LIMITS,
    isPartAFile: (_field, _type, filename) => filename !== undefined,
  })
  const { promise: found, resolve, reject } = Promise.withResolvers<Readable>()
  let file: Readable | undefined
  form.once('file', (_field, stream) => {
    file = stream
    // Without a listener, a form that ends within its file would end the process.
    stream.on('error', () => {})
    resolve(stream)
  })
  const fed = feed(form, body)
  fed.then(
    () => reject(new MultipartError('the form has no file')),
    (error: unknown) => {
      const reason = error instanceof Error ? error : new MultipartError('the form could not be read')
      reject(reason)
      file?.destroy(reason)
    },
  )
  found.catch(() => {})
  try {
    for await (const piece of await found) yield bytesOf(piece)
  } catch (error) {
    // The file only learns that something failed: what it was is known here.
    await fed
    throw error
  } finally {
    file?.resume()
  }
  await fed
}

/** A file, with the place of its field: that of the second is 2, also where nothing was chosen in the first. */
export interface PostedFile {
  readonly place: number
  readonly bytes: Buffer
}

/** A form that is small enough for the memory. */
export interface SmallForm {
  readonly fields: ReadonlyMap<string, string>
  /** In the order of the form, without those of fields in which nothing was chosen. */
  readonly files: readonly PostedFile[]
  /** More bytes of files than allowed. Then there are none, and the fields are there all the same. */
  readonly isTooLarge: boolean
}

const FIELD_BYTES_MAX = 4096

interface SmallLimits {
  readonly files: number
  /** Bytes of all files together. */
  readonly bytesMax: number
}

/**
 * Reads a form into memory, to its end, or to the fault that comes after too many bytes of files.
 * @throws MultipartError; errors of `body` are passed on
 */
export async function readSmallForm(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  limits: SmallLimits,
): Promise<SmallForm> {
  const { form, read } = collect(boundary, limits)
  await feed(form, body).catch((error: unknown) => {
    // Returns the typed texts of a form that is too large, for its refusal to show them.
    if (!read().isTooLarge) throw error
  })
  return read()
}

/** Reads the fields in the first bytes of a form that is refused unread, to show what was typed. Its files are dropped. */
export async function readBeginning(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  limits: { readonly bytesMax: number },
): Promise<SmallForm> {
  const { form, read } = collect(boundary, { files: 1, bytesMax: 0 })
  // Nearly every form ends too early here.
  await feed(form, cut(body, limits.bytesMax)).catch(() => {})
  return read()
}

async function* cut(body: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of body) {
    yield piece
    bytes += piece.length
    if (bytes >= bytesMax) return
  }
}

/** @returns a reader of forms, and what it has read so far */
function collect(boundary: string, { files: filesMax, bytesMax }: SmallLimits) {
  const form = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: { ...LIMITS, files: filesMax, fieldSize: FIELD_BYTES_MAX },
    isPartAFile: (_field, _type, filename) => filename !== undefined,
  })
  const fields = new Map<string, string>()
  const files: { place: number; pieces: Buffer[] }[] = []
  let [bytes, place] = [0, 0]
  form.on('field', (name, value) => fields.set(name, value))
  form.on('file', (_field, stream, name) => {
    const pieces: Buffer[] = []
    place += 1
    if (name !== '') files.push({ place, pieces })
    // Without a listener, a form that ends within its file would end the process.
    stream.on('error', () => {})
    stream.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes <= bytesMax) pieces.push(piece)
    })
  })
  const read = (): SmallForm => {
    const isTooLarge = bytes > bytesMax
    const kept = isTooLarge ? [] : files.map((file) => ({ place: file.place, bytes: Buffer.concat(file.pieces) }))
    return { fields, files: kept, isTooLarge }
  }
  return { form, read }
}

/** Writes the body into the form, as fast as the file is read. */
async function feed(form: InstanceType<typeof Busboy>, body: AsyncIterable<Uint8Array>): Promise<void> {
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>()
  form.once('finish', resolve)
  form.on('error', (cause) => reject(new MultipartError('the form is malformed', { cause })))
  finished.catch(() => {})
  for await (const piece of body) {
    await Promise.race([finished, new Promise<void>((taken) => form.write(Buffer.from(piece), () => taken()))])
  }
  form.end()
  await finished
}

function bytesOf(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece
  throw new MultipartError('a file is read as bytes')
}
