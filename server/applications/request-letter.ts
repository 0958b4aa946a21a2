/**
 * The mail that says that a request for aid has arrived. Nothing of the request stands in it: mail is read on shared phones,
 * and over shoulders.
 */
import { composeMail } from '../lib/mail/compose.ts'
import type { Core } from '../lib/core.ts'
import type { Letter } from '../lib/mail/outbox.ts'

export function requestLetter(core: Core, recipient: string): Promise<Letter> {
  return composeMail(core, recipient, {
    subject: 'We have your request',
    paragraphs: [
      'Your request for aid has arrived. You need not send it again.',
      'A person will read it and decide. You can see on your page where it is, at any time.',
    ],
    button: { text: 'See your request', address: `${core.env.publicUrl}/beneficiary/dashboard` },
    closing: ['If it was not you who asked, please write to us.'],
  })
}
