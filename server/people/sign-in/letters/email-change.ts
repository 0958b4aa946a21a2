/** The mails about a change of e-mail address, to the new and to the current one. */
import type { Letter } from '../../../platform/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../../platform/mail/compose.ts'

const NOT_YOU =
  'If it was not you, change your password now: someone else may be signed in as you. That also cancels this change.'

/** To the new address: asks for confirmation. */
export function newAddressLetter(auth: Auth, newEmail: string, link: string, code: string): Promise<Letter> {
  return composeMail(auth, newEmail, {
    subject: 'Confirm your new email address',
    paragraphs: ['Someone wants to use this email address for a Taimako account. If it was you, please confirm it.'],
    button: { text: 'Confirm this address', address: link },
    code,
    closing: [
      'The link and the code work once and expire after one hour.',
      'If it was not you, ignore this mail. The address will not be used.',
    ],
  })
}

/** To the current address: asks for confirmation where both must confirm. */
export function currentAddressLetter(
  auth: Auth,
  email: string,
  newEmail: string,
  link: string,
  code: string,
): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Confirm the change of your email address',
    paragraphs: [
      `Someone asked to change the email address of your Taimako account to ${newEmail}. If it was you, please confirm it here.`,
      'We also wrote to the new address. The address changes when both are confirmed.',
    ],
    button: { text: 'Confirm the change', address: link },
    code,
    closing: ['The link and the code work once and expire after one hour.', NOT_YOU],
  })
}

/** To the current address: tells that a change was requested. It contains no link that changes anything. */
export function addressChangeRequestedLetter(auth: Auth, email: string, newEmail: string): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Your email address is about to change',
    paragraphs: [
      `Someone asked to change the email address of your Taimako account to ${newEmail}. It changes as soon as that address is confirmed.`,
    ],
    button: { text: 'Open my account', address: `${auth.env.publicUrl}/account` },
    closing: ['If it was you, you do not need to do anything.', NOT_YOU],
  })
}

/** To the old address: tells that the address was changed, with a link that undoes it. */
export function addressChangedLetter(auth: Auth, oldEmail: string, newEmail: string, link: string): Promise<Letter> {
  return composeMail(auth, oldEmail, {
    subject: 'Your email address was changed',
    paragraphs: [
      `Your Taimako account now uses the email address ${newEmail}. You can no longer sign in with this one.`,
      'If it was you, you do not need to do anything. If it was not you, undo the change: your account gets this address back, everyone else is signed out, and you choose a new password.',
    ],
    button: { text: 'Undo the change', address: link },
    closing: [
      'The link works once and expires after 7 days. Do not share it.',
      `If the link does not work, write to ${auth.env.support.email} immediately, from this address.`,
    ],
  })
}
