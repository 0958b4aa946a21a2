/** Reads an account with its identities and factors in one query, and builds the protocol's `user` object. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { ROLES } from '../../../contract/record/profile-fields.ts'
import { STAFF_ROLES } from '../../../contract/platform/staff-roles.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { preparedRows } from '../../platform/db/prepared.ts'
import { users } from './schema.ts'

const time = z.coerce.date()
const json = z.record(z.string(), z.unknown())

const IdentityRow = z.object({
  id: z.string(),
  provider: z.string(),
  provider_id: z.string(),
  identity_data: json,
  email: z.string().nullable(),
  last_sign_in_at: time.nullable(),
  created_at: time,
  updated_at: time,
})
/** A sign-in method of an account. */
export type AccountIdentity = z.output<typeof IdentityRow>

const FactorRow = z.object({
  id: z.string(),
  friendly_name: z.string(),
  factor_type: z.enum(['totp', 'phone']),
  status: z.enum(['unverified', 'verified']),
  phone: z.string().nullable(),
  last_challenged_at: time.nullable(),
  created_at: time,
  updated_at: time,
})
/** A second step of an account, without its secret. */
export type AccountFactor = z.output<typeof FactorRow>

/** The columns of {@link accountColumns}. Queries that read more extend it with `.extend`. */
export const AccountRow = z.object({
  id: z.string(),
  email: z.string().nullable(),
  email_confirmed_at: time.nullable(),
  email_proven_at: time.nullable(),
  password_change_required: z.boolean(),
  has_password: z.boolean(),
  user_metadata: json,
  confirmation_sent_at: time.nullable(),
  recovery_sent_at: time.nullable(),
  new_email: z.string().nullable(),
  email_change_sent_at: time.nullable(),
  phone: z.string().nullable(),
  phone_confirmed_at: time.nullable(),
  new_phone: z.string().nullable(),
  phone_change_sent_at: time.nullable(),
  last_sign_in_at: time.nullable(),
  banned_until: time.nullable(),
  created_at: time,
  updated_at: time,
  role: z.enum(ROLES),
  staff_roles: z.array(z.enum(STAFF_ROLES)),
  identities: z.array(IdentityRow),
  factors: z.array(FactorRow),
})

/** The select list of an account. The query must contain `users` and `profiles` under these names. */
export const accountColumns: SQL = sql`users.id::text as id, users.email, users.email_confirmed_at, users.email_proven_at,
  users.password_change_required, users.password_hash is not null as has_password, users.user_metadata, users.confirmation_sent_at, users.recovery_sent_at, users.new_email,
  users.email_change_sent_at, users.phone, users.phone_confirmed_at, users.new_phone, users.phone_change_sent_at, users.last_sign_in_at, users.banned_until, users.created_at, users.updated_at, profiles.role, profiles.staff_roles,
  coalesce((select json_agg(json_build_object('id', id, 'provider', provider, 'provider_id', provider_id,
      'identity_data', identity_data, 'email', email, 'last_sign_in_at', last_sign_in_at, 'created_at', created_at,
      'updated_at', updated_at) order by created_at, id) from identities where user_id = users.id), '[]'::json) as identities,
  coalesce((select json_agg(json_build_object('id', id, 'friendly_name', friendly_name, 'factor_type', factor_type,
      'status', status, 'phone', phone, 'last_challenged_at', last_challenged_at, 'created_at', created_at,
      'updated_at', updated_at) order by created_at, id) from factors where user_id = users.id), '[]'::json) as factors`

/** Everything the protocol's `user` object is built from. */
export type Account = z.output<typeof AccountRow> & {
  /** Read in a session that a recovery opened, which still has to save a new password. */
  readonly recovering?: true
  /** Read in a session that sees state only. */
  readonly limited?: true
}

const readAccount = preparedRows(
  'auth_read_account',
  { userId: users.id },
  AccountRow,
  ({ userId }) => sql`
    select ${accountColumns} from users join profiles on profiles.user_id = users.id
     where users.id = ${userId} and users.closed_at is null`,
)

/** @throws when the account does not exist: callers have just written or locked it */
export async function getAccount(db: Db | Tx, userId: string): Promise<Account> {
  const [row] = await readAccount(db, { userId })
  if (!row) throw new Error('getAccount: there is no such account')
  return row
}

