/** The mail that confirms that an account was closed, to its last address. */
import { composeMail } from '../../platform/mail/compose.ts'
import type { Core } from '../../platform/core.ts'
import type { Letter } from '../../platform/mail/outbox.ts'

export function accountClosedLetter(core: Core, email: string): Promise<Letter> {
  return composeMail(core, email, {
    subject: 'Your account was closed',
    paragraphs: [
      'Your Taimako account was closed and your data was erased. Payment records stay in the books, without your name.',
      'Thank you for being with us. You can create a new account at any time; it starts empty.',
    ],
    closing: [`If it was not you, write to ${core.env.support.email}: someone else knew your password.`],
  })
}
