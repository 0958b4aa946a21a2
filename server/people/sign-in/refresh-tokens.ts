/**
 * Refresh tokens are not stored. A token names its session and a counter, and proves them with a keyed hash, so a copy of the
 * database is useless. The session's row decides which counters are still valid (refresh.ts).
 */
import type { KeyObject } from 'node:crypto'
import { hmacSha256, sameBytes } from '../../platform/crypto.ts'

const VERSION = 1
const HEAD_BYTES = 21
const PROOF_BYTES = 16

/** The session and the counter that a refresh token names. */
export interface RefreshTokenParts {
  readonly sessionId: string
  readonly counter: number
}

/** The token of this session and counter. It is deterministic, so a lost answer can be repeated. */
export function refreshToken(key: KeyObject, { sessionId, counter }: RefreshTokenParts): string {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(VERSION, 0)
  Buffer.from(sessionId.replaceAll('-', ''), 'hex').copy(head, 1)
  head.writeUInt32BE(counter, 17)
  return Buffer.concat([head, proof(key, head)]).toString('base64url')
}

/** @returns null if it is not one of our tokens */
export function readRefreshToken(key: KeyObject, token: string): RefreshTokenParts | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== HEAD_BYTES + PROOF_BYTES || bytes.toString('base64url') !== token) return null
  const head = bytes.subarray(0, HEAD_BYTES)
  if (head.readUInt8(0) !== VERSION || !sameBytes(bytes.subarray(HEAD_BYTES), proof(key, head))) return null
  const hex = head.toString('hex', 1, 17)
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { sessionId, counter: head.readUInt32BE(17) }
}

function proof(key: KeyObject, head: Buffer): Buffer {
  return hmacSha256(key, head.toString('hex')).subarray(0, PROOF_BYTES)
}
