/**
 * Codes that prove a telephone number. Only hashes of them are stored. A new code ends the one before, and no row is an account: that
 * is made when the code is typed.
 */
import { randomInt } from 'node:crypto'
import { and, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { cleanCode } from '../../../contract/platform/typed-codes.ts'
import { after, minutes } from '../../platform/clock.ts'
import { hmacSha256, sameBytes } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { enqueueText } from '../../platform/sms/outbox.ts'
import { lockSignInTexts, maySignInByText } from '../../platform/sms/sign-in-texts.ts'
import { codeText } from './account-texts.ts'
import type { Auth } from './auth.ts'
import { AuthRefusal } from './refusals.ts'
import { phoneCodes, users, type PhoneCode } from './schema.ts'
import type { Origin } from './sessions.ts'
import { hashNetwork, takeTry } from './tries.ts'

export type PhonePurpose = PhoneCode['purpose']

const VALID_FOR = minutes(10)

/** A code to text. */
export interface NewPhoneCode {
  readonly phone: string
  readonly purpose: PhonePurpose
  /** The id of the account that a code for a new number makes. */
  readonly id?: string
  /** The account that changes its number, and its session. */
  readonly userId?: string
  readonly sessionId?: string
  /** Set by a sign-up. */
  readonly passwordHash?: string
  readonly data?: Record<string, unknown>
  readonly askedFrom: Buffer
  /** The language of the page that asks. */
  readonly page: LanguageTag | null
}

/**
 * Texts a code, unless a cap forbids it, or the number is stopped and no account has it. The caller learns neither. Drops the password and data of an
 * earlier sign-up for the number, sent or not: they may be a stranger's.
 */
export async function textCode(auth: Auth, tx: Tx, request: NewPhoneCode): Promise<void> {
  const { phone, purpose, id = crypto.randomUUID(), userId = null, sessionId = null, askedFrom, page } = request
  const { passwordHash = null, data = {} } = request
  const now = auth.clock.now()
  await lockSignInTexts(tx)
  const isLive = and(eq(phoneCodes.phone, phone), eq(phoneCodes.purpose, 'sms'), gt(phoneCodes.expiresAt, now))
  const earlier =
    purpose === 'sms'
      ? await tx
          .update(phoneCodes)
          .set({ passwordHash: null, userMetadata: {} })
          .where(isLive)
          .returning({ id: phoneCodes.id })
      : []
  if (!(await maySignInByText(auth, tx, phone))) return
  const ofEarlier = purpose === 'sms' ? eq(phoneCodes.phone, phone) : eq(phoneCodes.userId, userId ?? '')
  await tx.delete(phoneCodes).where(and(eq(phoneCodes.purpose, purpose), ofEarlier))
  const code = newCode()
  await tx.insert(phoneCodes).values({
    id,
    phone,
    purpose,
    userId,
    sessionId,
    codeHash: codeHash(auth, purpose, phone, code),
    ...(earlier.length === 0 && { passwordHash, userMetadata: data }),
    askedFrom,
    createdAt: now,
    expiresAt: after(now, VALID_FOR),
  })
  await sendCode(auth, tx, { phone, userId, page }, code)
}

/** Texts another code for the latest request of a number, which stays as it is, unless it was a change and its session has ended. */
export async function textCodeAgain(
  auth: Auth,
  tx: Tx,
  purpose: PhonePurpose,
  phone: string,
  page: LanguageTag | null,
): Promise<void> {
  await lockSignInTexts(tx)
  const [pending] = await tx
    .select()
    .from(phoneCodes)
    .where(and(eq(phoneCodes.phone, phone), eq(phoneCodes.purpose, purpose)))
    .orderBy(desc(phoneCodes.createdAt))
    .limit(1)
  if (!pending || (purpose === 'phone_change' && pending.sessionId === null)) return
  if (!(await maySignInByText(auth, tx, phone))) return
  const now = auth.clock.now()
  const code = newCode()
  await tx
    .update(phoneCodes)
    .set({
      codeHash: codeHash(auth, purpose, phone, code),
      createdAt: now,
      expiresAt: after(now, VALID_FOR),
    })
    .where(eq(phoneCodes.id, pending.id))
  await sendCode(auth, tx, { phone, userId: pending.userId, page }, code)
}

type SentTo = Pick<PhoneCode, 'phone' | 'userId'> & Pick<NewPhoneCode, 'page'>

async function sendCode(auth: Auth, tx: Tx, { phone: to, userId, page }: SentTo, code: string): Promise<void> {
  const isOwner = and(eq(users.phone, to), isNull(users.closedAt))
  const [owner] = await tx.select({ id: users.id }).from(users).where(isOwner)
  const text = await codeText(auth, tx, 'signIn', code, { userId: userId ?? owner?.id ?? null, page })
  const expiresAt = after(auth.clock.now(), VALID_FOR)
  await enqueueText(auth, tx, { to, text, expiresAt, signsIn: true, evenIfStopped: owner !== undefined })
}

/**
 * Finds what a typed code belongs to. Numbers without a code take the same work, and the attempt is counted before the code is
 * compared.
 * @returns null if the code is wrong, used or expired, or if it was tried too often: a guesser does not learn which
 */
export async function findPhoneCode(
  auth: Auth,
  purpose: PhonePurpose,
  phone: string,
  typed: string,
  origin: Origin,
): Promise<PhoneCode | null> {
  const [latest] = await auth.db
    .select({
      ...getTableColumns(phoneCodes),
      ownerId: sql<string | null>`coalesce(${phoneCodes.userId}, ${users.id})`,
    })
    .from(phoneCodes)
    .leftJoin(users, eq(users.phone, phoneCodes.phone))
    .where(
      and(eq(phoneCodes.phone, phone), eq(phoneCodes.purpose, purpose), gt(phoneCodes.expiresAt, auth.clock.now())),
    )
    // Several accounts may want the same number. Try one code only, or one guess would test several.
    .orderBy(desc(phoneCodes.createdAt))
    .limit(1)
  const hasAsked = latest?.askedFrom?.equals(hashNetwork(auth, origin)) === true
  const askedCode = hasAsked ? latest.codeHash.toString('hex') : null
  const taken = await takeTry(auth, { kind: 'code', email: phone, userId: latest?.ownerId ?? null, origin, askedCode })
  const given = codeHash(auth, purpose, phone, cleanCode(typed))
  if (!taken || !latest || !sameBytes(given, latest.codeHash)) return null
  await taken.succeed()
  return latest
}

/**
 * Uses a code up, once its account is locked.
 * @returns what was asked for with it
 * @throws AuthRefusal `code_expired` if another request was faster, or a newer code replaced it
 */
export async function usePhoneCode(tx: Tx, { id, codeHash: hash }: PhoneCode): Promise<PhoneCode> {
  const [used] = await tx
    .delete(phoneCodes)
    .where(and(eq(phoneCodes.id, id), eq(phoneCodes.codeHash, hash)))
    .returning()
  if (!used) throw new AuthRefusal('code_expired')
  return used
}

const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

function codeHash(auth: Auth, purpose: PhonePurpose, phone: string, code: string): Buffer {
  return hmacSha256(auth.keys.oneTimeCodes, `telephone ${purpose} ${phone} ${code}`)
}
