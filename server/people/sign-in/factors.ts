/** Enrols and removes second steps. A factor counts only after its first code was verified (challenges.ts). */
import { and, eq, lte, sql } from 'drizzle-orm'
import { after, minutes } from '../../platform/clock.ts'
import { encrypt } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { getAccount } from './accounts.ts'
import type { Auth } from './auth.ts'
import type { SignedIn } from './callers.ts'
import { factorFacts, mailAccount } from './letters.ts'
import { readPhoneNumber } from './phone-number.ts'
import { requireChangeAllowed } from './recent-sign-in.ts'
import { AuthRefusal } from './refusals.ts'
import { factors, recoveryCodes, sessions, users, type Factor, type Session } from './schema.ts'
import { isUuid } from './tokens.ts'
import { newTotp } from './totp.ts'

const FACTORS_MAX = 10
const TEXT_MAX = 100
/** An unverified factor older than this is abandoned. */
const UNVERIFIED_FOR = minutes(5)

/** `POST /factors`. An empty string is a field that was not sent. */
export interface Enrolment {
  readonly friendly_name: string
  readonly factor_type: string
  readonly issuer: string
  readonly phone: string
}

/** The caller, read under a lock on their account. */
export interface LockedCaller extends Pick<SignedIn, 'account' | 'aal'> {
  readonly session: Session
}

/**
 * Serialises changes of a user's second steps, and reads account and session again.
 * @throws AuthRefusal `session_not_found` if the session ended meanwhile
 */
export async function lockCaller(tx: Tx, { account, sessionId }: SignedIn): Promise<LockedCaller> {
  const locked = await lockSession(tx, account.id, sessionId)
  if (!locked) throw new AuthRefusal('session_not_found')
  return locked
}

/** Locks a user, then one of their sessions. @returns null if the session has ended */
export async function lockSession(tx: Tx, id: string, sessionId: string): Promise<LockedCaller | null> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, id))
  const [session] = await tx.select().from(sessions).where(own).for('update')
  if (!session) return null
  return { account: await getAccount(tx, id), aal: session.aal, session }
}

/**
 * Enrols a second step (docs/protocols/auth.md section 5.16).
 * @returns the protocol's answer. For an authenticator app it contains the secret, which is never shown again
 * @throws AuthRefusal `factor_type`, `factor_name_too_long`, `factor_issuer_too_long`, `phone_enrol_disabled`,
 *   `factor_phone_missing`, `invalid_phone`, `aal2_to_enrol`, `reauthentication_needed`, `factor_phone_verified`, `factor_name_taken`, `too_many_factors`
 */
export async function enrolFactor(auth: Auth, caller: SignedIn, request: Enrolment) {
  if (request.friendly_name.length > TEXT_MAX) throw new AuthRefusal('factor_name_too_long')
  switch (request.factor_type) {
    case 'totp':
      return enrolTotp(auth, caller, request)
    case 'phone':
      return enrolPhone(auth, caller, request)
    default:
      throw new AuthRefusal('factor_type')
  }
}

async function enrolTotp(auth: Auth, caller: SignedIn, { friendly_name: friendlyName, issuer }: Enrolment) {
  if (issuer.length > TEXT_MAX) throw new AuthRefusal('factor_issuer_too_long')
  const name = issuer === '' ? new URL(auth.env.publicUrl).hostname : issuer
  const { bytes, secret, uri, qrCode } = newTotp(name, caller.account.email ?? '')
  const secretSealed = encrypt(auth.keys.encryption, bytes)
  const id = await insertFactor(auth, caller, { friendlyName, factorType: 'totp', secretSealed })
  // The protocol's answer omits the name here.
  return { id, type: 'totp', friendly_name: '', totp: { qr_code: qrCode, secret, uri } }
}

async function enrolPhone(auth: Auth, caller: SignedIn, { friendly_name: friendlyName, phone: written }: Enrolment) {
  if (!auth.env.accounts.phoneFactor) throw new AuthRefusal('phone_enrol_disabled')
  if (written === '') throw new AuthRefusal('factor_phone_missing')
  const phone = readPhoneNumber(written)
  if (phone === null) throw new AuthRefusal('invalid_phone')
  const id = await insertFactor(auth, caller, { friendlyName, factorType: 'phone', phone })
  return { id, type: 'phone', friendly_name: friendlyName, phone: written }
}

