/** Keys derived from SECRET_KEY, one for each use, and the few operations we do with them. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { invariant } from './errors.ts'

/**
 * Each use has a separate key, so that a leaked key opens nothing else. The key objects are created once: creating one costs more
 * than the hash.
 */
export interface Keys {
  readonly encryption: KeyObject
  /** Wraps the data key of each person (platform/encryption/data-keys.ts). */
  readonly dataKeys: KeyObject
  readonly receiptCodes: KeyObject
  readonly addresses: KeyObject
  readonly refreshTokens: KeyObject
  readonly oneTimeCodes: KeyObject
  readonly devices: KeyObject
  readonly documentAddresses: KeyObject
  /** The codes of slips, by which recipients confirm. */
  readonly slipCodes: KeyObject
  /** Finds the same bank account used twice. */
  readonly bankAccounts: KeyObject
  /** Digests of acts about no one's data (server/record/audit/act-digests.ts). */
  readonly acts: KeyObject
  /** Derives the keys of what staff type and have not sent (team/draft-keys.ts). */
  readonly staffDrafts: KeyObject
  /** Signs the forms without script, and seals what was typed into them (server/aid/plain). */
  readonly plainForms: KeyObject
  /** Signs leave to send one request (server/people/sign-in/sending-tickets.ts). */
  readonly sending: KeyObject
  /** Signs positions in the write-ahead log (server/platform/http/read-your-writes.ts). */
  readonly positions: KeyObject
  readonly sandbox: KeyObject
}

export function deriveKeys(secretKey: string): Keys {
  const key = (use: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, 'taimako', use, 32)))
  return {
    encryption: key('encryption at rest'),
    dataKeys: key('data keys'),
    receiptCodes: key('receipt codes'),
    addresses: key('client addresses'),
    refreshTokens: key('refresh tokens'),
    oneTimeCodes: key('one-time codes'),
    devices: key('known devices'),
    documentAddresses: key('document addresses'),
    slipCodes: key('slip codes'),
    bankAccounts: key('bank accounts'),
    acts: key('acts'),
    staffDrafts: key('staff drafts'),
    plainForms: key('plain forms'),
    sending: key('sending tickets'),
    positions: key('positions of writes'),
    sandbox: key('sandbox provider'),
  }
}

export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer')
}

export function hmacSha256(key: KeyObject, data: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

/** Compares in constant time. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

const NOTHING = Buffer.alloc(0)

/**
 * AES-256-GCM: nonce, tag and ciphertext in one buffer.
 * @param context authenticated but not included: it must be the same to decrypt
 */
export function encrypt(key: KeyObject, plain: Uint8Array, context: Uint8Array = NOTHING): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** @throws when the buffer was not made by {@link encrypt} with this key and context, or was changed since */
export function decrypt(key: KeyObject, sealed: Buffer, context: Uint8Array = NOTHING): Buffer {
  invariant(sealed.length >= 28, 'decrypt: too short to be ours')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAAD(context).setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

// Crockford's letters in lower case, without i, l, o and u: nothing to confuse when a code is read out or copied by hand.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Bytes as digits and lower-case letters, five bits each: 16 bytes are 26 characters. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET.charAt((value >>> bits) & 31)
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET.charAt((value << (5 - bits)) & 31) : text
}
