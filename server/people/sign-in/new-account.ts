/** Inserts the rows of an account: with an e-mail address, or of a person who cannot sign in. */
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { createProfile } from '../../record/profiles/profiles.ts'
import { identities, users } from './schema.ts'

/** An account to create. */
export interface NewAccount {
  /** Random unless given. */
  readonly id?: string
  readonly identityId?: string
  readonly email: string
  readonly passwordHash: string | null
  /** Users' own data. It is stored for them and never used for a decision. */
  readonly data: Record<string, unknown>
  /** Null while the address must be confirmed before the first sign-in. */
  readonly confirmedAt: Date | null
}

/**
 * Inserts the rows of a new account: user, `email` identity and profile.
 * @returns the user's id
 */
export async function insertAccount(core: Core, tx: Tx, account: NewAccount): Promise<string> {
  const { email, data, id = crypto.randomUUID() } = account
  const now = core.clock.now()
  await tx.insert(users).values({
    id,
    email,
    emailConfirmedAt: account.confirmedAt,
    passwordHash: account.passwordHash,
    userMetadata: { ...data, ...emailClaims(id, email) },
    createdAt: now,
    updatedAt: now,
  })
  await insertEmailIdentity(tx, id, email, data, now, account.identityId)
  const { full_name: fullName } = data
  await createProfile(tx, id, typeof fullName === 'string' ? fullName.trim() : '', now)
  return id
}

/**
 * Inserts the user and the profile of a person for whom staff enters a request: without address, password or any other sign-in.
 * Does nothing if there is a user with this id.
 */
export async function insertPerson(tx: Tx, id: string, fullName: string, now: Date): Promise<void> {
  const added = await tx
    .insert(users)
    .values({ id, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (added.length > 0) await createProfile(tx, id, fullName, now)
}

/** Inserts the identity of the sign-in with a password. */
export async function insertEmailIdentity(
  tx: Tx,
  userId: string,
  email: string,
  data: NewAccount['data'],
  now: Date,
  id: string = crypto.randomUUID(),
): Promise<void> {
  await tx.insert(identities).values({
    id,
    userId,
    provider: 'email',
    providerId: userId,
    identityData: { ...data, ...emailClaims(userId, email) },
    email,
    lastSignInAt: now,
    createdAt: now,
    updatedAt: now,
  })
}

/** Claims of `user_metadata` and the `email` identity besides the caller's data (docs/protocols/auth.md section 3.1). */
export function emailClaims(userId: string, email: string) {
  return { sub: userId, email, email_verified: false, phone_verified: false }
}
