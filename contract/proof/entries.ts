/**
 * What a leaf of the log is. A sealed entry is a byte 0 and one hash over the digests of its fields, each with its own salt: it gives
 * nothing away, and each field can be shown alone.
 */
import { concat, ProofError, sha256, utf8, type Bytes } from './bytes.ts'

const SEALED = Uint8Array.of(0)
const SEPARATOR = Uint8Array.of(0)

export const fieldDigest = (salt: Uint8Array, name: string, value: string): Promise<Bytes> =>
  sha256(salt, utf8(name), SEPARATOR, utf8(value))

/** The bytes of a sealed entry. */
export const sealedEntry = async (digests: readonly Uint8Array[]): Promise<Bytes> =>
  concat(SEALED, await sha256(...digests))

/** Splits a bundle of entries, each behind its length in two bytes. @throws ProofError */
export function splitBundle(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bundle.length;) {
    const length = (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0)
    const end = at + 2 + length
    if (at + 2 > bundle.length || end > bundle.length) throw new ProofError('A bundle of entries is incomplete.')
    entries.push(bundle.subarray(at + 2, end))
    at = end
  }
  return entries
}
