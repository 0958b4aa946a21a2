/**
 * How administrators come to be: by the command of an operator, or with the first start. An account that is there already is
 * promoted with all ways into it reset, so that nobody registers an administrator's address first.
 */
import { randomBytes } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ROLES, type Role } from '../../contract/profile-fields.ts'
import { recordAudit } from '../audit/audit.ts'
import { after, hours } from '../lib/clock.ts'
import type { Core } from '../lib/core.ts'
import { base32 } from '../lib/crypto.ts'
import { onlyRow, rows, type Db, type Tx } from '../lib/db/db.ts'
import { isUniqueViolation } from '../lib/db/errors.ts'
import { setRole } from '../profiles/profiles.ts'
import { ensureEmailIdentity } from './email-identity.ts'
import { revokeAccess } from './account-part.ts'
import { hashPassword } from './passwords.ts'
import { identities, users } from './schema.ts'
import { insertAccount } from './sign-up.ts'

/** How long a password that was printed is good for. */
const PRINTED_PASSWORD_VALID_FOR = hours(24)

interface Credentials {
  /** Null: none fits until the owner of the address chooses one by mail. */
  readonly passwordHash: string | null
  /** Null: the operator chose it, and it stays. */
  readonly passwordExpiresAt: Date | null
  readonly passwordChangeRequired: boolean
}

/** What became of the address: a new account, one that was there, one that was an administrator's already, or nothing. */
export type AdministratorOutcome = 'made' | 'promoted' | 'reset' | 'unchanged'

/** A password to print: 80 random bits in four groups. It must be changed, and ends after a day. */
export async function generatePrintedPassword({
  clock,
}: Core): Promise<{ password: string; credentials: Credentials }> {
  const password = base32(randomBytes(10)).replace(/^(.{4})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4')
  const passwordHash = await hashPassword(password)
  const passwordExpiresAt = after(clock.now(), PRINTED_PASSWORD_VALID_FOR)
  return { password, credentials: { passwordHash, passwordExpiresAt, passwordChangeRequired: true } }
}

/**
 * Makes the account of an address an administrator's, or a new one. Whatever led into an account that was there leads nowhere
 * afterwards: password, second steps, linked identities, sessions, and what was mailed but not used.
 * @param reset also when it is an administrator's already; otherwise that one is left unchanged
 */
export async function makeAdministrator(
  core: Core,
  email: string,
  credentials: Credentials,
  { reset }: { reset: boolean },
): Promise<AdministratorOutcome> {
  const attempt = () => core.db.transaction((tx) => makeInTransaction(core, tx, email, credentials, reset))
  try {
    return await attempt()
  } catch (error) {
    // Somebody registered the address at this very moment: then it is promoted.
    if (isUniqueViolation(error, 'users_email_taken')) return attempt()
    throw error
  }
}

/**
 * Makes the first administrator, unless there is one. Of several processes that start together one makes it.
 * @returns whether it was made now
 */
export async function makeFirstAdministrator(core: Core, email: string, credentials: Credentials): Promise<boolean> {
  return core.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('taimako first administrator'))`)
    if (await hasAdministrator(tx)) return false
    await makeInTransaction(core, tx, email, credentials, true)
    return true
  })
}

/** Whether anybody is an administrator, also by the command line: the first start makes one where nobody is. */
export async function hasAdministrator(db: Db | Tx): Promise<boolean> {
  const { found } = await onlyRow(
    db,
    sql`select exists (select from profiles where role = 'admin') as found`,
    z.object({ found: z.boolean() }),
  )
  return found
}

/** The addresses of all administrators. */
export async function listAdministrators({ db }: Core): Promise<string[]> {
  const found = await rows(
    db,
    sql`select coalesce(users.email, users.id::text) as name from users join profiles on profiles.user_id = users.id
         where profiles.role = 'admin' order by name`,
    z.object({ name: z.string() }),
  )
  return found.map(({ name }) => name)
}

/** The addresses of those administrators who sign in with a password alone. */
export async function administratorsWithoutSecondStep({ db }: Core): Promise<string[]> {
  const found = await rows(
    db,
    sql`select coalesce(users.email, users.id::text) as name from users join profiles on profiles.user_id = users.id
         where profiles.role = 'admin'
           and not exists (select from factors where factors.user_id = users.id and factors.status = 'verified')
         order by name`,
    z.object({ name: z.string() }),
  )
  return found.map(({ name }) => name)
}

async function makeInTransaction(
  core: Core,
  tx: Tx,
  email: string,
  credentials: Credentials,
  reset: boolean,
): Promise<AdministratorOutcome> {
  const now = core.clock.now()
  const [found] = await rows(
    tx,
    // Whoever is signing in with what is about to be reset waits here, and finds it gone.
    sql`select users.id::text, profiles.role from users join profiles on profiles.user_id = users.id
         where users.email = ${email} for update of users, profiles`,
    z.object({ id: z.string(), role: z.enum(ROLES) }),
  )
  if (found?.role === 'admin' && !reset) return 'unchanged'
  const id = found?.id ?? (await insertAccount(core, tx, { email, passwordHash: null, data: {}, confirmedAt: now }))
  await resetToAdministrator(tx, { id, email }, credentials, now)
  await recordPromotion(tx, id, found?.role ?? 'beneficiary', now)
  if (!found) return 'made'
  return found.role === 'admin' ? 'reset' : 'promoted'
}

/** The command line and the first start leave their trace as well. */
function recordPromotion(tx: Tx, id: string, before: Role, now: Date): Promise<void> {
  const about = { by: 'operator', subject: 'account', subjectId: id } as const
  if (before === 'admin') return recordAudit(tx, { ...about, action: 'account.reset' }, now)
  return recordAudit(tx, { ...about, action: 'role.changed', before: { role: before }, after: { role: 'admin' } }, now)
}

/** Makes an account an administrator's, with these credentials and nothing else that led into it. */
export async function resetToAdministrator(
  tx: Tx,
  { id, email }: { id: string; email: string },
  credentials: Credentials,
  now: Date,
): Promise<void> {
  await revokeAccess(tx, id)
  await tx
    .update(users)
    .set({
      ...credentials,
      emailConfirmedAt: now,
      // Whoever promotes vouches for the address with its password, and to no provider by itself.
      emailProvenAt: null,
      confirmationSentAt: null,
      recoverySentAt: null,
      newEmail: null,
      emailChangeSentAt: null,
      updatedAt: now,
    })
    .where(eq(users.id, id))
  await tx.delete(identities).where(and(eq(identities.userId, id), ne(identities.provider, 'email')))
  await ensureEmailIdentity(tx, { id, ...credentials }, email, now)
  await setRole(tx, id, 'admin', now)
}