/** Whether the address is unproven, so that its first proof ends what was set up before (decision 0013). */
export function isUnproven({ email_proven_at: provenAt, role }: Pick<Account, 'email_proven_at' | 'role'>): boolean {
  // An administrator's account was reset when it got the role, and the operator vouched for its address.
  return provenAt === null && role !== 'admin'
}

/**
 * The account as the session of a recovery sees it: without the second steps and linked identities that saving a new password ends.
 */
export function duringRecovery(account: Account): Account {
  const recovering = { ...account, recovering: true, password_change_required: true } as const
  if (!isUnproven(account)) return recovering
  return { ...recovering, factors: [], identities: account.identities.filter(({ provider }) => provider === 'email') }
}

/**
 * The account as a session sees it whose number may have a new owner: nothing that names the person, or says how else to reach them. Of
 * the second steps it has what a client needs to ask for one.
 */
export function whileLimited(account: Account): Account {
  return {
    ...account,
    limited: true,
    email: null,
    new_email: null,
    new_phone: null,
    user_metadata: {},
    identities: [],
    factors: account.factors.map((factor) => ({ ...factor, friendly_name: '', phone: null })),
  }
}

/** Whether signing in requires a second step. An unverified factor does not count. */
export function hasVerifiedFactor(account: Account): boolean {
  return account.factors.some((factor) => factor.status === 'verified')
}

/** Whether the account is banned at this moment. */
export function isBanned(account: Pick<Account, 'banned_until'>, now: Date): boolean {
  return account.banned_until !== null && account.banned_until > now
}

/** Metadata that only the server writes. The roles are stored in `profiles` and repeated here. */
export function appMetadata(account: Account) {
  const providers = [...new Set(account.identities.map((identity) => identity.provider))]
  return {
    provider: providers[0] ?? 'email',
    providers,
    role: account.role,
    ...(account.role === 'admin' && { staff_roles: account.staff_roles }),
    ...(account.password_change_required && { password_change_required: true }),
    // Unlike an address, a number may sign in without a password.
    ...(account.phone !== null && { has_password: account.has_password }),
    ...(account.recovering && { recovering: true }),
    ...(account.limited && { limited: true }),
  }
}

/** The protocol's `user` (docs/protocols/auth.md section 3.1). Absent fields are omitted. */
export function userJson(account: Account) {
  const { id, new_email: newEmail, new_phone: newPhone, factors } = account
  const [confirmedAt] = [account.email_confirmed_at, account.phone_confirmed_at]
    .filter((confirmed) => confirmed !== null)
    .sort((one, other) => one.getTime() - other.getTime())
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: account.email ?? '',
    phone: account.phone ?? '',
    ...times(account, [
      'email_confirmed_at',
      'phone_confirmed_at',
      'confirmation_sent_at',
      'recovery_sent_at',
      'last_sign_in_at',
      'banned_until',
    ]),
    ...(confirmedAt && { confirmed_at: confirmedAt.toISOString() }),
    ...(newEmail !== null && { new_email: newEmail, ...times(account, ['email_change_sent_at']) }),
    ...(newPhone !== null && { new_phone: newPhone, ...times(account, ['phone_change_sent_at']) }),
    app_metadata: appMetadata(account),
    user_metadata: account.user_metadata,
    ...(factors.length > 0 && { factors: factors.map(factorJson) }),
    identities: account.identities.map((identity) => identityJson(identity, id)),
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
    is_anonymous: false,
  }
}

type TimeName =
  | 'email_confirmed_at'
  | 'confirmation_sent_at'
  | 'recovery_sent_at'
  | 'last_sign_in_at'
  | 'banned_until'
  | 'email_change_sent_at'
  | 'phone_confirmed_at'
  | 'phone_change_sent_at'

function times(row: Account, names: readonly TimeName[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = row[name]
      return value ? [[name, value.toISOString()]] : []
    }),
  )
}

/** The protocol's `identity` (docs/protocols/auth.md section 3.2). */
export function identityJson(identity: AccountIdentity, userId: string) {
  const { email } = identity
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: userId,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...(identity.last_sign_in_at && { last_sign_in_at: identity.last_sign_in_at.toISOString() }),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    ...(email !== null && email !== '' && { email }),
  }
}

function factorJson(factor: AccountFactor) {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.status,
    ...(factor.friendly_name !== '' && { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: factor.last_challenged_at?.toISOString() ?? null,
  }
}
