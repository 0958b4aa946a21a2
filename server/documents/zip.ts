/** Reads the list of files in a ZIP archive, as office programs do: from its end. */
import { open, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)

const END = Buffer.from('PK\u0005\u0006')
/** The end of an archive: 22 bytes and a comment. */
const END_BYTES_MAX = 22 + 65_535
const LIST_BYTES_MAX = 4 * 1024 * 1024
const ENTRY_SIGNATURE = 0x02014b50
const STORED = 0
const DEFLATED = 8

export interface ZipEntry {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly packedBytes: number
  readonly offset: number
}

/** The archive cannot be read, or not in only one way. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
}

/** @param use gets the entries, and a function that unpacks one of them up to a number of bytes */
export async function withZip<T>(
  file: string,
  use: (entries: readonly ZipEntry[], read: (entry: ZipEntry, bytesMax: number) => Promise<Buffer>) => Promise<T>,
): Promise<T> {
  const handle = await open(file)
  try {
    return await use(await readList(handle), (entry, bytesMax) => readEntry(handle, entry, bytesMax))
  } catch (cause) {
    // Numbers that point outside the file, and data that does not unpack.
    if (
      cause instanceof RangeError ||
      (cause instanceof Error && 'code' in cause && /^Z_|^ERR_/.test(String(cause.code)))
    )
      throw new ZipError('damaged', { cause })
    throw cause
  } finally {
    await handle.close()
  }
}

async function readAt(handle: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const piece = Buffer.alloc(bytes)
  const { bytesRead } = await handle.read(piece, 0, bytes, offset)
  if (bytesRead < bytes) throw new ZipError('truncated')
  return piece
}

async function readList(handle: FileHandle): Promise<ZipEntry[]> {
  const { size } = await handle.stat()
  const tail = await readAt(handle, Math.max(0, size - END_BYTES_MAX), Math.min(size, END_BYTES_MAX))
  const at = tail.lastIndexOf(END)
  if (at < 0) throw new ZipError('no end')
  const count = tail.readUInt16LE(at + 10)
  const listBytes = tail.readUInt32LE(at + 12)
  if (listBytes > LIST_BYTES_MAX) throw new ZipError('too many files')
  const list = await readAt(handle, tail.readUInt32LE(at + 16), listBytes)
  const entries: ZipEntry[] = []
  for (let from = 0; from < list.length;) {
    if (list.readUInt32LE(from) !== ENTRY_SIGNATURE) throw new ZipError('not an entry')
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => list.readUInt16LE(from + place))
    const nameEnd = from + 46 + (nameBytes ?? 0)
    entries.push({
      name: list.toString('utf8', from + 46, nameEnd),
      flags: list.readUInt16LE(from + 8),
      method: list.readUInt16LE(from + 10),
      packedBytes: list.readUInt32LE(from + 20),
      offset: list.readUInt32LE(from + 42),
    })
    from = nameEnd + (extraBytes ?? 0) + (commentBytes ?? 0)
  }
  if (entries.length !== count) throw new ZipError('a different number of files')
  return entries
}

async function readEntry(handle: FileHandle, entry: ZipEntry, bytesMax: number): Promise<Buffer> {
  if (entry.packedBytes > bytesMax) throw new ZipError('too large')
  const head = await readAt(handle, entry.offset, 30)
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const packed = await readAt(handle, start, entry.packedBytes)
  if (entry.method === STORED) return packed
  if (entry.method !== DEFLATED) throw new ZipError('packed in an unusual way')
  return Buffer.from(await inflate(packed, { maxOutputLength: bytesMax }))
}
