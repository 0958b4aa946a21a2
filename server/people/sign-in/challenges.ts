/**
 * Sends and verifies the codes of second steps. A correct code raises the session to aal2. Wrong codes are counted per
 * challenge and per factor, because six digits are guessable (docs/protocols/auth.md sections 5.18, 5.19, 8 and 12).
 */
import { randomInt } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { after, minutes, seconds } from '../../platform/clock.ts'
import { decrypt, hmacSha256, sameBytes } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import { countRequest } from '../../platform/rate-limits.ts'
import { enqueueText } from '../../platform/sms/outbox.ts'
import { getAccount } from './accounts.ts'
import { codeText } from './account-texts.ts'
import type { Auth } from './auth.ts'
import type { SignedIn } from './callers.ts'
import { findFactor, lockCaller, type LockedCaller } from './factors.ts'
import { factorFacts, mailAccount } from './letters.ts'
import { trustDevice } from './devices.ts'
import { AuthRefusal } from './refusals.ts'
import { challenges, factors, sessions, type AuthMethod, type Factor } from './schema.ts'
import type { OpenedSession, Origin } from './sessions.ts'
import { isUuid } from './tokens.ts'
import { findTotpStep } from './totp.ts'
import { takeSecondStepTry } from './tries.ts'

type Challenge = typeof challenges.$inferSelect

const CHALLENGE_VALID_FOR = minutes(5)
const TEXT_INTERVAL = seconds(60)
/** After this many wrong codes a challenge refuses the right one too. */
const WRONG_CODES_PER_CHALLENGE_MAX = 5
/** After this many wrong codes in a row, across challenges, a factor is locked for a while. */
const WRONG_CODES_PER_FACTOR_MAX = 10
const LOCKED_FOR = minutes(15)

const METHODS = { totp: 'totp', phone: 'mfa/phone' } as const satisfies Record<Factor['factorType'], AuthMethod>

/**
 * Starts a challenge. A phone is sent a code, at most once a minute.
 * @param channel `sms` or `whatsapp`; both send a text message
 * @throws AuthRefusal `factor_no_uuid`, `factor_not_found`, `challenge_channel`, `text_too_soon`; AppError `rate_limited`
 */
export async function challengeFactor(
  auth: Auth,
  signedIn: SignedIn,
  factorId: string,
  channel: string,
  { language: page }: Pick<Origin, 'language'>,
) {
  refuseOtherFactors(signedIn, factorId)
  const now = auth.clock.now()
  const phone = signedIn.account.factors.find(
    ({ id, factor_type: type }) => id === factorId.toLowerCase() && type === 'phone',
  )
  if (phone) {
    checkTextInterval(phone.last_challenged_at, now)
    // Removing and re-adding a phone would bypass the one-minute interval, and every message costs money.
    await countRequest(auth, 'text_messages', signedIn.account.id)
  }
  return auth.db.transaction(async (tx) => {
    const { account, session } = await lockCaller(tx, signedIn)
    const factor = await findFactor(tx, account.id, factorId)
    const id = crypto.randomUUID()
    const expiresAt = after(now, CHALLENGE_VALID_FOR)
    let codeHash: Buffer | null = null
    if (factor.factorType === 'phone') {
      if (!['', 'sms', 'whatsapp'].includes(channel)) throw new AuthRefusal('challenge_channel')
      checkTextInterval(factor.lastChallengedAt, now)
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      codeHash = hashChallengeCode(auth, id, code)
      await sendCode(auth, tx, factor, { code, expiresAt, page })
    }
    await tx.insert(challenges).values({ id, factorId: factor.id, sessionId: session.id, codeHash, createdAt: now })
    await tx.update(factors).set({ lastChallengedAt: now }).where(eq(factors.id, factor.id))
    return { id, type: factor.factorType, expires_at: Math.floor(expiresAt.getTime() / 1000) }
  })
}

/** In the session of a recovery, only a second step that stays can be passed, and none be added. */
function refuseOtherFactors({ account }: SignedIn, factorId: string): void {
  const isOwn = account.factors.some(({ id, status }) => id === factorId.toLowerCase() && status === 'verified')
  if (account.recovering && !isOwn) throw new AuthRefusal('factor_not_found')
}

