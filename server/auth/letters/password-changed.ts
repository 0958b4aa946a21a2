/** Tells the owner of an account that its password is another one now. */
import type { Letter } from '../../lib/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../lib/mail/compose.ts'

/** To the owner of an account whose password is another one now. It has no link that signs in. */
export function passwordChangedLetter(auth: Auth, email: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account at Taimako was changed just now. Every other device was signed out, and signs in again with the new one.',
    ],
    button: { text: 'Choose a new password', address: `${auth.env.publicUrl}/forgot-password` },
    closing: [
      'If it was you, there is nothing to do.',
      'If it was not you, use the button now to take your account back.',
    ],
  })
}
