/** Tells the owner of an account that somebody signed in from a device that it has not seen before. */
import { readUserAgent } from '../../../contract/user-agent.ts'
import type { Letter } from '../../lib/mail/outbox.ts'
import type { Auth } from '../auth.ts'
import type { Origin } from '../sessions.ts'
import { composeMail } from '../../lib/mail/compose.ts'

/** To the owner of an account that was used on a device it has not seen. */
export function deviceLetter(auth: Auth, email: string, { userAgent, address }: Origin): Promise<Letter> {
  return composeMail(auth, email, {
    subject: 'Your account was used on a new device',
    paragraphs: [
      'Somebody signed in to your account at Taimako from a device that it has not seen before.',
      `When: ${inLagos.format(auth.clock.now())}, Lagos time. Device: ${nameOf(userAgent)}. Network address: ${address}.`,
    ],
    button: { text: 'See your devices', address: `${auth.env.publicUrl}/account` },
    closing: [
      'If it was you, there is nothing to do.',
      `If it was not you, choose a new password now, which signs every other device out: ${auth.env.publicUrl}/forgot-password`,
    ],
  })
}

const inLagos = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** In words of ours: what a device calls itself may be anything, and this is a mail from us. */
function nameOf(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  if (browser === undefined && system === undefined) return 'one that does not say what it is'
  if (system === undefined) return browser ?? ''
  return `${browser ?? 'a browser'} on ${system}`
}
