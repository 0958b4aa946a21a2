/** Reads the list of files in a ZIP archive, as office programs do: from its end. */

const END = [0x50, 0x4b, 5, 6]
/** The end of an archive: 22 bytes and a comment. */
const END_BYTES = 22
const END_BYTES_MAX = END_BYTES + 65_535
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

type Bytes = Uint8Array<ArrayBuffer>
/** Unpacks a deflated stream without a header. @returns null if it is damaged, or holds more than `bytesMax` */
export type InflateRaw = (bytes: Bytes, bytesMax: number) => Promise<Uint8Array | null>

/** The archive cannot be read, or not in only one way. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
}

/** @throws ZipError */
export function readZipList(file: Bytes): ZipEntry[] {
  const end = slice(file, findEnd(file), END_BYTES)
  const listBytes = end.getUint32(12, true)
  if (listBytes > LIST_BYTES_MAX) throw new ZipError('too many files')
  const start = end.getUint32(16, true)
  const list = slice(file, start, listBytes)
  const entries: ZipEntry[] = []
  for (let from = 0; from < listBytes;) {
    const head = slice(file, start + from, 46)
    if (head.getUint32(0, true) !== ENTRY_SIGNATURE) throw new ZipError('not an entry')
    const nameEnd = from + 46 + head.getUint16(28, true)
    if (nameEnd > listBytes) throw new ZipError('truncated')
    entries.push({
      name: new TextDecoder().decode(new Uint8Array(list.buffer, list.byteOffset + from + 46, nameEnd - from - 46)),
      flags: head.getUint16(8, true),
      method: head.getUint16(10, true),
      packedBytes: head.getUint32(20, true),
      offset: head.getUint32(42, true),
    })
    from = nameEnd + head.getUint16(30, true) + head.getUint16(32, true)
  }
  if (entries.length !== end.getUint16(10, true)) throw new ZipError('a different number of files')
  return entries
}

/** @throws ZipError also if it holds more than `bytesMax` */
export async function readZipEntry(
  file: Bytes,
  entry: ZipEntry,
  bytesMax: number,
  inflate: InflateRaw,
): Promise<Uint8Array> {
  if (entry.packedBytes > bytesMax) throw new ZipError('too large')
  const head = slice(file, entry.offset, 30)
  const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true)
  const { byteOffset, byteLength } = slice(file, start, entry.packedBytes)
  const packed = new Uint8Array(file.buffer, byteOffset, byteLength)
  if (entry.method === STORED) return packed
  if (entry.method !== DEFLATED) throw new ZipError('packed in an unusual way')
  const unpacked = await inflate(packed, bytesMax)
  if (unpacked === null) throw new ZipError('damaged or too large')
  return unpacked
}

/** Finds the last end: an archive may have others inside. */
function findEnd(file: Bytes): number {
  const first = Math.max(0, file.length - END_BYTES_MAX)
  for (let at = file.length - END_BYTES; at >= first; at -= 1)
    if (END.every((byte, place) => file[at + place] === byte)) return at
  throw new ZipError('no end')
}

function slice(file: Bytes, offset: number, bytes: number): DataView<ArrayBuffer> {
  if (offset + bytes > file.length) throw new ZipError('truncated')
  return new DataView(file.buffer, file.byteOffset + offset, bytes)
}