function checkTextInterval(lastSent: Date | null, now: Date): void {
  if (!lastSent) return
  const wait = Math.ceil((after(lastSent, TEXT_INTERVAL).getTime() - now.getTime()) / 1000)
  if (wait <= 0) return
  throw new AuthRefusal('text_too_soon', {
    message: `For security purposes, you can only request this after ${wait} seconds.`,
  })
}

async function sendCode(
  auth: Auth,
  tx: Tx,
  { phone, userId, status }: Factor,
  { code, expiresAt, page }: { code: string; expiresAt: Date; page: Origin['language'] },
): Promise<void> {
  invariant(phone !== null, 'a phone factor has a number')
  const text = await codeText(auth, tx, 'secondStep', code, { userId, page })
  await enqueueText(auth, tx, { to: phone, text, expiresAt, evenIfStopped: status === 'verified' })
}

/** Includes the challenge, so equal codes have different hashes. Keyed, because a plain hash of six digits can be brute-forced. */
function hashChallengeCode(auth: Auth, challengeId: string, code: string): Buffer {
  return hmacSha256(auth.keys.oneTimeCodes, `${challengeId} ${code}`)
}

/**
 * Verifies a code. The session is raised to aal2, and the user's other aal1 sessions end.
 * @returns the same session with new tokens
 * @throws AuthRefusal `factor_no_uuid`, `factor_not_found`, `bad_json`, `code_empty`, `challenge_not_found`,
 * `challenge_mismatch`, `challenge_expired`, `totp_not_accepted`, `phone_code_not_accepted`
 */
export async function verifyFactor(
  auth: Auth,
  signedIn: SignedIn,
  factorId: string,
  request: { challenge_id: string; code: string },
  origin: Origin,
): Promise<OpenedSession> {
  refuseOtherFactors(signedIn, factorId)
  const ownTry = await takeSecondStepTry(auth, {
    userId: signedIn.account.id,
    factorId: factorId.toLowerCase(),
    origin,
  })
  const isKnown = ownTry !== null
  let isWrong = false
  try {
    const outcome = await tryCode(auth, signedIn, factorId, request, { origin, isKnown })
    isWrong = outcome instanceof AuthRefusal
    // Thrown after the commit, so that the wrong code stays counted.
    if (outcome instanceof AuthRefusal) throw outcome
    return outcome
  } finally {
    if (!isWrong) await ownTry?.succeed()
  }
}

/** The device and session on which a code is typed. */
interface TypedOn {
  readonly origin: Origin
  /** Whether it is tried from the device's own allowance: the count and the pause of other devices do not matter then. */
  readonly isKnown: boolean
}

/** @returns the refusal of a wrong code, which is counted */
function tryCode(
  auth: Auth,
  signedIn: SignedIn,
  factorId: string,
  request: { challenge_id: string; code: string },
  { origin, isKnown }: TypedOn,
): Promise<OpenedSession | AuthRefusal> {
  return auth.db.transaction(async (tx) => {
    const caller = await lockCaller(tx, signedIn)
    const factor = await findFactor(tx, caller.account.id, factorId)
    const challenge = await findChallenge(auth, tx, caller, factor, request.challenge_id)
    const code = request.code.replaceAll(/\s/g, '')
    if (code === '') throw new AuthRefusal('code_empty')
    const step = checkCode(auth, factor, challenge, code, isKnown)
    if (step === null) return countWrongCode(auth, tx, factor, challenge, isKnown)
    await acceptCode(auth, tx, caller, factor, challenge, step, isKnown)
    await trustDevice(auth, tx, caller.account.id, origin, 'second_step')
    return raiseSession(auth, tx, caller, { method: METHODS[factor.factorType], factorId: factor.id })
  })
}

