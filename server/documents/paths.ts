/**
 * Where documents are: `{user_id}/{timestamp}_{filename}` within the bucket, and the addresses made of that. The address is
 * what an application keeps; it opens nothing by itself.
 */
import { z } from 'zod'
import { DOCUMENTS_BUCKET, FILENAME_CHARACTERS_MAX, STORAGE_PATH } from '../../contract/document-limits.ts'
import type { Env } from '../env.ts'

export interface DocumentPath {
  /** The whole of it, in Unicode's form C. */
  readonly path: string
  readonly userId: string
  readonly filename: string
}

const NAME = /^\d{1,17}_(?<filename>.+)$/u
/**
 * Control characters, those that turn the direction of text around, separators of folders, and what an address takes for
 * something else: the protocol's client puts names into addresses as they are.
 */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const REFUSED = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069/\\?#%]/u

/** Reads a path as a person or a client writes it; null for what is none. */
export function parsePath(text: string): DocumentPath | null {
  const path = text.normalize('NFC')
  const [userId = '', name = '', ...more] = path.split('/')
  const filename = NAME.exec(name)?.groups?.['filename'] ?? ''
  if (more.length > 0 || !path.isWellFormed() || !z.uuid().safeParse(userId).success) return null
  if (REFUSED.test(name) || filename.trim() === '' || filename.length > FILENAME_CHARACTERS_MAX) return null
  return { path: `${userId.toLowerCase()}/${name}`, userId: userId.toLowerCase(), filename }
}

/** Reads the part of a request's address that stands for a path: each piece is decoded by itself, so that `%2F` parts nothing. */
export function parseEncodedPath(encoded: string): DocumentPath | null {
  const parts = encoded.split('/').map(decoded)
  return parts.some((part) => part === null || part.includes('/')) ? null : parsePath(parts.join('/'))
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** The address of a document, as applications keep it. It opens only with a signature. */
export function documentUrl(env: Pick<Env, 'publicUrl'>, path: string): string {
  return `${env.publicUrl}${STORAGE_PATH}/object/${DOCUMENTS_BUCKET}/${path.split('/').map(encodeURIComponent).join('/')}`
}

const OBJECT = new RegExp(`^${STORAGE_PATH}/object/(?:public/)?${DOCUMENTS_BUCKET}/(?<path>.+)$`)

/**
 * The path behind the address of a document, with or without `public/`, or behind a plain path.
 * @param origins where documents of this instance can be: that of PUBLIC_URL, and the request's own
 * @returns null for what is no address of ours
 */
export function pathOfUrl(text: string, origins: readonly string[]): DocumentPath | null {
  if (!text.includes('://')) return parsePath(text)
  const url = URL.parse(text)
  if (!url || !origins.includes(url.origin) || url.username !== '' || url.password !== '') return null
  const encoded = OBJECT.exec(url.pathname)?.groups?.['path']
  return encoded === undefined ? null : parseEncodedPath(encoded)
}
