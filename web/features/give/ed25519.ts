/** Checks signatures in browsers that cannot do it themselves. No other browser loads this. */
import { ed25519 } from '@noble/curves/ed25519.js'

export function isSigned(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    // As strict as browsers are.
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    // No point of the curve, or another length.
    return false
  }
}
