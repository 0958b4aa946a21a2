/**
 * Recovery codes: ten codes that each replace the second step once, for a person who has lost it. Only keyed hashes are stored, and a
 * used code is deleted.
 */
import { randomBytes } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { cleanCode } from '../../../contract/platform/typed-codes.ts'
import { base32, hmacSha256 } from '../../platform/crypto.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { hasVerifiedFactor } from './accounts.ts'
import type { Auth } from './auth.ts'
import { mayChangeAccount } from './callers.ts'
import { raiseSession } from './challenges.ts'
import { lockSession, type LockedCaller } from './factors.ts'
import { mailAccount } from './letters.ts'
import { isRecent } from './recent-sign-in.ts'
import { recoveryCodes } from './schema.ts'
import { sessionJson, type OpenedSession } from './sessions.ts'
import { trySignedIn } from './tries.ts'

const CODES = 10
/** 50 random bits: too many to guess, and ten characters to type. */
const CODE_CHARACTERS = 10

/**
 * Makes ten codes, which replace earlier ones, and tells the owner by mail.
 * @returns the codes, which are never shown again
 * @throws AppError `mfa_required`, `reauthentication_needed`, `second_step_needed`, `unauthorized` if the session ended meanwhile
 */
export function makeRecoveryCodes(auth: Auth, caller: Caller): Promise<string[]> {
  return auth.db.transaction(async (tx) => {
    const { account, aal, session } = await requireSession(tx, caller)
    if (!mayChangeAccount({ account, aal })) throw new AppError('mfa_required')
    if (!isRecent(auth, session)) throw new AppError('reauthentication_needed')
    if (!hasVerifiedFactor(account)) throw new AppError('second_step_needed')
    const now = auth.clock.now()
    const codes = Array.from({ length: CODES }, newCode)
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, account.id))
    await tx
      .insert(recoveryCodes)
      .values(codes.map((code) => ({ userId: account.id, codeHash: codeHash(auth, account.id, code), createdAt: now })))
    await mailAccount(auth, tx, account, null, 'recoveryCodesMade')
    return codes
  })
}

/**
 * Uses a code up and raises the session to aal2, as a verified second step does. A session has ten wrong codes an hour.
 * @param written as typed: case, spaces and hyphens do not matter
 * @returns the protocol's session answer, with new tokens
 * @throws AppError `code_not_accepted`, `rate_limited`, `unauthorized` if the session ended meanwhile
 */
export async function recoverSecondStep(auth: Auth, caller: Caller, written: string) {
  let raised = null as OpenedSession | null
  await trySignedIn(auth, 'code', caller.sessionId, async () => {
    raised = await auth.db.transaction((tx) => redeem(auth, tx, caller, written))
    return raised !== null
  })
  if (raised === null) throw new AppError('code_not_accepted')
  return sessionJson(auth, raised)
}

async function redeem(auth: Auth, tx: Tx, signedIn: Caller, written: string): Promise<OpenedSession | null> {
  const caller = await requireSession(tx, signedIn)
  const { account } = caller
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, account.id), eq(recoveryCodes.codeHash, codeHash(auth, account.id, written))))
    .returning({ userId: recoveryCodes.userId })
  if (used.length === 0) return null
  const left = await countRecoveryCodes(tx, account.id)
  await mailAccount(auth, tx, account, null, 'recoveryCodeUsed', () => ({
    values: { left: String(left) },
    without: [left === 0 ? 'some' : 'none'],
  }))
  return raiseSession(auth, tx, caller, { method: 'mfa/recovery_code', factorId: null })
}

/** How many codes are not used yet. */
export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const [found] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return found?.left ?? 0
}

async function requireSession(tx: Tx, { userId, sessionId }: Caller): Promise<LockedCaller> {
  const locked = await lockSession(tx, userId, sessionId)
  if (!locked) throw new AppError('unauthorized')
  return locked
}

/** The printed form of a code: two groups of five. */
function newCode(): string {
  const characters = base32(randomBytes(7))
  return `${characters.slice(0, 5)}-${characters.slice(5, CODE_CHARACTERS)}`
}

function codeHash(auth: Auth, userId: string, written: string): Buffer {
  return hmacSha256(auth.keys.oneTimeCodes, `recovery code ${userId} ${cleanCode(written)}`)
}
