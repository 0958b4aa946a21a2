/**
 * The contents of a mail: an unguessable link, and a separate six-digit code to type. Only hashes of them are stored. A device that
 * has tried too many codes needs the link.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { and, desc, eq, getTableColumns, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { after, hours, minutes } from '../../platform/clock.ts'
import { hmacSha256, sameBytes, sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/callers.ts'
import type { OwnWords } from '../../record/profiles/schema.ts'
import type { Auth } from './auth.ts'
import { isOtherMail } from './mail-flows.ts'
import { flowStates, oneTimeTokens, phoneCodes, users, type OneTimeToken } from './schema.ts'
import type { IssuedToken } from './letters.ts'
import type { Origin } from './sessions.ts'
import { hashNetwork, takeTry, trySignedIn } from './tries.ts'

/** Purpose of a token. A change of address has one purpose for each mailbox. */
export type TokenPurpose = OneTimeToken['purpose']
/** The protocol's name, in links and in `POST /verify`. */
export type MailType = 'signup' | 'recovery' | 'email_change' | 'email' | 'email_change_undo'

/** The purposes that a type of the protocol covers. */
export const PURPOSES = {
  signup: ['signup'],
  recovery: ['recovery'],
  email_change: ['email_change_new', 'email_change_current'],
  email: ['signup', 'device'],
  email_change_undo: ['email_change_undo'],
} as const satisfies Record<MailType, readonly TokenPurpose[]>

const VALID_FOR = {
  signup: hours(24),
  recovery: hours(1),
  email_change_new: hours(1),
  email_change_current: hours(1),
  device: hours(1),
  proof: hours(1),
  reauthentication: minutes(15),
  email_change_undo: hours(7 * 24),
} as const satisfies Record<TokenPurpose, number>

const LINK_TYPES = {
  signup: 'signup',
  recovery: 'recovery',
  email_change_new: 'email_change',
  email_change_current: 'email_change',
  device: 'email',
  email_change_undo: 'email_change_undo',
} as const satisfies Partial<Record<TokenPurpose, MailType>>

/** Marks a link that yields a code for the browser that asked, instead of a session for any browser. */
const PKCE_PREFIX = 'pkce_'

/** Whether a link yields a code for the browser that asked for the mail. */
export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX)
}

/** A token to mail. It replaces the user's earlier token for the same purpose. */
export interface NewToken {
  readonly userId: string
  readonly purpose: TokenPurpose
  /** The address it is sent to. */
  readonly email: string
  /** The flow that the request opened; null without PKCE. */
  readonly flowId: string | null
  readonly redirectTo: string
  /** The session that asked. Without it, a token that is replaced keeps its own. */
  readonly sessionId?: string | undefined
  /** Whether no other account may take this address while the token is valid. */
  readonly reservesAddress?: boolean
  /** The network that asked, as `hashNetwork` names it: it has its own tries. */
  readonly askedFrom?: Buffer
  /** The profile that the link of an undo gives back. */
  readonly profileBefore?: OwnWords
}

/** Issues a token. It replaces the earlier one: a user has one per purpose. */
export async function issueToken(
  auth: Auth,
  tx: Tx,
  {
    userId,
    purpose,
    email,
    flowId,
    redirectTo,
    sessionId,
    reservesAddress = false,
    askedFrom,
    profileBefore,
  }: NewToken,
): Promise<IssuedToken> {
  const token = `${flowId === null ? '' : PKCE_PREFIX}${randomBytes(32).toString('base64url')}`
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = auth.clock.now()
  // Inserts nothing for NO_USER_ID. Each change of address can be undone, so those links are not replaced.
  await tx.execute(sql`
    insert into one_time_tokens (id, user_id, purpose, email, flow_id, session_id, reserves_address, asked_from, profile_before, code_hash,
                                 link_hash, created_at, expires_at)
    select gen_random_uuid(), users.id, ${purpose}, ${email}, ${flowId}::uuid, ${sessionId ?? null}::uuid, ${reservesAddress}::boolean,
           ${askedFrom ?? null}::bytea, ${profileBefore ? JSON.stringify(profileBefore) : null}::jsonb,
           ${codeHash(auth, purpose, email, code)}::bytea, ${sha256(token)}::bytea, ${now.toISOString()}::timestamptz,
           ${after(now, VALID_FOR[purpose]).toISOString()}::timestamptz
      from users where users.id = ${userId}::uuid
    on conflict (user_id, purpose) where purpose <> 'email_change_undo' do update
       set email = excluded.email, flow_id = excluded.flow_id, session_id = excluded.session_id, asked_from = excluded.asked_from,
           code_hash = excluded.code_hash, link_hash = excluded.link_hash, confirmed_at = null,
           created_at = excluded.created_at, expires_at = excluded.expires_at`)
  // A code to type in a session has no link.
  if (purpose === 'reauthentication' || purpose === 'proof') return { link: '', code }
  const query = new URLSearchParams({ token, type: LINK_TYPES[purpose], redirect_to: redirectTo })
  // The issuer begins with PUBLIC_URL, whatever host the request named.
  return { link: `${auth.issuer}/verify?${query}`, code }
}

