/** Short data, encrypted for one place: a version byte, then nonce, tag and ciphertext of AES-256-GCM. */
import type { KeyObject } from 'node:crypto'
import { decrypt, encrypt } from '../crypto.ts'
import { invariant } from '../errors.ts'

const VERSION = 1

/** The place that the data belongs to: its kind, its person, and its id. Moved elsewhere, it does not open. */
export type Context = readonly string[]

export function contextBytes(context: Context): Buffer {
  return Buffer.from(JSON.stringify([VERSION, ...context]))
}

export function sealBytes(key: KeyObject, context: Context, plain: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(VERSION), encrypt(key, plain, contextBytes(context))])
}

/** @throws when it was sealed with another key, for another place, or changed since */
export function openBytes(key: KeyObject, context: Context, sealed: Buffer): Buffer {
  invariant(sealed[0] === VERSION, 'sealed bytes have a known version')
  return decrypt(key, sealed.subarray(1), contextBytes(context))
}

/** Text about a person, such as a note or an account number, for a column of bytes. */
export function sealText(key: KeyObject, context: Context, text: string): Buffer {
  return sealBytes(key, context, Buffer.from(text))
}

/** @throws as {@link openBytes} */
export function openText(key: KeyObject, context: Context, sealed: Buffer): string {
  return openBytes(key, context, sealed).toString()
}
