/** The mail for a forgotten password. */
import type { Letter } from '../../../platform/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../../platform/mail/compose.ts'

const FIRST_PROOF =
  'This address was never confirmed. To be sure that the account is yours alone, saving a new password signs out every device and removes the old password, second steps, linked sign-in methods and phone number that it has now.'

/**
 * To a user who forgot the password. The link and the code expire together.
 * @param isProven whether the address was proven before; if not, the new password resets the account (decision 0013)
 */
export function recoveryLetter(
  auth: Auth,
  email: string,
  { link, code }: { link: string; code: string },
  isProven: boolean,
): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Choose a new password',
    paragraphs: [
      'Someone asked to reset the password of your Taimako account. If it was you, please continue here.',
      ...(isProven ? [] : [FIRST_PROOF]),
    ],
    button: { text: 'Choose a new password', address: link },
    code,
    closing: [
      'The link and the code work once and expire after one hour.',
      'If it was not you, ignore this mail. Your password stays the same. Do not share the link or the code: we never ask for them.',
    ],
  })
}
