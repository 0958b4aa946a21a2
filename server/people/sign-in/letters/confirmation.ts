/** Asks the owner of an address to confirm a new account. */
import type { Letter } from '../../../platform/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../../platform/mail/compose.ts'

/** Mailed before the first sign-in. The link and the code expire together. */
export function confirmationLetter(auth: Auth, email: string, link: string, code: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Confirm your email address',
    paragraphs: [
      'Someone created a Taimako account with this email address. If it was you, please confirm the address. Then you can sign in.',
    ],
    button: { text: 'Confirm this address', address: link },
    code,
    closing: [
      'The link and the code work once and expire after 24 hours.',
      'If it was not you, ignore this mail. The account cannot be used.',
    ],
  })
}
