/** The mail that makes a device known to an account. */
import type { Letter } from '../../../platform/mail/outbox.ts'
import { composeMail } from '../../../platform/mail/compose.ts'
import type { Auth } from '../auth.ts'

/** To a user whose account is being guessed at: a link and a code, which sign no one in without the password. */
export function deviceCodeLetter(auth: Auth, email: string, link: string, code: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Is it you signing in?',
    paragraphs: [
      'Many wrong passwords were entered for your Taimako account. So a device that we do not know needs this code, and then your password.',
      'If you are signing in now, enter the code there, or open this link on the same device.',
    ],
    button: { text: 'This is my device', address: link },
    code,
    closing: [
      'The link and the code work once and expire after one hour.',
      'If it is not you, ignore this mail. No one can sign in without your password. Do not share the link or the code: we never ask for them.',
    ],
  })
}
