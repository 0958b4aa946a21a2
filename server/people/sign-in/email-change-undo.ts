/**
 * Undoes a change of e-mail address by the link that the old address gets, for seven days. Who took over the account loses it:
 * everything that signs in ends, recovery codes too, except second steps and linked sign-ins from before the change. The profile of
 * before comes back, and later bank accounts and ways to be paid end.
 */
import { and, eq, gte, lt, ne, not, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { recordAudit } from '../../record/audit/audit.ts'
import { getProfile, putBackWords } from '../../record/profiles/profiles.ts'
import type { Auth } from './auth.ts'
import { setProvenEmail } from './email-identity.ts'
import { mailAccount } from './letters.ts'
import {
  factors,
  flowStates,
  identities,
  knownDevices,
  oneTimeTokens,
  phoneCodes,
  recoveryCodes,
  sessions,
  type OneTimeToken,
  type User,
} from './schema.ts'

/**
 * Gives the account its old address back. It has no password then: its owner chooses one.
 * @param user locked
 * @throws AuthRefusal `email_exists` if another account took the address, which had not been proven and so was not reserved
 */
export async function undoEmailChange(auth: Auth, tx: Tx, user: User, token: OneTimeToken): Promise<void> {
  const now = auth.clock.now()
  const { email, createdAt: changedAt } = token
  await setProvenEmail(tx, user.id, email, now, {
    passwordHash: null,
    passwordExpiresAt: null,
    passwordChangeRequired: true,
    newEmail: null,
    newPhone: null,
    // Staff see it, and payments wait.
    phoneChangedAt: now,
  })
  const since = and(
    eq(identities.userId, user.id),
    ne(identities.provider, 'email'),
    gte(identities.createdAt, changedAt),
  )
  await tx.delete(identities).where(since)
  await tx.delete(factors).where(and(eq(factors.userId, user.id), gte(factors.updatedAt, changedAt)))
  // A code for a new number, which can be texted again, would give it to the account afterwards.
  for (const table of [sessions, flowStates, knownDevices, recoveryCodes, phoneCodes])
    await tx.delete(table).where(eq(table.userId, user.id))
  // The link of an earlier change stays: otherwise a thief could change the address twice and undo only the second change.
  const earlier = and(eq(oneTimeTokens.purpose, 'email_change_undo'), lt(oneTimeTokens.createdAt, changedAt))
  await tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, user.id), not(earlier ?? sql`false`)))
  await putBack(auth, tx, user.id, token)
}

/** Undoes later changes of the account. Its owner gets a mail, and the staff see it. */
async function putBack(auth: Auth, tx: Tx, userId: string, token: OneTimeToken): Promise<void> {
  const now = auth.clock.now()
  const { email, createdAt: since, profileBefore } = token
  const profile = profileBefore !== null && (await putBackWords(tx, userId, profileBefore, now))
  let ways = false
  for (const part of auth.parts()) if (await part.endNamed?.(tx, userId, since, now)) ways = true
  const { id } = await getProfile({ db: tx }, userId)
  const about = { subject: 'beneficiary', subjectId: id, personId: userId } as const
  const changed = Object.entries({ profile, ways }).flatMap(([what, is]) => (is ? [what] : []))
  const audited = { action: 'beneficiary.put_back', ...about, after: { changed: changed.join(', ') } } as const
  await recordAudit(tx, { by: { applicantId: userId }, ...audited }, now)
  const without = ['profile', 'ways'].filter((part) => !changed.includes(part))
  await mailAccount(auth, tx, { id: userId, email }, null, 'addressUndone', () => ({ without }))
}
