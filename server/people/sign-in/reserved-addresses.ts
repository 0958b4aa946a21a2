/**
 * Keeps a proven address that an account has left for that account, while the change can be undone. The database refuses to give it
 * to another account, as if it were taken (`users_respect_reserved_address`); these callers answer before they try.
 */
import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { oneTimeTokens, users, type User } from './schema.ts'

/** The condition on `one_time_tokens` that a change of address can still be undone. */
export const isReserving = (now: Date) => and(eq(oneTimeTokens.reservesAddress, true), gt(oneTimeTokens.expiresAt, now))

/**
 * Finds the account that can still take this address back.
 * @param exceptUserId an account that may have the address itself
 */
export async function findReservingUser(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  email: string,
  exceptUserId?: string,
): Promise<User | null> {
  const [found] = await tx
    .select({ user: users })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(
      and(
        isReserving(clock.now()),
        eq(oneTimeTokens.email, email),
        exceptUserId === undefined ? undefined : ne(users.id, exceptUserId),
      ),
    )
    .limit(1)
  return found?.user ?? null
}

/** The proven addresses that a person's account has left and can still take back. */
export async function readFormerAddresses(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const found = await tx
    .selectDistinct({ email: oneTimeTokens.email })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(and(eq(users.id, userId), isReserving(now), sql`${oneTimeTokens.email} is distinct from ${users.email}`))
  return found.map(({ email }) => email)
}
