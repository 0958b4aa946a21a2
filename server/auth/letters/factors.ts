/** The mails that say that a second step was added or removed: whoever did not do it hears of it. */
import type { Letter } from '../../lib/mail/outbox.ts'
import type { Account } from '../accounts.ts'
import type { Auth } from '../auth.ts'
import type { Factor } from '../schema.ts'
import { composeMail } from '../../lib/mail/compose.ts'

type Named = Pick<Factor, 'factorType' | 'phone'>

/** @returns null for an account without an address */
export async function factorAddedLetter(auth: Auth, { email }: Account, factor: Named): Promise<Letter | null> {
  if (email === null) return null
  return composeMail(auth, email, {
    subject: 'A second step was added to your account',
    paragraphs: [
      `${nameOf(factor)} was added to your Taimako account as a second step, on ${momentOf(auth)}.`,
      'From now on signing in asks for its code as well. On other devices you have to sign in again.',
    ],
    button: { text: 'See your account', address: `${auth.env.publicUrl}/account` },
    closing: ['If this was not you, write to us at once: somebody else knows your password.'],
  })
}

/** @returns null for an account without an address */
export async function factorRemovedLetter(auth: Auth, { email }: Account, factor: Named): Promise<Letter | null> {
  if (email === null) return null
  return composeMail(auth, email, {
    subject: 'A second step was removed from your account',
    paragraphs: [
      `${nameOf(factor)} was removed from the second steps of your Taimako account, on ${momentOf(auth)}.`,
      'Signing in does not ask for its code any more.',
    ],
    button: { text: 'See your account', address: `${auth.env.publicUrl}/account` },
    closing: ['If this was not you, choose a new password at once, and write to us.'],
  })
}

/** Never the whole number: mail is read by others too. */
function nameOf({ factorType, phone }: Named): string {
  return factorType === 'totp' ? 'An authenticator app' : `The phone number that ends in ${(phone ?? '').slice(-2)}`
}

const inLagos = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

function momentOf({ clock }: Auth): string {
  return `${inLagos.format(clock.now())} (Lagos time)`
}
