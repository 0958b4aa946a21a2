/** The mails that tell a user that a second step was added or removed, in case it was not them. */
import type { Letter } from '../../../platform/mail/outbox.ts'
import type { Account } from '../accounts.ts'
import type { Auth } from '../auth.ts'
import type { Factor } from '../schema.ts'
import { composeMail } from '../../../platform/mail/compose.ts'

type Named = Pick<Factor, 'factorType' | 'phone'>

/** @returns null if the account has no address */
export async function factorAddedLetter(auth: Auth, { email }: Account, factor: Named): Promise<Letter | null> {
  if (email === null) return null
  return composeMail(auth, email, {
    subject: 'A second step was added to your account',
    paragraphs: [
      `${nameOf(factor)} was added to your Taimako account as a second step, on ${momentOf(auth)}.`,
      'From now on, signing in also needs a code from it. Your other devices need to sign in again.',
    ],
    button: { text: 'View your account', address: `${auth.env.publicUrl}/account` },
    closing: ['If this was not you, write to us immediately: someone else knows your password.'],
  })
}

/** @returns null if the account has no address */
export async function factorRemovedLetter(auth: Auth, { email }: Account, factor: Named): Promise<Letter | null> {
  if (email === null) return null
  return composeMail(auth, email, {
    subject: 'A second step was removed from your account',
    paragraphs: [
      `${nameOf(factor)} was removed as a second step of your Taimako account, on ${momentOf(auth)}.`,
      'Signing in no longer needs a code from it.',
    ],
    button: { text: 'View your account', address: `${auth.env.publicUrl}/account` },
    closing: ['If this was not you, change your password immediately and write to us.'],
  })
}

/** Never the whole number: other people may read the mail. */
function nameOf({ factorType, phone }: Named): string {
  return factorType === 'totp' ? 'An authenticator app' : `The phone number ending in ${(phone ?? '').slice(-2)}`
}

const inLagos = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** Now, in words, in Nigeria. */
export function momentOf({ clock }: Auth): string {
  return `${inLagos.format(clock.now())} (Lagos time)`
}
