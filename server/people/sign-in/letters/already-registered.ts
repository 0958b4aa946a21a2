/** Tells the owner of an address that it already has an account, or had one until lately. */
import type { Letter } from '../../../platform/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../../platform/mail/compose.ts'

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

/** Mailed instead of a confirmation when someone signs up with an address that an account can still take back. */
export function addressReservedLetter(auth: Auth, email: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'This email address is reserved',
    paragraphs: [
      'Someone tried to create a Taimako account with this email address. An account used it less than 7 days ago and has another address now, so nothing was changed.',
      'If you did not change that address, open our mail “Your email address was changed” and choose “Undo the change”. Your account then gets this address back.',
    ],
    button: { text: 'Sign in', address: `${auth.env.publicUrl}/login` },
    closing: [
      'If you changed it yourself, sign in with the new address. This one becomes free 7 days after the change.',
    ],
  })
}
