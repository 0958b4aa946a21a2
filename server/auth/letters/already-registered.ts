/** Tells the owner of an address that it already has an account. */
import type { Letter } from '../../lib/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../lib/mail/compose.ts'

/** Mailed instead of a confirmation when someone signs up with a known address. The sign-up itself does not tell. */
export function alreadyRegisteredLetter(auth: Auth, email: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'You already have an account',
    paragraphs: [
      'Someone tried to create a Taimako account with this email address. It already has one, so nothing was changed.',
      'If it was you, sign in. If you do not remember your password, choose “Forgot your password?” there.',
    ],
    button: { text: 'Sign in', address: `${auth.env.publicUrl}/login` },
    closing: ['If it was not you, ignore this mail.'],
  })
}
