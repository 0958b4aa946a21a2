/** The mails that tell a user that recovery codes were made or used, in case it was not them. */
import { composeMail } from '../../../platform/mail/compose.ts'
import type { Letter } from '../../../platform/mail/outbox.ts'
import type { Account } from '../accounts.ts'
import type { Auth } from '../auth.ts'
import { momentOf } from './factors.ts'

/** @returns null if the account has no address */
export async function recoveryCodesMadeLetter(auth: Auth, { email }: Account): Promise<Letter | null> {
  if (email === null) return null
  return composeMail(auth, email, {
    subject: 'Recovery codes were made for your account',
    paragraphs: [
      `Ten recovery codes were made for your Taimako account, on ${momentOf(auth)}.`,
      'Each can be used once in place of your second step. Earlier recovery codes no longer work.',
    ],
    button: { text: 'View your account', address: `${auth.env.publicUrl}/account` },
    closing: ['If this was not you, change your password immediately and write to us.'],
  })
}

/**
 * @param left how many codes are not used yet
 * @returns null if the account has no address
 */
export async function recoveryCodeUsedLetter(auth: Auth, { email }: Account, left: number): Promise<Letter | null> {
  if (email === null) return null
  return composeMail(auth, email, {
    subject: `A recovery code was used, ${left} left`,
    paragraphs: [
      `A recovery code was used in place of the second step of your Taimako account, on ${momentOf(auth)}.`,
      left === 0 ? 'You have no recovery codes left. Make new ones on your account page.' : `You have ${left} left.`,
    ],
    button: { text: 'View your account', address: `${auth.env.publicUrl}/account` },
    closing: ['If this was not you, change your password immediately and write to us.'],
  })
}
