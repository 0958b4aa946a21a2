/**
 * Paths of documents, `{user_id}/{timestamp}_{filename}` in the bucket, and their URLs. Applications store the URL. It opens only with
 * a signature.
 */
import { z } from 'zod'
import { DOCUMENTS_BUCKET, FILENAME_CHARACTERS_MAX, STORAGE_PATH } from '../../../contract/aid/document-limits.ts'
import type { Env } from '../../platform/env/env.ts'

export interface DocumentPath {
  /** The whole path, in Unicode form NFC. */
  readonly path: string
  readonly userId: string
  readonly filename: string
}

const NAME = /^\d{1,17}_(?<filename>.+)$/u
/**
 * Control characters, text direction marks, path separators, and characters with a meaning in URLs, because the protocol's client does
 * not encode names.
 */
// oxlint-disable-next-line no-control-regex -- it matches them
const REFUSED = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069/\\?#%]/u

/** Parses a path; null if it is not valid. */
export function parsePath(text: string): DocumentPath | null {
  const path = text.normalize('NFC')
  const [userId = '', name = '', ...more] = path.split('/')
  const filename = NAME.exec(name)?.groups?.['filename'] ?? ''
  if (more.length > 0 || !path.isWellFormed() || !z.uuid().safeParse(userId).success) return null
  if (REFUSED.test(name) || filename.trim() === '' || filename.length > FILENAME_CHARACTERS_MAX) return null
  return { path: `${userId.toLowerCase()}/${name}`, userId: userId.toLowerCase(), filename }
}

/** Parses the path part of a URL. Each segment is decoded separately, so that `%2F` is not a separator. */
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

/** The URL that applications store. */
export function documentUrl(env: Pick<Env, 'publicUrl'>, path: string): string {
  return `${env.publicUrl}${STORAGE_PATH}/object/${DOCUMENTS_BUCKET}/${path.split('/').map(encodeURIComponent).join('/')}`
}

const OBJECT = new RegExp(`^${STORAGE_PATH}/object/(?:public/)?${DOCUMENTS_BUCKET}/(?<path>.+)$`)

/**
 * The path in a document's URL (with or without `public/`), or a plain path.
 * @param origins of this instance: that of PUBLIC_URL, and the request's own
 * @returns null for any other URL
 */
export function pathOfUrl(text: string, origins: readonly string[]): DocumentPath | null {
  if (!text.includes('://')) return parsePath(text)
  const url = URL.parse(text)
  if (!url || !origins.includes(url.origin) || url.username !== '' || url.password !== '') return null
  const encoded = OBJECT.exec(url.pathname)?.groups?.['path']
  return encoded === undefined ? null : parseEncodedPath(encoded)
}
