/** The identity of a proven number: while it stands, the number signs in, and deleting it ends that (migrations/0021). */
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { identities, users } from './schema.ts'

/** Claims of `user_metadata` and the `phone` identity (docs/protocols/auth.md section 3.1). */
export function phoneClaims(userId: string, phone: string, isProven: boolean) {
  return { sub: userId, phone, email_verified: false, phone_verified: isProven }
}

/** Inserts the identity of an account that has just proven its number. */
export async function insertPhoneIdentity(tx: Tx, userId: string, phone: string, now: Date): Promise<void> {
  await tx.insert(identities).values({
    id: crypto.randomUUID(),
    userId,
    provider: 'phone',
    providerId: userId,
    identityData: phoneClaims(userId, phone, true),
    lastSignInAt: now,
    createdAt: now,
    updatedAt: now,
  })
}

/** Records that a code was typed. @returns when the one before it was */
export async function renewPhoneIdentity(tx: Tx, userId: string, now: Date): Promise<Date | null> {
  const ofPhone = and(eq(identities.userId, userId), eq(identities.provider, 'phone'))
  const [before] = await tx.select({ at: identities.lastSignInAt }).from(identities).where(ofPhone)
  await tx.update(identities).set({ lastSignInAt: now, updatedAt: now }).where(ofPhone)
  return before?.at ?? null
}

/** Takes the number from an account. Its sessions by text end with it. */
export async function removePhone(tx: Tx, userId: string): Promise<void> {
  await tx.delete(identities).where(and(eq(identities.userId, userId), eq(identities.provider, 'phone')))
}

/** Gives an account a number that it has just proven. */
export async function setProvenPhone(tx: Tx, userId: string, phone: string, now: Date): Promise<void> {
  const claims = JSON.stringify({ phone, phone_verified: true })
  await tx
    .update(users)
    .set({
      phone,
      phoneConfirmedAt: now,
      newPhone: null,
      userMetadata: sql`${users.userMetadata} || ${claims}::jsonb`,
      updatedAt: now,
    })
    .where(eq(users.id, userId))
  await insertPhoneIdentity(tx, userId, phone, now)
}