/** @returns the token of a link, or null if it does not exist, was used or has expired */
export async function findByLink(auth: Auth, type: MailType, token: string): Promise<OneTimeToken | null> {
  const [found] = await auth.db
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.linkHash, sha256(token)),
        inArray(oneTimeTokens.purpose, PURPOSES[type]),
        isNull(oneTimeTokens.confirmedAt),
        gt(oneTimeTokens.expiresAt, auth.clock.now()),
      ),
    )
  return found ?? null
}

/**
 * Finds the token of a code. Unknown addresses take the same work, and the attempt is counted before the code is compared, so
 * parallel guesses gain nothing.
 * @returns null if the code is wrong, used or expired, or if this device has tried too often: a guesser does not learn which
 */
export async function findByCode(
  auth: Auth,
  type: MailType,
  email: string,
  code: string,
  origin: Origin,
): Promise<OneTimeToken | null> {
  const [latest] = await auth.db
    .select(getTableColumns(oneTimeTokens))
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(
      and(
        eq(oneTimeTokens.email, email),
        inArray(oneTimeTokens.purpose, PURPOSES[type]),
        isNull(oneTimeTokens.confirmedAt),
        gt(oneTimeTokens.expiresAt, auth.clock.now()),
        // The account must still have the address it was sent to.
        sql`${email} = case ${oneTimeTokens.purpose} when 'email_change_new' then ${users.newEmail} else ${users.email} end`,
      ),
    )
    // Several users may have requested the same new address. Try one row only, or one guess would test several codes.
    .orderBy(desc(oneTimeTokens.createdAt))
    .limit(1)
  const hasAsked = latest?.askedFrom?.equals(hashNetwork(auth, origin)) === true
  const askedCode = hasAsked ? latest.codeHash.toString('hex') : null
  const taken = await takeTry(auth, { kind: 'code', email, userId: latest?.userId ?? null, origin, askedCode })
  const given = codeHash(auth, latest?.purpose ?? PURPOSES[type][0], email, code)
  if (!taken || !latest || !sameBytes(given, latest.codeHash)) return null
  await taken.succeed()
  return latest
}

/**
 * Finds the token of a code that only a session of its user may redeem, so `/verify` does not accept it.
 * @returns null if the code is wrong, used or expired
 * @throws AppError `rate_limited`
 */
export async function findBySessionCode(
  auth: Auth,
  purpose: 'proof' | 'reauthentication',
  { userId, sessionId, email }: Pick<Caller, 'userId' | 'sessionId' | 'email'>,
  code: string,
): Promise<OneTimeToken | null> {
  const isOwn = and(
    eq(oneTimeTokens.userId, userId),
    eq(oneTimeTokens.purpose, purpose),
    eq(oneTimeTokens.email, email),
  )
  const [latest] = await auth.db
    .select()
    .from(oneTimeTokens)
    .where(and(isOwn, gt(oneTimeTokens.expiresAt, auth.clock.now())))
  const given = codeHash(auth, purpose, email, code)
  const matches = async () => latest !== undefined && sameBytes(given, latest.codeHash)
  return (await trySignedIn(auth, 'code', sessionId, matches)) ? (latest ?? null) : null
}

/**
 * Revokes everything that was mailed to a user, except the links that undo a change of address: tokens, auth codes not yet
 * exchanged, and a pending new address, which could
 * otherwise be mailed again.
 * @param exceptFlowId the flow that continues
 */
export async function revokeMailedTokens(tx: Tx, userId: string, exceptFlowId: string | null = null): Promise<void> {
  // A change of address can be undone whatever happens later.
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), ne(oneTimeTokens.purpose, 'email_change_undo')))
  await tx
    .delete(flowStates)
    .where(
      and(
        eq(flowStates.userId, userId),
        inArray(flowStates.purpose, ['signup', 'recovery', 'email_change']),
        isOtherMail(exceptFlowId),
      ),
    )
  await tx.delete(phoneCodes).where(eq(phoneCodes.userId, userId))
  // The time of the mail stays, so that the interval between two mails still holds.
  await tx.update(users).set({ newEmail: null, newPhone: null }).where(eq(users.id, userId))
}

function codeHash(auth: Auth, purpose: TokenPurpose, email: string, code: string): Buffer {
  return hmacSha256(auth.keys.oneTimeCodes, `${purpose} ${email} ${code}`)
}
