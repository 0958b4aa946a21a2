/** The mails that say that a sign-in through a provider was linked or unlinked: whoever did not do it hears of it. */
import type { Letter } from '../../lib/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import { composeMail } from '../../lib/mail/compose.ts'

/** @returns null for an account without an address */
export async function identityLinkedLetter(auth: Auth, email: string | null, provider: string): Promise<Letter | null> {
  if (email === null) return null
  return composeMail(auth, email, {
    subject: 'A sign-in was linked to your account',
    paragraphs: [
      `Your account at Taimako was linked to ${nameOf(auth, provider)} just now. From now on you can sign in with it.`,
    ],
    button: { text: 'See your account', address: `${auth.env.publicUrl}/account` },
    closing: [
      'If it was you, there is nothing to do.',
      'If it was not you, unlink it on your account page, choose a new password, and write to us.',
    ],
  })
}

/** @returns null for an account without an address */
export async function identityUnlinkedLetter(
  auth: Auth,
  email: string | null,
  provider: string,
): Promise<Letter | null> {
  if (email === null) return null
  return composeMail(auth, email, {
    subject: 'A sign-in was unlinked from your account',
    paragraphs: [
      `${nameOf(auth, provider)} was unlinked from your account at Taimako just now. It does not sign in to it any more.`,
    ],
    button: { text: 'See your account', address: `${auth.env.publicUrl}/account` },
    closing: [
      'If it was you, there is nothing to do.',
      'If it was not you, choose a new password at once, and write to us.',
    ],
  })
}

function nameOf({ env }: Auth, provider: string): string {
  if (provider === 'email') return 'The sign-in with your e-mail address and password'
  return env.accounts.oauth.find(({ id }) => id === provider)?.name ?? provider
}