type NewFactor = Pick<Factor, 'friendlyName' | 'factorType'> & Partial<Pick<Factor, 'secretSealed' | 'phone'>>

/** @returns the factor's id */
function insertFactor(auth: Auth, signedIn: SignedIn, factor: NewFactor): Promise<string> {
  return auth.db.transaction(async (tx) => {
    const caller = await lockCaller(tx, signedIn)
    requireChangeAllowed(auth, { ...caller, amr: caller.session.amr }, 'aal2_to_enrol')
    const userId = caller.account.id
    const now = auth.clock.now()
    const unverified = and(eq(factors.userId, userId), eq(factors.status, 'unverified'))
    await tx.delete(factors).where(and(unverified, lte(factors.createdAt, after(now, -UNVERIFIED_FOR))))
    if (factor.phone !== undefined && factor.phone !== null) {
      const { phone } = factor
      if (phone === caller.account.phone) throw new AuthRefusal('factor_phone_signs_in')
      const known = caller.account.factors.some((each) => each.phone === phone && each.status === 'verified')
      if (known) throw new AuthRefusal('factor_phone_verified')
      await tx.delete(factors).where(and(unverified, eq(factors.phone, phone)))
    }
    const { factors: kept } = await getAccount(tx, userId)
    if (kept.some((each) => each.friendly_name === factor.friendlyName)) throw nameTaken(factor.friendlyName)
    if (kept.length >= FACTORS_MAX) throw new AuthRefusal('too_many_factors')
    const id = crypto.randomUUID()
    await tx.insert(factors).values({ id, userId, ...factor, createdAt: now, updatedAt: now })
    return id
  })
}

function nameTaken(name: string): AuthRefusal {
  return new AuthRefusal('factor_name_taken', {
    message: `A factor with the friendly name "${name}" for this user already exists`,
  })
}

/**
 * Removes a second step. Sessions it raised drop to aal1 immediately, whatever their tokens say (section 5.17). With the last one
 * go the recovery codes, and what they raised.
 * @throws AuthRefusal `factor_no_uuid`, `factor_not_found`, `aal2_to_remove_factor`, `reauthentication_needed`
 */
export function removeFactor(auth: Auth, signedIn: SignedIn, factorId: string): Promise<{ id: string }> {
  return auth.db.transaction(async (tx) => {
    const caller = await lockCaller(tx, signedIn)
    const factor = await findFactor(tx, caller.account.id, factorId)
    const verified = factor.status === 'verified'
    requireChangeAllowed(auth, { ...caller, amr: caller.session.amr }, 'aal2_to_remove_factor')
    const isLast = !caller.account.factors.some((each) => each.status === 'verified' && each.id !== factor.id)
    await tx.execute(
      sql`update sessions
             set aal = 'aal1', factor_id = null,
                 amr = coalesce((select jsonb_agg(entry order by place)
                                   from jsonb_array_elements(amr) with ordinality as entries (entry, place)
                                  where entry->>'method' not in ('totp', 'mfa/phone', 'mfa/recovery_code')), '[]')
           where factor_id = ${factor.id} or (${isLast} and user_id = ${caller.account.id} and aal = 'aal2')`,
    )
    // They stand in for a second step, so they go with the last one.
    if (isLast) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, caller.account.id))
    await tx.delete(factors).where(eq(factors.id, factor.id))
    if (verified) await mailAccount(auth, tx, caller.account, null, 'factorRemoved', factorFacts(factor))
    return { id: factor.id }
  })
}

/**
 * Finds a factor of this user.
 * @param factorId from the path, unchecked
 * @throws AuthRefusal `factor_no_uuid`, `factor_not_found`
 */
export async function findFactor(tx: Tx, userId: string, factorId: string): Promise<Factor> {
  if (!isUuid(factorId)) throw new AuthRefusal('factor_no_uuid')
  const [factor] = await tx
    .select()
    .from(factors)
    .where(and(eq(factors.id, factorId), eq(factors.userId, userId)))
  if (!factor) throw new AuthRefusal('factor_not_found')
  return factor
}