async function findChallenge(
  auth: Auth,
  tx: Tx,
  { session }: LockedCaller,
  factor: Factor,
  id: string,
): Promise<Challenge> {
  if (!isUuid(id))
    throw new AuthRefusal('bad_json', { message: 'Could not parse request body as JSON: challenge_id is no UUID' })
  const [challenge] = await tx
    .select()
    .from(challenges)
    .where(and(eq(challenges.id, id), eq(challenges.factorId, factor.id)))
  if (!challenge) throw new AuthRefusal('challenge_not_found')
  // The protocol binds a challenge to an IP address. Mobile networks change addresses, so we bind it to the session.
  if (challenge.usedAt || challenge.sessionId !== session.id) throw new AuthRefusal('challenge_mismatch')
  if (after(challenge.createdAt, CHALLENGE_VALID_FOR) <= auth.clock.now())
    throw new AuthRefusal('challenge_expired', {
      message: `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
    })
  return challenge
}

/** @returns the time step that this code uses up (0 for a phone), or null if the code is refused */
function checkCode(auth: Auth, factor: Factor, challenge: Challenge, code: string, isKnown: boolean): number | null {
  const now = auth.clock.now()
  if (challenge.misses >= WRONG_CODES_PER_CHALLENGE_MAX) return null
  if (!isKnown && factor.lockedUntil && factor.lockedUntil > now) return null
  if (factor.factorType === 'phone') {
    const fits = challenge.codeHash && sameBytes(challenge.codeHash, hashChallengeCode(auth, challenge.id, code))
    return fits ? 0 : null
  }
  invariant(factor.secretSealed, 'an authenticator app has a secret')
  const step = findTotpStep(decrypt(auth.keys.encryption, factor.secretSealed), code, now)
  // A code observed over someone's shoulder is already used up.
  return step !== null && step > factor.lastStep ? step : null
}

async function countWrongCode(
  auth: Auth,
  tx: Tx,
  factor: Factor,
  challenge: Challenge,
  isKnown: boolean,
): Promise<AuthRefusal> {
  const refusal = new AuthRefusal(factor.factorType === 'totp' ? 'totp_not_accepted' : 'phone_code_not_accepted')
  const now = auth.clock.now()
  await tx
    .update(challenges)
    .set({ misses: challenge.misses + 1 })
    .where(eq(challenges.id, challenge.id))
  // The device's own count has it.
  if (isKnown) return refusal
  // While the factor is locked no code was compared, so there was no guess to count.
  if (factor.lockedUntil && factor.lockedUntil > now) return refusal
  const misses = factor.misses + 1
  const locked = misses >= WRONG_CODES_PER_FACTOR_MAX
  await tx
    .update(factors)
    .set({ misses: locked ? 0 : misses, lockedUntil: locked ? after(now, LOCKED_FOR) : null })
    .where(eq(factors.id, factor.id))
  if (locked) auth.log.warn({ factor_id: factor.id }, 'too many wrong codes: a second step is locked for a while')
  return refusal
}

/** Marks the challenge and the code as used. A factor becomes verified with its first code. */
async function acceptCode(
  auth: Auth,
  tx: Tx,
  { account }: LockedCaller,
  factor: Factor,
  challenge: Challenge,
  step: number,
  isKnown: boolean,
): Promise<void> {
  const now = auth.clock.now()
  const first = factor.status === 'unverified'
  await tx.update(challenges).set({ usedAt: now }).where(eq(challenges.id, challenge.id))
  await tx
    .update(factors)
    .set({
      status: 'verified',
      lastStep: step,
      ...(!isKnown && { misses: 0, lockedUntil: null }),
      ...(first && { updatedAt: now }),
    })
    .where(eq(factors.id, factor.id))
  await tx
    .delete(factors)
    .where(
      and(
        eq(factors.userId, account.id),
        eq(factors.factorType, factor.factorType),
        eq(factors.status, 'unverified'),
        ne(factors.id, factor.id),
      ),
    )
  if (!first) return
  await mailAccount(auth, tx, account, null, 'factorAdded', factorFacts(factor))
}

/**
 * Raises a session to aal2. The user's other aal1 sessions end.
 * @param how what the user confirmed with; `factorId` is null for a recovery code
 */
export async function raiseSession(
  auth: Auth,
  tx: Tx,
  { account, session }: LockedCaller,
  { method, factorId }: { readonly method: AuthMethod; readonly factorId: string | null },
): Promise<OpenedSession> {
  const now = auth.clock.now()
  const timestamp = Math.floor(now.getTime() / 1000)
  const amr = [{ method, timestamp }, ...session.amr.filter((entry) => entry.method !== method)]
  // Advance by two, so that the token from before the second step is not the direct parent of the new one (section 7, hole 2).
  const refreshCounter = session.refreshCounter + 2
  const raised = {
    aal: 'aal2',
    factorId,
    amr,
    refreshCounter,
    raisedCounter: refreshCounter,
    refreshedAt: now,
  } as const
  await tx.update(sessions).set(raised).where(eq(sessions.id, session.id))
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, account.id), ne(sessions.aal, 'aal2'), ne(sessions.id, session.id)))
  return { session: { ...session, ...raised }, account: await getAccount(tx, account.id) }
}
