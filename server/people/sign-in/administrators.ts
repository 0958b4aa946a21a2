/**
 * Creates administrators, by an operator's command or at the first start. An existing account is promoted only with all
 * access to it reset, so that registering an administrator's address first gains nothing.
 */
import { randomBytes } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { STAFF_ROLES, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import { recordAudit } from '../../record/audit/audit.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { base32 } from '../../platform/crypto.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import { findStaffRoles, setStaffRoles, withDuty } from '../../record/profiles/profiles.ts'
import { lapseProposal } from '../../record/two-person/proposals.ts'
import { ensureEmailIdentity } from './email-identity.ts'
import { revokeAccess } from './account-part.ts'
import { hashPassword } from './passwords.ts'
import { identities, users } from './schema.ts'
import { insertAccount } from './new-account.ts'
import { inOrder, joinRoles } from './role-lists.ts'

/** How long a printed password is valid. */
const PRINTED_PASSWORD_VALID_FOR = hours(24)

interface Credentials {
  /** Null: the owner of the address sets one by mail. */
  readonly passwordHash: string | null
  /** Null: the operator chose the password, and it does not expire. */
  readonly passwordExpiresAt: Date | null
  readonly passwordChangeRequired: boolean
}

/** The effect on the account of the address. */
export type AdministratorOutcome = 'made' | 'promoted' | 'reset' | 'unchanged'

/** Generates a password to print: 80 random bits in four groups. It expires after a day and must be changed. */
export async function generatePrintedPassword({
  clock,
}: Core): Promise<{ password: string; credentials: Credentials }> {
  const password = base32(randomBytes(10)).replace(/^(.{4})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4')
  const passwordHash = await hashPassword(password)
  const passwordExpiresAt = after(clock.now(), PRINTED_PASSWORD_VALID_FOR)
  return { password, credentials: { passwordHash, passwordExpiresAt, passwordChangeRequired: true } }
}

/**
 * Creates an administrator, or promotes the account that has this address. Promotion revokes the account's password, factors,
 * linked identities, sessions and mailed tokens.
 * @param reset whether to reset an account that is an administrator already; otherwise it is left unchanged
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
    // The address was registered concurrently: promote that account instead.
    if (isUniqueViolation(error, 'users_email_taken')) return attempt()
    throw error
  }
}

/**
 * Creates the first administrator unless there is one. When several processes start together, only one creates it.
 * @returns whether this call created it
 */
export async function makeFirstAdministrator(core: Core, email: string, credentials: Credentials): Promise<boolean> {
  return core.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('taimako first administrator'))`)
    if (await hasAdministrator(tx)) return false
    await makeInTransaction(core, tx, email, credentials, true)
    return true
  })
}

/** Whether an administrator exists. The first start creates one only if not. */
export async function hasAdministrator(db: Db | Tx): Promise<boolean> {
  const { found } = await onlyRow(
    db,
    sql`select exists (select from profiles where ${withDuty('administer')}) as found`,
    z.object({ found: z.boolean() }),
  )
  return found
}

/** The addresses of all administrators. */
export async function listAdministrators({ db }: Core): Promise<string[]> {
  const found = await rows(
    db,
    sql`select coalesce(users.email, users.id::text) as name from users join profiles on profiles.user_id = users.id
         where ${withDuty('administer')} order by name`,
    z.object({ name: z.string() }),
  )
  return found.map(({ name }) => name)
}

/** Lists the addresses of all administrators. */
export async function listAdministratorAddresses({ db }: Core): Promise<string[]> {
  const found = await rows(
    db,
    sql`select users.email from users join profiles on profiles.user_id = users.id
         where ${withDuty('administer')} and users.email is not null order by users.email`,
    z.object({ email: z.string() }),
  )
  return found.map(({ email }) => email)
}

/** The addresses of staff without a verified second step. */
export async function staffWithoutSecondStep({ db }: Core): Promise<string[]> {
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
    // A concurrent sign-in with the old credentials waits for this lock, then finds them revoked. Rows that name the account as
    // their author do not wait: they may hold its profile.
    sql`select users.id::text, profiles.staff_roles from users join profiles on profiles.user_id = users.id
         where users.email = ${email} for no key update of users, profiles`,
    z.object({ id: z.string(), staff_roles: z.array(z.enum(STAFF_ROLES)) }),
  )
  const before = found?.staff_roles ?? []
  const isAdministrator = before.includes('administrator')
  if (isAdministrator && !reset) return 'unchanged'
  const id = found?.id ?? (await insertAccount(core, tx, { email, passwordHash: null, data: {}, confirmedAt: now }))
  const after = isAdministrator ? before : inOrder([...before, 'administrator'])
  await resetToStaff(tx, { id, email, roles: after }, credentials, now)
  await recordPromotion(tx, id, before, after, now)
  if (!found) return 'made'
  return isAdministrator ? 'reset' : 'promoted'
}

/** Promotions by the command line and the first start are audited too. */
function recordPromotion(
  tx: Tx,
  id: string,
  before: readonly StaffRole[],
  after: readonly StaffRole[],
  now: Date,
): Promise<void> {
  const about = { by: 'operator', subject: 'account', subjectId: id } as const
  if (before === after) return recordAudit(tx, { ...about, action: 'account.reset' }, now)
  return recordAudit(
    tx,
    { ...about, action: 'role.changed', before: { role: joinRoles(before) }, after: { role: joinRoles(after) } },
    now,
  )
}

/** The account that becomes staff, and its roles from now on. */
interface NewStaff {
  readonly id: string
  readonly email: string
  readonly roles: readonly StaffRole[]
}

/** Gives an account the roles and these credentials, and revokes all other access. */
export async function resetToStaff(
  tx: Tx,
  { id, email, roles }: NewStaff,
  credentials: Credentials,
  now: Date,
): Promise<void> {
  await revokeAccess(tx, id)
  await tx
    .update(users)
    .set({
      ...credentials,
      emailConfirmedAt: now,
      // The promotion vouches for the address together with this password, and for no linked provider.
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
  // Proposed about the roles of before, an open change would take away what is given here.
  if (joinRoles(await findStaffRoles(tx, id)) !== joinRoles(roles))
    await lapseProposal(tx, { name: 'role_change' }, id, now)
  await setStaffRoles(tx, id, roles, now)
}
