/** The identifiers that the provider makes up. */
import { createHash, randomInt } from 'node:crypto'

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'

export function randomCode(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
}

/** The same for the same card, so that two uses of one card can be recognised. */
export function signatureOf(instrument: string): string {
  return `SIG_${createHash('sha256').update(instrument).digest('hex').slice(0, 20)}`
}

/** A short text as a digit string, for account numbers that look alike but differ. */
export function digitsOf(text: string, length: number): string {
  const digest = createHash('sha256').update(text).digest()
  return Array.from({ length }, (_, index) => String((digest[index] ?? 0) % 10)).join('')
}
