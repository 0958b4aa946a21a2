/** What is mailed about another e-mail address: to the new one, and to the one that an account has now. */
import type { Letter } from '../../lib/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../lib/mail/compose.ts'

const NOT_YOU =
  'If it was not you, choose a new password now: somebody may be signed in as you. That also stops this change.'

/** Asks the owner of the new address. */
export function newAddressLetter(auth: Auth, newEmail: string, link: string, code: string): Promise<Letter> {
  return composeMail(auth, newEmail, {
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      'Somebody wants to use this e-mail address for an account at Taimako. If it was you, please confirm it.',
    ],
    button: { text: 'Confirm this address', address: link },
    code,
    closing: ['This works once, within one hour.', 'If it was not you, do nothing. The address is then not used.'],
  })
}

/** Asks the owner of the address that there is, where both must agree. */
export function currentAddressLetter(
  auth: Auth,
  email: string,
  newEmail: string,
  link: string,
  code: string,
): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Confirm the change of your e-mail address',
    paragraphs: [
      `Somebody asked to change the e-mail address of your account at Taimako to ${newEmail}. If it was you, please agree here.`,
      'We wrote to the new address too. The change takes place when both have agreed.',
    ],
    button: { text: 'Agree to the change', address: link },
    code,
    closing: ['This works once, within one hour.', NOT_YOU],
  })
}

/** Tells the owner of the address that there is. It holds no link that changes anything. */
export function addressChangeRequestedLetter(auth: Auth, email: string, newEmail: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Your e-mail address is about to change',
    paragraphs: [
      `Somebody asked to change the e-mail address of your account at Taimako to ${newEmail}. It changes when that address is confirmed.`,
    ],
    button: { text: 'Open my account', address: `${auth.env.publicUrl}/account` },
    closing: ['If it was you, there is nothing to do here.', NOT_YOU],
  })
}

/** Tells the owner of the address that was. */
export function addressChangedLetter(auth: Auth, oldEmail: string, newEmail: string): Promise<Letter> {
  return composeMail(auth, oldEmail, {
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `Your account at Taimako has another e-mail address now: ${newEmail}. This one does not sign in any more.`,
    ],
    closing: [
      'If it was you, there is nothing to do.',
      `If it was not you, write to ${auth.env.support.email} at once, from this address.`,
    ],
  })
}
