/** Mails the confirmation of a new account's address, if AUTH_CONFIRM_EMAIL requires one. verify.ts handles the link. */
import { eq } from 'drizzle-orm'
import type { Tx } from '../lib/db/db.ts'
import { enqueueMail } from '../lib/mail/outbox.ts'
import type { Auth } from './auth.ts'
import { confirmationLetter } from './letters/confirmation.ts'
import { openMailFlow, secondsUntilNextMail, type RedirectTarget } from './mail-requests.ts'
import { issueToken } from './one-time-tokens.ts'
import { users, type User } from './schema.ts'

type Unconfirmed = Pick<User, 'id' | 'confirmationSentAt'>

/**
 * Mails a link and a code. Does nothing within a minute of the last mail, silently: an error would tell that the address is known.
 * @param user locked, with an unconfirmed address
 */
export async function mailConfirmation(
  auth: Auth,
  tx: Tx,
  { id: userId, confirmationSentAt }: Unconfirmed,
  email: string,
  target: RedirectTarget,
): Promise<void> {
  const now = auth.clock.now()
  if (secondsUntilNextMail(confirmationSentAt, now) > 0) return
  const flowId = await openMailFlow(auth, tx, 'signup', userId, target)
  const { redirectTo } = target
  const { link, code } = await issueToken(auth, tx, { userId, purpose: 'signup', email, flowId, redirectTo })
  await tx.update(users).set({ confirmationSentAt: now }).where(eq(users.id, userId))
  await enqueueMail(tx, await confirmationLetter(auth, email, link, code), now)
}
