/** Confirms that a request for aid has arrived. It says nothing about the request, because phones are shared. */
import { composeMail } from '../lib/mail/compose.ts'
import type { Core } from '../lib/core.ts'
import type { Letter } from '../lib/mail/outbox.ts'

export function requestLetter(core: Core, recipient: string): Promise<Letter> {
  return composeMail(core, recipient, {
    subject: 'We have your request',
    paragraphs: [
      'We have received your request for aid. You do not need to send it again.',
      'A person will read it and decide. You can check its progress on your page at any time.',
    ],
    button: { text: 'See your request', address: `${core.env.publicUrl}/beneficiary/dashboard` },
    closing: ['If you did not send this request, please write to us.'],
  })
}
