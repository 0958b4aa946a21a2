/** Confirming the address of a new account, where AUTH_CONFIRM_EMAIL asks for it: the mail. Its link is verify.ts's. */
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
 * Mails a link and a code. Within a minute of the last one, nothing: silently, or it would tell who is known.
 * @param user locked, with an address that waits to be confirmed
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
