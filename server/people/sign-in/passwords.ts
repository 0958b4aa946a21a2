/**
 * Password rules and hashing. Hashing deliberately takes tens of milliseconds and much memory, so it never runs inside a
 * transaction.
 */
import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_CHARACTERS_MIN, STAFF_PASSWORD_CHARACTERS_MIN } from '../../../contract/people/password.ts'
import type { Role } from '../../../contract/record/profile-fields.ts'
import { isCommonPassword } from './common-passwords.ts'
import { whenItsTurn } from './hashing-queue.ts'
import { AuthRefusal } from './refusals.ts'

/** The protocol's limit, inherited from bcrypt. It also bounds the work of hashing. */
const BYTES_MAX = 72

/** OWASP's recommendation for argon2id (the library's default): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash of a random text, compared for unknown accounts so that they take as long as known ones. */
let dummyHash: Promise<string> | undefined

/**
 * Checks a new password. Administrators need a longer one.
 * @throws AuthRefusal `weak_password`, `password_too_long`
 */
export function checkPasswordRules(password: string, role: Role): void {
  if (Buffer.byteLength(password) > BYTES_MAX) throw new AuthRefusal('password_too_long')
  const least = role === 'admin' ? STAFF_PASSWORD_CHARACTERS_MIN : PASSWORD_CHARACTERS_MIN
  if (Array.from(password).length < least) {
    const message = `Password should be at least ${least} characters.`
    throw new AuthRefusal('weak_password', { message, reasons: ['length'] })
  }
  if (isCommonPassword(password)) {
    const message = 'Password is known to be weak and easy to guess, please choose a different one.'
    throw new AuthRefusal('weak_password', { message, reasons: ['pwned'] })
  }
}

/** Whether the rules accept a password. */
export function isPasswordAccepted(password: string, role: Role): boolean {
  try {
    checkPasswordRules(password, role)
    return true
  } catch (error) {
    if (error instanceof AuthRefusal) return false
    throw error
  }
}

/** argon2id; the result contains its parameters and a random salt. Takes tens of milliseconds. */
export function hashPassword(password: string): Promise<string> {
  return whenItsTurn(() => hash(password, COST))
}

/**
 * Whether a password matches. Without a stored hash it takes as long and never matches.
 * @param stored the account's hash; null if there is no account, or none with a password
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  // Longer than any accepted password: no account has it, so it is not worth hashing.
  const tried = Buffer.byteLength(password) > BYTES_MAX ? '' : password
  dummyHash ??= hashPassword(crypto.randomUUID())
  const compared = stored ?? (await dummyHash)
  const fits = await whenItsTurn(() => verify(compared, tried))
  return fits && stored !== null && tried !== ''
}
