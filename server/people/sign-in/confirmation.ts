/** Mails the confirmation of a new account's address, if AUTH_CONFIRM_EMAIL requires one. verify.ts handles the link. */
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import { NO_RECIPIENT } from '../../platform/mail/mail.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { wordsFor } from './account-texts.ts'
import type { Auth } from './auth.ts'
import { accountLetter } from './letters.ts'
import { NO_USER_ID, openMailFlow, secondsUntilNextMail, type RedirectTarget } from './mail-requests.ts'
import { issueToken } from './one-time-tokens.ts'
import { redirectIn } from './redirects.ts'
import { users, type User } from './schema.ts'

type Unconfirmed = Pick<User, 'id' | 'confirmationSentAt'>

/**
 * Mails a link and a code. Within a minute of the last mail it sends none and reports no error, but runs the same statements: an error
 * or a faster answer would reveal that the address is known.
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
  const receives = secondsUntilNextMail(confirmationSentAt, now) === 0
  const receiver = receives ? userId : NO_USER_ID
  const flowId = await openMailFlow(auth, tx, 'signup', userId, target)
  const words = await wordsFor(auth, tx, userId, target.page)
  const redirectTo = redirectIn(auth.env.publicUrl, words.tag, target.redirectTo)
  const { askedFrom } = target
  const token = { userId: receiver, purpose: 'signup', email, flowId, redirectTo, askedFrom } as const
  const issued = await issueToken(auth, tx, token)
  await tx.update(users).set({ confirmationSentAt: now }).where(eq(users.id, receiver))
  const letter = await composeMail(
    auth,
    email,
    accountLetter(auth, 'confirmation', words, () => issued),
  )
  await enqueueMail(tx, receives ? letter : { ...letter, recipient: NO_RECIPIENT }, now)
}
