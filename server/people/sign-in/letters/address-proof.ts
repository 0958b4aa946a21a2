/** The code with which a signed-in user proves the address of the account. */
import type { Letter } from '../../../platform/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../../platform/mail/compose.ts'

/** It has no link: only the session that asked for the code may use it. */
export function addressProofLetter(auth: Auth, email: string, code: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Confirm your email address',
    paragraphs: [
      'You are adding a second step to your Taimako account. Confirm that this address is yours, so that no one else can recover the account.',
    ],
    code,
    closing: [
      'The code works once and expires after one hour.',
      'If it was not you, ignore this mail and do not share the code. Someone may have registered your address: to take the account over, choose “Forgot your password?” on the sign-in page.',
    ],
  })
}
