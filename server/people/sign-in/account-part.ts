/** The part of auth in a person's data export, and in closing the account. */
import { and, count, desc, eq, ne } from 'drizzle-orm'
import type { AccountPart } from '../../platform/account-part.ts'
import type { Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import { getAccount, userJson } from './accounts.ts'
import { isOtherMail } from './mail-flows.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { isReserving } from './reserved-addresses.ts'
import {
  factors,
  flowStates,
  identities,
  knownDevices,
  oneTimeTokens,
  phoneCodes,
  recoveryCodes,
  sessions,
  signIns,
  users,
} from './schema.ts'

/** Erasing leaves an empty row, because money and decisions refer to it. */
export const authPart: AccountPart = {
  name: 'account',
  async collect(db, userId) {
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    invariant(user, 'the caller has an account')
    const [devices] = await db.select({ known: count() }).from(knownDevices).where(eq(knownDevices.userId, userId))
    return {
      user: userJson(await getAccount(db, userId)),
      has_password: user.passwordHash !== null,
      password_expires_at: user.passwordExpiresAt,
      email_proven_at: user.emailProvenAt,
      phone_doubt: user.phoneDoubt,
      step_texts: user.stepTexts,
      sessions: await db
        .select({
          id: sessions.id,
          aal: sessions.aal,
          amr: sessions.amr,
          user_agent: sessions.userAgent,
          address: sessions.address,
          created_at: sessions.createdAt,
          last_seen_at: sessions.refreshedAt,
        })
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(desc(sessions.refreshedAt)),
      sign_ins: await db
        .select({
          created_at: signIns.createdAt,
          method: signIns.method,
          user_agent: signIns.userAgent,
          address: signIns.address,
        })
        .from(signIns)
        .where(eq(signIns.userId, userId))
        .orderBy(desc(signIns.createdAt)),
      mailed_codes: await db
        .select({
          purpose: oneTimeTokens.purpose,
          email: oneTimeTokens.email,
          created_at: oneTimeTokens.createdAt,
          expires_at: oneTimeTokens.expiresAt,
          profile_before: oneTimeTokens.profileBefore,
        })
        .from(oneTimeTokens)
        .where(eq(oneTimeTokens.userId, userId)),
      texted_codes: await db
        .select({
          purpose: phoneCodes.purpose,
          phone: phoneCodes.phone,
          created_at: phoneCodes.createdAt,
          expires_at: phoneCodes.expiresAt,
        })
        .from(phoneCodes)
        .where(eq(phoneCodes.userId, userId)),
      recovery_codes_left: await countRecoveryCodes(db, userId),
      known_devices: devices?.known ?? 0,
    }
  },
  // The owner of the proven address before can have the account back: nothing of it is erased until then.
  async closingRefusal(tx, userId, now) {
    const undoable = await tx.$count(oneTimeTokens, and(eq(oneTimeTokens.userId, userId), isReserving(now)))
    return undoable === 0
      ? null
      : 'Its email address was changed less than 7 days ago, which the old address can still undo. You can close it after that.'
  },
  async erase(tx, userId, now) {
    await revokeAccess(tx, userId)
    await tx.delete(signIns).where(eq(signIns.userId, userId))
    await tx.delete(identities).where(eq(identities.userId, userId))
    await tx
      .update(users)
      .set({
        email: null,
        emailConfirmedAt: null,
        emailProvenAt: null,
        passwordHash: null,
        passwordExpiresAt: null,
        passwordChangeRequired: false,
        userMetadata: {},
        confirmationSentAt: null,
        recoverySentAt: null,
        newEmail: null,
        emailChangeSentAt: null,
        newPhone: null,
        phoneChangeSentAt: null,
        phoneChangedAt: null,
        stepTexts: false,
        lastSignInAt: null,
        closedAt: now,
        updatedAt: now,
      })
      .where(eq(users.id, userId))
  },
}

/**
 * Deletes an account's sessions, factors, recovery codes, mailed tokens, pending flows and known devices. Password and identities are the caller's job.
 * @param except the flow that continues, and the session that stays
 */
export async function revokeAccess(
  tx: Tx,
  userId: string,
  except: { readonly flowId: string | null; readonly sessionId: string | null } = { flowId: null, sessionId: null },
): Promise<void> {
  for (const table of [factors, recoveryCodes, oneTimeTokens, phoneCodes, knownDevices])
    await tx.delete(table).where(eq(table.userId, userId))
  const others = except.sessionId === null ? undefined : ne(sessions.id, except.sessionId)
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), others))
  await tx.delete(flowStates).where(and(eq(flowStates.userId, userId), isOtherMail(except.flowId)))
}
