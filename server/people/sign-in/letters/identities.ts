/** The mails that tell a user that a provider was linked or unlinked, in case it was not them. */
import type { Letter } from '../../../platform/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../../platform/mail/compose.ts'

/** @returns null if the account has no address */
export async function identityLinkedLetter(auth: Auth, email: string | null, provider: string): Promise<Letter | null> {
  if (email === null) return null
  return composeMail(auth, email, {
    subject: 'A sign-in method was added to your account',
    paragraphs: [`Your Taimako account was linked to ${nameOf(auth, provider)}. You can now sign in with it.`],
    button: { text: 'View your account', address: `${auth.env.publicUrl}/account` },
    closing: [
      'If it was you, you do not need to do anything.',
      'If it was not you, unlink it on your account page, change your password, and write to us.',
    ],
  })
}

/** @returns null if the account has no address */
export async function identityUnlinkedLetter(
  auth: Auth,
  email: string | null,
  provider: string,
): Promise<Letter | null> {
  if (email === null) return null
  return composeMail(auth, email, {
    subject: 'A sign-in method was removed from your account',
    paragraphs: [
      `${nameOf(auth, provider)} was unlinked from your Taimako account. You can no longer sign in with it.`,
    ],
    button: { text: 'View your account', address: `${auth.env.publicUrl}/account` },
    closing: [
      'If it was you, you do not need to do anything.',
      'If it was not you, change your password immediately and write to us.',
    ],
  })
}

function nameOf({ env }: Auth, provider: string): string {
  if (provider === 'email') return 'The sign-in with your email address and password'
  return env.accounts.oauth.find(({ id }) => id === provider)?.name ?? provider
}
