/** The mail that confirms a change of how an account is signed in to. */
import type { Letter } from '../../../platform/mail/outbox.ts'
import { composeMail } from '../../../platform/mail/compose.ts'
import type { Auth } from '../auth.ts'

/** To the account's owner: a code to type on the page that asks for it. */
export function reauthenticationLetter(auth: Auth, email: string, code: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Confirm that it is you',
    paragraphs: [
      'Someone wants to change how your Taimako account is signed in to. If it is you, enter this code on the page that asks for it.',
    ],
    code,
    closing: [
      'The code works once and expires after 15 minutes.',
      `If it is not you, someone else may be signed in as you. Choose a new password now, which ends that: ${auth.env.publicUrl}/forgot-password`,
    ],
  })
}
