/** Bytes, text and hashes, with what every browser and Node have. */

export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

export const utf8 = (text: string): Bytes => encoder.encode(text)

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Node's own hash answers at once. WebCrypto's goes through a queue, ten times as long for a short entry. */
const node = typeof process === 'object' ? process.getBuiltinModule?.('node:crypto') : undefined

export async function sha256(...parts: readonly Uint8Array[]): Promise<Bytes> {
  const bytes = concat(...parts)
  if (node) return new Uint8Array(node.hash('sha256', bytes, 'buffer'))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false
  return true
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** @throws ProofError unless the text is standard base64, written in the one canonical way */
export function fromBase64(text: string): Bytes {
  let bytes: Bytes
  try {
    bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    throw new ProofError('This is not base64.')
  }
  if (toBase64(bytes) !== text) throw new ProofError('This is not base64.')
  return bytes
}

/** Something does not fit. The message is a sentence for the person who checks. */
export class ProofError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProofError'
  }
}

/** Thrown for a damaged or missing copy, which cannot be checked and says nothing about the log itself. */
export class UncheckedError extends ProofError {
  constructor(message: string) {
    super(message)
    this.name = 'UncheckedError'
  }
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProofError('This has another form than expected.')
  return Object.fromEntries(Object.entries(value))
}

export function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new ProofError('This has another form than expected.')
  return value
}

export function asText(value: unknown): string {
  if (typeof value !== 'string') throw new ProofError('This has another form than expected.')
  return value
}
