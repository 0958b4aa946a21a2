/**
 * Signs and verifies access tokens. A token only identifies a user and a session; permissions are read from the session's row
 * on every call (callers.ts).
 */
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { appMetadata, type Account } from './accounts.ts'
import type { Auth } from './auth.ts'
import { AuthRefusal } from './refusals.ts'
import type { Session } from './schema.ts'
import { TOKEN_SECONDS } from './signing-keys.ts'

/** The only audience and database role of the protocol that we use. */
export const AUTHENTICATED = 'authenticated'

/** The user and session a token names. Role and level of assurance are never read from it. */
export interface Claims {
  readonly userId: string
  readonly sessionId: string
}

/** A signed token, valid for an hour. */
export interface AccessToken {
  readonly token: string
  /** Unix seconds. */
  readonly expiresAt: number
}

/** Signs an access token for a session (claims: docs/protocols/auth.md section 4). */
export async function signAccessToken(
  auth: Auth,
  account: Account,
  session: Pick<Session, 'id' | 'aal' | 'amr'>,
): Promise<AccessToken> {
  const { kid, privateKey } = await auth.signingKeys.current()
  const issuedAt = Math.floor(auth.clock.now().getTime() / 1000)
  const expiresAt = issuedAt + TOKEN_SECONDS
  const token = await new SignJWT({
    email: account.email ?? '',
    phone: account.phone ?? '',
    app_metadata: appMetadata(account),
    user_metadata: account.user_metadata,
    role: AUTHENTICATED,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
    .setIssuer(auth.issuer)
    .setSubject(account.id)
    .setAudience(AUTHENTICATED)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    // Distinguishes two tokens issued in the same second.
    .setJti(crypto.randomUUID())
    .sign(privateKey)
  return { token, expiresAt }
}

/** The number of verified tokens to cache. Only the signature is cached; expiry is checked every time. */
const CACHED_TOKENS_MAX = 5000

interface Checked {
  payload: Record<string, unknown>
  /** Unix seconds. */
  expiresAt: number
  kid: string
}

const remembered = new WeakMap<Auth['signingKeys'], Map<string, Checked>>()

/**
 * Verifies a bearer token's signature, expiry and audience, and reads whom it names. The session's row decides the rest.
 * @param authorization the header, `Bearer <token>`
 * @throws AuthRefusal `no_authorization`, `bad_jwt`, and those for missing or malformed claims (section 4's table)
 */
export async function checkAccessToken(auth: Auth, authorization: string | undefined): Promise<Claims> {
  const token = /^Bearer +([\w.-]+)$/i.exec(authorization?.trim() ?? '')?.[1]
  if (token === undefined) throw new AuthRefusal('no_authorization')
  const { payload, expiresAt } = await checkSignature(auth, token)
  if (expiresAt <= auth.clock.now().getTime() / 1000) throw badJwt('token is expired')
  const { sub, session_id: sessionId } = payload
  if (typeof sub !== 'string' || sub === '') throw new AuthRefusal('sub_missing')
  if (!isUuid(sub)) throw new AuthRefusal('sub_no_uuid')
  if (typeof sessionId !== 'string' || !isUuid(sessionId)) throw new AuthRefusal('session_id_no_uuid')
  return { userId: sub, sessionId }
}

async function checkSignature(auth: Auth, token: string): Promise<Checked> {
  const known = remembered.get(auth.signingKeys) ?? new Map<string, Checked>()
  remembered.set(auth.signingKeys, known)
  const before = known.get(token)
  // The key may have been replaced since.
  if (before && (await auth.signingKeys.find(before.kid))) return before
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = await auth.signingKeys.find(kid ?? '')
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      // Accept only our own algorithm, whatever the token says. The issuer is not checked: processes that share a database and its
      // keys may have different addresses.
      { algorithms: ['ES256'], audience: AUTHENTICATED, currentDate: auth.clock.now(), requiredClaims: ['exp'] },
    )
    const checked = { payload, expiresAt: payload.exp ?? 0, kid: protectedHeader.kid ?? '' }
    if (known.size >= CACHED_TOKENS_MAX) known.clear()
    known.set(token, checked)
    return checked
  } catch (error) {
    // Any other error is a database failure while looking up the keys.
    if (error instanceof errors.JOSEError) throw badJwt(error.message)
    throw error
  }
}

function badJwt(reason: string): AuthRefusal {
  return new AuthRefusal('bad_jwt', { message: `invalid JWT: unable to parse or verify signature, ${reason}` })
}

const Uuid = z.guid()
/** Checks before Postgres does, which would answer a malformed uuid with an error. */
export function isUuid(value: string): boolean {
  return Uuid.safeParse(value).success
}
