/** Signed URLs open one version of one document for a few minutes, as long as the session that asked for them is signed in. */
import type { KeyObject } from 'node:crypto'
import { hmacSha256, sameBytes } from '../../platform/crypto.ts'
import type { Document } from './schema.ts'

/** The version of a document that a signed URL opens, and for whose session. */
export interface SignedAccess {
  /** The version of the document. */
  readonly id: string
  readonly sessionId: string
}

/** @returns the token of a URL. It covers path, version (by its id), session and expiry */
export function signDocument(
  key: KeyObject,
  { path, id }: Pick<Document, 'path' | 'id'>,
  sessionId: string,
  expiresAt: Date,
): string {
  const expires = Math.floor(expiresAt.getTime() / 1000)
  return `${id}.${sessionId}.${expires}.${signature(key, path, { id, sessionId }, expires).toString('base64url')}`
}

const TOKEN = /^(?<id>[\da-f-]{36})\.(?<sessionId>[\da-f-]{36})\.(?<expires>\d{1,12})\.(?<mac>[\w-]{43})$/

/** @returns what the token opens; null if it is expired or does not match. The caller checks the session */
export function readSignature(key: KeyObject, path: string, token: string, now: Date): SignedAccess | null {
  const { id = '', sessionId = '', expires = '', mac = '' } = TOKEN.exec(token)?.groups ?? {}
  const expected = signature(key, path, { id, sessionId }, Number(expires))
  if (!sameBytes(Buffer.from(mac, 'base64url'), expected)) return null
  return new Date(Number(expires) * 1000) > now ? { id, sessionId } : null
}

function signature(key: KeyObject, path: string, { id, sessionId }: SignedAccess, expires: number): Buffer {
  return hmacSha256(key, JSON.stringify([path, id, sessionId, expires]))
}
