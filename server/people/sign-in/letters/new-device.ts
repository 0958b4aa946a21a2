/** Tells a user about a sign-in from a new device. */
import { readUserAgent } from '../../../../contract/platform/user-agent.ts'
import type { Letter } from '../../../platform/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import type { Origin } from '../sessions.ts'
import { composeMail } from '../../../platform/mail/compose.ts'

/** To the account's owner: when, on which device and from where, and what to do. */
export function deviceLetter(auth: Auth, email: string, { userAgent, address }: Origin): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Your account was used on a new device',
    paragraphs: [
      'Someone signed in to your Taimako account on a new device.',
      `When: ${inLagos.format(auth.clock.now())}, Lagos time. Device: ${nameOf(userAgent)}. Network address: ${address}.`,
    ],
    button: { text: 'View your devices', address: `${auth.env.publicUrl}/account` },
    closing: [
      'If it was you, you do not need to do anything.',
      `If it was not you, change your password now. That signs out every other device: ${auth.env.publicUrl}/forgot-password`,
    ],
  })
}

const inLagos = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** Uses our own names only: a user agent can contain any text, and this mail is from us. */
function nameOf(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  if (browser === undefined && system === undefined) return 'unknown'
  if (system === undefined) return browser ?? ''
  return `${browser ?? 'a browser'} on ${system}`
}
