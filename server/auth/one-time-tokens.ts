/**
 * What a mail brings: a link that nobody can guess, and apart from it a code of six digits that one can type. Neither is stored,
 * only a hash of each. A code is good for a few tries; the link stays good, or anybody who knows an address could spoil it.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { after, hours } from '../lib/clock.ts'
import { hmacSha256, sameBytes, sha256 } from '../lib/crypto.ts'
import type { Tx } from '../lib/db/db.ts'
import { AppError } from '../lib/errors.ts'
import { countRequest } from '../lib/rate-limits.ts'
import type { Auth } from './auth.ts'
import { flowStates, oneTimeTokens, users, type OneTimeToken } from './schema.ts'

/** What using it does; a change of address has one for each of the two mailboxes. */
export type TokenPurpose = OneTimeToken['purpose']
/** What the protocol calls it, in links and in `POST /verify`. */
export type MailType = 'signup' | 'recovery' | 'email_change'

/** The purposes that a type of the protocol may mean. */
export const PURPOSES = {
  signup: ['signup'],
  recovery: ['recovery'],
  email_change: ['email_change_new', 'email_change_current'],
} as const satisfies Record<MailType, readonly TokenPurpose[]>

const VALID_FOR = {
  signup: hours(24),
  recovery: hours(1),
  email_change_new: hours(1),
  email_change_current: hours(1),
} as const satisfies Record<TokenPurpose, number>

/** After so many wrong codes the right one is refused as well. */
const WRONG_CODES_MAX = 5

/** Marks a link that ends in a code for the browser that asked, not in a session for whoever opens it. */
const PKCE_PREFIX = 'pkce_'

/** Whether a link ends in a code for the browser that asked for the mail. */
export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX)
}

/** A token that is to be mailed. It takes the place of the person's earlier one for the same purpose. */
export interface NewToken {
  readonly userId: string
  readonly purpose: TokenPurpose
  /** Where it is sent. */
  readonly email: string
  /** The flow that the same request began; null without PKCE. */
  readonly flowId: string | null
  readonly redirectTo: string
}

/** What goes into the mail, and nowhere else. */
export interface IssuedToken {
  readonly link: string
  readonly code: string
}

/** Makes a token. It takes the place of the one before it: a person has one for each purpose. */
export async function issueToken(
  auth: Auth,
  tx: Tx,
  { userId, purpose, email, flowId, redirectTo }: NewToken,
): Promise<IssuedToken> {
  const token = `${flowId === null ? '' : PKCE_PREFIX}${randomBytes(32).toString('base64url')}`
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = auth.clock.now()
  const row = {
    email,
    flowId,
    codeHash: codeHash(auth, purpose, email, code),
    linkHash: sha256(token),
    misses: 0,
    confirmedAt: null,
    createdAt: now,
    expiresAt: after(now, VALID_FOR[purpose]),
  }
  await tx
    .insert(oneTimeTokens)
    .values({ id: crypto.randomUUID(), userId, purpose, ...row })
    .onConflictDoUpdate({ target: [oneTimeTokens.userId, oneTimeTokens.purpose], set: row })
  const type: MailType = purpose === 'signup' || purpose === 'recovery' ? purpose : 'email_change'
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  // The issuer begins with PUBLIC_URL, whatever a request said of our name.
  return { link: `${auth.issuer}/verify?${query}`, code }
}

/** @returns the token of a link, or null when there is none (any more) */
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
 * The token of a code. The same work is done for an address that nobody has, and the try is counted before it is compared, so
 * that many at once are no more than one after the other.
 * @returns null when it does not fit, or not any more
 */
export async function findByCode(
  auth: Auth,
  type: MailType,
  email: string,
  code: string,
): Promise<OneTimeToken | null> {
  if (!(await isWithinTryLimit(auth, email))) return null
  const latest = auth.db
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(
      and(
        eq(oneTimeTokens.email, email),
        inArray(oneTimeTokens.purpose, PURPOSES[type]),
        isNull(oneTimeTokens.confirmedAt),
        gt(oneTimeTokens.expiresAt, auth.clock.now()),
        // Sent to an address that is still what it was.
        sql`${email} = case ${oneTimeTokens.purpose} when 'email_change_new' then ${users.newEmail} else ${users.email} end`,
      ),
    )
    // Several people may want one new address that nobody has proved. One row a try: more would be more luck.
    .orderBy(desc(oneTimeTokens.createdAt))
    .limit(1)
  const [tried] = await auth.db
    .update(oneTimeTokens)
    .set({ misses: sql`${oneTimeTokens.misses} + 1` })
    .where(and(inArray(oneTimeTokens.id, latest), lt(oneTimeTokens.misses, WRONG_CODES_MAX)))
    .returning()
  const given = codeHash(auth, tried?.purpose ?? PURPOSES[type][0], email, code)
  return tried && sameBytes(given, tried.codeHash) ? tried : null
}

async function isWithinTryLimit(auth: Auth, email: string): Promise<boolean> {
  try {
    await countRequest(auth, 'mailed_code_tries', email)
    return true
  } catch (error) {
    // Said like any other miss: whoever guesses does not learn when to come back.
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

/**
 * Takes back everything that was mailed to a person: tokens, codes that a browser could still exchange, and an address that
 * waits to be confirmed, for it could be mailed again.
 * @param exceptFlowId the flow that goes on
 */
export async function revokeMailedTokens(tx: Tx, userId: string, exceptFlowId: string | null = null): Promise<void> {
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId))
  await tx
    .delete(flowStates)
    .where(
      and(
        eq(flowStates.userId, userId),
        inArray(flowStates.purpose, ['signup', 'recovery', 'email_change']),
        exceptFlowId === null ? undefined : ne(flowStates.id, exceptFlowId),
      ),
    )
  // When it was mailed stays: the pause between two mails goes on.
  await tx.update(users).set({ newEmail: null }).where(eq(users.id, userId))
}

function codeHash(auth: Auth, purpose: TokenPurpose, email: string, code: string): Buffer {
  return hmacSha256(auth.keys.oneTimeCodes, `${purpose} ${email} ${code}`)
}
