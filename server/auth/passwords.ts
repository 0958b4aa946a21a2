/**
 * Passwords: what is accepted, and how they are kept. Hashing takes tens of milliseconds and a good deal of memory on purpose,
 * so it never happens inside a transaction.
 */
import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_CHARACTERS_MIN } from '../../contract/password.ts'
import { AuthRefusal } from './refusals.ts'

/** The protocol's, from the days of bcrypt. Far beyond what protects, and a bound for the work of hashing. */
const BYTES_MAX = 72

/** OWASP's recommendation for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes of one random text: what is verified for an account that does not exist, so that it takes as long. */
let dummyHash: Promise<string> | undefined

/** @throws AuthRefusal `weak_password`, `password_too_long` */
export function checkPasswordRules(password: string): void {
  if (Buffer.byteLength(password) > BYTES_MAX) throw new AuthRefusal('password_too_long')
  if (Array.from(password).length < PASSWORD_CHARACTERS_MIN)
    throw new AuthRefusal('weak_password', { reasons: ['length'] })
}

/** argon2id; the text holds its parameters and a salt of its own. It takes memory and time, on purpose. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/**
 * Whether a password fits. Without a hash it is compared with nobody's, which never fits and takes as long.
 * @param stored the account's hash; null where there is no account, or none with a password
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  // Longer than any that was ever accepted: not worth the work, and no account has it.
  const tried = Buffer.byteLength(password) > BYTES_MAX ? '' : password
  dummyHash ??= hashPassword(crypto.randomUUID())
  const fits = await verify(stored ?? (await dummyHash), tried)
  return fits && stored !== null && tried !== ''
}
