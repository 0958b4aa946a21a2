/** Requests for a mail to reset a password. verify.ts handles its link and code. */
import { eq } from 'drizzle-orm'
import { composeMail } from '../../platform/mail/compose.ts'
import { NO_RECIPIENT } from '../../platform/mail/mail.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { isBanned } from './accounts.ts'
import { wordsFor } from './account-texts.ts'
import type { Auth } from './auth.ts'
import { checkCaptcha } from './captcha.ts'
import { readEmail } from './email-address.ts'
import { accountLetter } from './letters.ts'
import {
  lockUserByEmail,
  NO_USER_ID,
  openMailFlow,
  secondsUntilNextMail,
  readRedirectTarget,
  type RedirectTarget,
  type RedirectFields,
} from './mail-requests.ts'
import { issueToken } from './one-time-tokens.ts'
import { redirectIn } from './redirects.ts'
import { AuthRefusal } from './refusals.ts'
import { users } from './schema.ts'
import type { Origin } from './sessions.ts'

/** `POST /recover`. An empty string is a field that was not sent. */
export interface RecoveryRequest extends RedirectFields {
  readonly email: string
  readonly captchaToken: string
}

/**
 * Mails a link and a code if the address has an account, at most once a minute.
 *
 * Neither the answer nor its time tells whether the address is known: it is looked up after the answer.
 * @throws AuthRefusal `captcha_failed`, `recovery_without_address`, `invalid_email`, and those of the challenge
 * (docs/protocols/auth.md section 5.6; stricter within a minute of the last mail, section 12)
 */
export async function requestRecovery(auth: Auth, request: RecoveryRequest, origin: Origin): Promise<void> {
  await checkCaptcha(auth, request.captchaToken, origin.address)
  if (request.email === '') throw new AuthRefusal('recovery_without_address')
  const email = readEmail(request.email)
  if (email === null) throw new AuthRefusal('invalid_email')
  const target = readRedirectTarget(auth, request, origin)
  auth.background.run('auth.recovery', () => mailRecovery(auth, email, target))
}

/** Runs the same statements for every address, with `NO_USER_ID` when no mail is sent, so that timing reveals nothing. */
function mailRecovery(auth: Auth, email: string, target: RedirectTarget): Promise<void> {
  return auth.db.transaction(async (tx) => {
    const now = auth.clock.now()
    const user = await lockUserByEmail(tx, email)
    const receives =
      user !== null &&
      !isBanned({ banned_until: user.bannedUntil }, now) &&
      secondsUntilNextMail(user.recoverySentAt, now) === 0
    const userId = receives ? user.id : NO_USER_ID
    const flowId = await openMailFlow(auth, tx, 'recovery', user?.id ?? null, target)
    const words = await wordsFor(auth, tx, user?.id ?? NO_USER_ID, target.page)
    const { askedFrom } = target
    const redirectTo = redirectIn(auth.env.publicUrl, words.tag, target.redirectTo)
    const issued = await issueToken(auth, tx, { userId, purpose: 'recovery', email, flowId, redirectTo, askedFrom })
    await tx.update(users).set({ recoverySentAt: now }).where(eq(users.id, userId))
    const facts = { ...issued, without: user?.emailProvenAt === null ? [] : ['firstProof'] }
    const letter = await composeMail(
      auth,
      email,
      accountLetter(auth, 'recovery', words, () => facts),
    )
    await enqueueMail(tx, receives ? letter : { ...letter, recipient: NO_RECIPIENT }, now)
  })
}
