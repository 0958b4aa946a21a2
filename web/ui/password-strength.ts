/**
 * How hard a password is to guess, roughly: by its length, by how many different characters it has, and by their kinds. It
 * knows no dictionary and promises nothing; it only says in time what is plainly weak.
 */
import { PASSWORD_CHARACTERS_MIN } from '../../contract/password.ts'

export type PasswordStrength = 'none' | 'short' | 'weak' | 'fair' | 'good'

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u] as const
const FAIR = 11
const GOOD = 16

export function passwordStrength(password: string): PasswordStrength {
  const characters = Array.from(password)
  if (characters.length === 0) return 'none'
  if (characters.length < PASSWORD_CHARACTERS_MIN) return 'short'
  // The same few over and over add nothing: "aaaaaaaaaaaa" is as long as its first two.
  const lengthThatCounts = Math.min(characters.length, new Set(characters).size * 2)
  const points = lengthThatCounts + 2 * (KINDS.filter((kind) => kind.test(password)).length - 1)
  if (points < FAIR) return 'weak'
  return points < GOOD ? 'fair' : 'good'
}
