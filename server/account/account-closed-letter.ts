/** The mail that says an account was closed, to the address that it had. */
import { composeMail } from '../lib/mail/compose.ts'
import type { Core } from '../lib/core.ts'
import type { Letter } from '../lib/mail/outbox.ts'

export function accountClosedLetter(core: Core, email: string): Promise<Letter> {
  return composeMail(core, email, {
    subject: 'Your account was closed',
    paragraphs: [
      'Your account at Taimako was closed, and what it knew about you was erased. Rows of money stay in the books, without your name.',
      'Thank you for having been here. You can make a new account at any time; it begins empty.',
    ],
    closing: [`If it was not you, write to ${core.env.support.email}: somebody else knew your password.`],
  })
}
