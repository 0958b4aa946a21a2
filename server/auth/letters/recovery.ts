/** Brings a way back in to whoever does not know the password any more. */
import type { Letter } from '../../lib/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../lib/mail/compose.ts'

/** To somebody who forgot the password. The link and the code end together. */
export function recoveryLetter(auth: Auth, email: string, link: string, code: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Choose a new password',
    paragraphs: ['Somebody asked for a new password for your account at Taimako. If it was you, please go on here.'],
    button: { text: 'Choose a new password', address: link },
    code,
    closing: [
      'This works once, within one hour.',
      'If it was not you, do nothing. Your password stays as it is. Give the link and the code to nobody: we never ask for them.',
    ],
  })
}
