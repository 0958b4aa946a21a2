/** Downloads of documents, with ranges and with headers that keep browsers from interpreting the content. */
import { DOCX, FILENAME_CHARACTERS_MAX, type DocumentType } from '../../../contract/aid/document-limits.ts'
import { documentPolicy } from '../../platform/http/security.ts'
import type { ByteRange } from '../../platform/storage/storage.ts'
import type { Documents } from './documents.ts'
import { StorageRefusal } from './refusals.ts'
import type { Document } from './schema.ts'
import { openBytes } from './stored-bytes.ts'

interface DownloadRequest {
  /** The header `Range`. */
  readonly range: string | undefined
  /** The name to save it under, if requested; empty for its own name. */
  readonly download: string | undefined
  /** HEAD: everything but the bytes. */
  readonly headOnly: boolean
}

/** @throws StorageRefusal `range`; Error when the bytes are missing */
export async function sendDocument(core: Documents, document: Document, asked: DownloadRequest): Promise<Response> {
  const { bytes, contentType } = document
  const range = readRange(asked.range, bytes)
  const headers = {
    'Content-Type': contentType,
    'Content-Length': String(range ? range.last - range.first + 1 : bytes),
    'Content-Disposition': contentDisposition(document, asked.download),
    'Content-Security-Policy': documentPolicy(contentType),
    'X-Content-Type-Options': 'nosniff',
    // Phones are shared, and the URL is valid only for minutes.
    'Cache-Control': 'private, no-store',
    // The URL works like a password.
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Accept-Ranges': 'bytes',
    ETag: `"${document.sha256.toString('base64url')}"`,
    ...(range && { 'Content-Range': `bytes ${range.first}-${range.last}/${bytes}` }),
  }
  const status = range ? 206 : 200
  if (asked.headOnly) return new Response(null, { status, headers })
  return new Response(await openBytes(core, document, range ?? undefined), { status, headers })
}

/** @returns null for the whole file: no range, several ranges, or a form we do not support */
function readRange(header: string | undefined, bytes: number): ByteRange | null {
  const { first, last } = /^bytes=(?<first>\d{0,15})-(?<last>\d{0,15})$/.exec(header ?? '')?.groups ?? {}
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  const range =
    first === ''
      ? { first: Math.max(0, bytes - Number(last)), last: bytes - 1 }
      : { first: Number(first), last: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
  if (range.first > range.last) throw new StorageRefusal('range')
  return range
}

const INLINE_TYPES = /^(image\/|application\/pdf$)/

/** RFC 6266: the name in the form of RFC 5987, and in ASCII for clients that do not support that. */
function contentDisposition({ contentType, filename }: Document, download: string | undefined): string {
  const kind = download === undefined && INLINE_TYPES.test(contentType) ? 'inline' : 'attachment'
  const name = safeName(download || filename, contentType)
  const plain = name.replaceAll(/[^\x20-\x7E]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** The first is added to a name that ends in none of them. */
const EXTENSIONS: Readonly<Record<DocumentType, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  [DOCX]: ['.docx'],
}

/** A name that ends as its content says: saved as `scan.hta`, a picture would start as a program. */
function safeName(name: string, contentType: DocumentType): string {
  const extensions = EXTENSIONS[contentType]
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '_').replace(/[. ]+$/, '')
  const named = extensions.find((extension) => plain.toLowerCase().endsWith(extension))
  const ending = named === undefined ? extensions[0] : plain.slice(-named.length)
  const stem = named === undefined ? plain : plain.slice(0, -named.length)
  return stem.slice(0, FILENAME_CHARACTERS_MAX - ending.length).toWellFormed() + ending
}
