/**
 * The leaves of the log. A sealed entry is a byte 0 and one hash over the digests of its fields, each with its own salt: it gives
 * nothing away, and each field can be shown alone. An entry in clear is a byte 1 and JSON.
 */
import { concat, fromBase64, ProofError, sha256, utf8, type Bytes } from './bytes.ts'

const SEALED = Uint8Array.of(0)
const CLEAR = Uint8Array.of(1)
const SEPARATOR = Uint8Array.of(0)

/** A field that is shown, or only its digest, in base64. */
export type OpenedField =
  | { readonly name: string; readonly value: string; readonly salt: string }
  | { readonly digest: string }

export const fieldDigest = (salt: Uint8Array, name: string, value: string): Promise<Bytes> =>
  sha256(salt, utf8(name), SEPARATOR, utf8(value))

/** The bytes of a sealed entry. */
export const sealedEntry = async (digests: readonly Uint8Array[]): Promise<Bytes> =>
  concat(SEALED, await sha256(...digests))

/** The bytes of an entry that everyone can read. */
export const clearEntry = (json: string): Bytes => concat(CLEAR, utf8(json))

/** The bytes of the entry that these fields belong to. */
export async function entryOfFields(fields: readonly OpenedField[]): Promise<Bytes> {
  return sealedEntry(
    await Promise.all(
      fields.map(async (field) =>
        'digest' in field ? fromBase64(field.digest) : fieldDigest(fromBase64(field.salt), field.name, field.value),
      ),
    ),
  )
}

/** The values that are shown, by name. @throws ProofError when a name is there twice */
export function shownValues(fields: readonly OpenedField[]): ReadonlyMap<string, string> {
  const shown = new Map<string, string>()
  for (const field of fields) {
    if ('digest' in field) continue
    if (shown.has(field.name)) throw new ProofError(`The field ${field.name} is there twice.`)
    shown.set(field.name, field.value)
  }
  return shown
}

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
