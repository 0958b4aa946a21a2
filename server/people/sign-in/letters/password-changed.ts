/** Tells a user that the password was changed. */
import type { Letter } from '../../../platform/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../../platform/mail/compose.ts'

/** To the account's owner. It contains no link that signs in. */
export function passwordChangedLetter(auth: Auth, email: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your Taimako account was changed. Every other device was signed out and needs the new password.',
    ],
    button: { text: 'Choose a new password', address: `${auth.env.publicUrl}/forgot-password` },
    closing: [
      'If it was you, you do not need to do anything.',
      'If it was not you, use the button now to recover your account.',
    ],
  })
}
