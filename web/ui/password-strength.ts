/**
 * A rough estimate of how hard a password is to guess: by its length, its number of different characters, and their kinds. It has
 * no dictionary and promises nothing; it only points out plainly weak passwords early.
 */
import { PASSWORD_CHARACTERS_MIN } from '../../contract/people/password.ts'

export type PasswordStrength = 'none' | 'short' | 'weak' | 'fair' | 'good'

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u] as const
const FAIR = 11
const GOOD = 16

export function passwordStrength(password: string): PasswordStrength {
  const characters = Array.from(password)
  if (characters.length === 0) return 'none'
  if (characters.length < PASSWORD_CHARACTERS_MIN) return 'short'
  // Repeating the same few characters adds nothing: "aaaaaaaaaaaa" counts as its first two.
  const lengthThatCounts = Math.min(characters.length, new Set(characters).size * 2)
  const points = lengthThatCounts + 2 * (KINDS.filter((kind) => kind.test(password)).length - 1)
  if (points < FAIR) return 'weak'
  return points < GOOD ? 'fair' : 'good'
}
