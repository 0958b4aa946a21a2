/** The mail for a forgotten password. */
import type { Letter } from '../../lib/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../lib/mail/compose.ts'

/** To a user who forgot the password. The link and the code expire together. */
export function recoveryLetter(auth: Auth, email: string, link: string, code: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Choose a new password',
    paragraphs: ['Someone asked to reset the password of your Taimako account. If it was you, please continue here.'],
    button: { text: 'Choose a new password', address: link },
    code,
    closing: [
      'The link and the code work once and expire after one hour.',
      'If it was not you, ignore this mail. Your password stays the same. Do not share the link or the code: we never ask for them.',
    ],
  })
}
