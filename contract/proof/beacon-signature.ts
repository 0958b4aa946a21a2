/**
 * Checks that a beacon has signed a round: a BLS signature in G1 over the SHA-256 of the round's number, as drand's scheme
 * bls-unchained-g1-rfc9380 has it. The pairing is that of @noble/curves, which the caller brings: what checks the log has no dependencies.
 */
import type { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256, type Bytes } from './bytes.ts'

export type ShortSignatures = Pick<typeof bls12_381.shortSignatures, 'hash' | 'verify'>

export const fromHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** What a beacon signs. */
export function roundMessage(round: number): Promise<Bytes> {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round))
  return sha256(bytes)
}

/** @param publicKey and `signature` as hex digits */
export async function isSignedByBeacon(
  signatures: ShortSignatures,
  { publicKey, round, signature }: { publicKey: string; round: number; signature: string },
): Promise<boolean> {
  try {
    const message = signatures.hash(await roundMessage(round))
    return signatures.verify(fromHex(signature), message, fromHex(publicKey))
  } catch {
    // No point of the curve.
    return false
  }
}
