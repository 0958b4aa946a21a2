/** Finds the user behind a bearer token: for the auth protocol with its own refusals, for our API as the caller that guards check. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ASSURANCE_LEVELS } from '../../../contract/people/account.ts'
import { ROLES } from '../../../contract/record/profile-fields.ts'
import { STAFF_ROLES } from '../../../contract/platform/staff-roles.ts'
import { preparedRows } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { accountColumns, AccountRow, duringRecovery, hasVerifiedFactor, isBanned, type Account } from './accounts.ts'
import type { Auth } from './auth.ts'
import { AuthRefusal } from './refusals.ts'
import { amrEntries, sessions, users, type Session } from './schema.ts'
import { readSendingTicket } from './sending-tickets.ts'
import { isLimited } from './sessions.ts'
import { useSession } from './staff-sessions.ts'
import { AUTHENTICATED, checkAccessToken } from './tokens.ts'

/** The signed-in user who calls the auth protocol. */
export interface SignedIn {
  readonly account: Account
  readonly sessionId: string
  readonly aal: 'aal1' | 'aal2'
  readonly amr: Session['amr']
  /** Sees state only, as the number that opened it may have a new owner. */
  readonly limited: boolean
}

const SignedInRow = AccountRow.extend({
  aal: z.enum(ASSURANCE_LEVELS).nullable(),
  amr: amrEntries.nullable(),
  session_created_at: z.coerce.date().nullable(),
  session_used_at: z.coerce.date().nullable(),
  recovering: z.boolean().nullable(),
  limited: z.boolean().nullable(),
})

const readSignedIn = preparedRows(
  'auth_read_signed_in',
  { userId: users.id, sessionId: sessions.id, now: sessions.recoveryEndsAt },
  SignedInRow,
  ({ userId, sessionId, now }) => sql`
    select sessions.aal, sessions.amr, sessions.created_at as session_created_at, sessions.used_at as session_used_at,
           sessions.recovery_ends_at is not null as recovering, sessions.limited,
           ${accountColumns}
      from users join profiles on profiles.user_id = users.id
      left join sessions on sessions.id = ${sessionId} and sessions.user_id = users.id
                        and (sessions.recovery_ends_at is null or sessions.recovery_ends_at > ${now})
     where users.id = ${userId} and users.closed_at is null`,
)

/**
 * Finds the user of a bearer token, in one query.
 * @param audience the `X-JWT-AUD` header, if it was sent
 * @throws AuthRefusal the cases of docs/protocols/auth.md section 4, in its order
 */
export async function requireSignedIn(
  auth: Auth,
  authorization: string | undefined,
  audience: string | undefined,
): Promise<SignedIn> {
  const { userId, sessionId } = await checkAccessToken(auth, authorization)
  const [found] = await readSignedIn(auth.db, { userId, sessionId, now: auth.clock.now() })
  if (!found) throw new AuthRefusal('user_not_found')
  const { aal, amr, session_created_at: createdAt, session_used_at: usedAt, recovering, limited, ...whole } = found
  const account = recovering ? duringRecovery(whole) : whole
  if (aal === null || amr === null || createdAt === null || limited === null) throw new AuthRefusal('session_not_found')
  if (!(await useSession(auth, account.role, sessionId, { createdAt, usedAt })))
    throw new AuthRefusal('session_not_found')
  if (isBanned(account, auth.clock.now())) throw new AuthRefusal('banned')
  if (audience !== undefined && audience !== '' && audience !== AUTHENTICATED)
    throw new AuthRefusal('audience_mismatch')
  return { account, sessionId, aal, amr, limited: isLimited({ limited, aal }) }
}

/** Whether this session may change the account: at aal2, or if the account has no second step. */
export function mayChangeAccount({ account, aal }: Pick<SignedIn, 'account' | 'aal'>): boolean {
  return aal === 'aal2' || !hasVerifiedFactor(account)
}

const CallerRow = z.object({
  user_id: z.string(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  staff_roles: z.array(z.enum(STAFF_ROLES)),
  aal: z.enum(ASSURANCE_LEVELS),
  has_second_step: z.boolean(),
  password_change_required: z.boolean(),
  created_at: z.coerce.date(),
  used_at: z.coerce.date().nullable(),
  recovering: z.boolean(),
  limited: z.boolean(),
})

const readCaller = preparedRows(
  'auth_read_caller',
  { sessionId: sessions.id, now: users.bannedUntil },
  CallerRow,
  ({ sessionId, now }) => sql`
    select users.id::text as user_id, users.email, users.password_change_required, profiles.role, profiles.staff_roles, sessions.aal,
           sessions.created_at, sessions.used_at, sessions.recovery_ends_at is not null as recovering, sessions.limited,
           exists (select 1 from factors where user_id = users.id and status = 'verified') as has_second_step
      from sessions join users on users.id = sessions.user_id join profiles on profiles.user_id = users.id
     where sessions.id = ${sessionId} and users.closed_at is null
       and (sessions.recovery_ends_at is null or sessions.recovery_ends_at > ${now})
       and (users.banned_until is null or users.banned_until <= ${now})`,
)

/** The caller of our own API, in one query, by the token of a session or the ticket of a worker. Null without a live session. */
export async function findCaller(auth: Auth, authorization: string | undefined): Promise<Caller | null> {
  const ticket = readSendingTicket(auth, authorization ?? '')
  if (ticket) {
    const sender = await findCallerBySession(auth, ticket.sessionId)
    return sender && { ...sender, sends: ticket.requestKey }
  }
  const claims = await claimsOrNull(auth, authorization)
  if (!claims) return null
  const caller = await findCallerBySession(auth, claims.sessionId)
  return caller?.userId === claims.userId ? caller : null
}

/** The caller behind a session, for signed addresses: they carry no token. Null once the session has ended. */
export async function findCallerBySession(
  { db, clock }: Pick<Auth, 'db' | 'clock'>,
  sessionId: string,
): Promise<Caller | null> {
  const [found] = await readCaller(db, { sessionId, now: clock.now() })
  if (!found) return null
  const use = { createdAt: found.created_at, usedAt: found.used_at }
  if (!(await useSession({ db, clock }, found.role, sessionId, use))) return null
  return {
    userId: found.user_id,
    sessionId,
    email: found.email ?? '',
    role: found.role,
    staffRoles: found.staff_roles,
    aal: found.aal,
    hasSecondStep: found.has_second_step,
    passwordChangeRequired: found.password_change_required,
    recovering: found.recovering,
    limited: isLimited(found),
  }
}

async function claimsOrNull(auth: Auth, authorization: string | undefined) {
  try {
    return await checkAccessToken(auth, authorization)
  } catch (error) {
    // Clients also send a public key here, or an expired token: treat the caller as signed out.
    if (error instanceof AuthRefusal) return null
    throw error
  }
}
