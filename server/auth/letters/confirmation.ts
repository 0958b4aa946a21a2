/** Asks the owner of an address whether an account is to be made with it. */
import type { Letter } from '../../lib/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../lib/mail/compose.ts'

/** To an address that has to be confirmed before the first sign-in. The link and the code end together. */
export function confirmationLetter(auth: Auth, email: string, link: string, code: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Confirm your e-mail address',
    paragraphs: [
      'Somebody made an account at Taimako with this e-mail address. If it was you, please confirm it: then you can sign in.',
    ],
    button: { text: 'Confirm this address', address: link },
    code,
    closing: ['This works once, within 24 hours.', 'If it was not you, do nothing. Nobody can sign in with it.'],
  })
}
