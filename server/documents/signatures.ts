/** Signed URLs open one version of one document for a few minutes. */
import type { KeyObject } from 'node:crypto'
import { hmacSha256, sameBytes } from '../lib/crypto.ts'
import type { Document } from './schema.ts'

/** @returns the token of a URL. It covers path, version (by its id) and expiry */
export function signDocument(key: KeyObject, { path, id }: Pick<Document, 'path' | 'id'>, expiresAt: Date): string {
  const expires = Math.floor(expiresAt.getTime() / 1000)
  return `${id}.${expires}.${signature(key, path, id, expires).toString('base64url')}`
}

const TOKEN = /^(?<id>[\da-f-]{36})\.(?<expires>\d{1,12})\.(?<mac>[\w-]{43})$/

/** @returns the id of the version that the token opens; null if it is expired or does not match */
export function readSignature(key: KeyObject, path: string, token: string, now: Date): string | null {
  const { id = '', expires = '', mac = '' } = TOKEN.exec(token)?.groups ?? {}
  if (!sameBytes(Buffer.from(mac, 'base64url'), signature(key, path, id, Number(expires)))) return null
  return new Date(Number(expires) * 1000) > now ? id : null
}

function signature(key: KeyObject, path: string, id: string, expires: number): Buffer {
  return hmacSha256(key, JSON.stringify([path, id, expires]))
}
