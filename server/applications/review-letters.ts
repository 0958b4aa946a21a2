/** Mails about the status of a request. They contain neither the request nor the reason, which need a sign-in. */
import type { ApplicationStatus } from '../../contract/application-fields.ts'
import { composeMail } from '../lib/mail/compose.ts'
import type { Core } from '../lib/core.ts'
import type { Letter } from '../lib/mail/outbox.ts'

const STATUS_TEXTS: Readonly<Record<ApplicationStatus, string>> = {
  pending: 'Your request for aid is waiting for a decision again. You do not need to send it again.',
  under_review: 'A person is now reading your request for aid. You do not need to do anything.',
  approved: 'Your request for aid was approved.',
  rejected: 'Your request for aid was not approved. You can read the reason on your page.',
}

export function statusLetter(core: Core, recipient: string, status: ApplicationStatus): Promise<Letter> {
  return composeMail(core, recipient, {
    subject: 'News about your request',
    paragraphs: [STATUS_TEXTS[status]],
    button: seeRequest(core),
    closing: ['You can check its progress on your page at any time.'],
  })
}

export function papersLetter(core: Core, recipient: string): Promise<Letter> {
  return composeMail(core, recipient, {
    subject: 'We need more information for your request',
    paragraphs: [
      'We are reading your request for aid and need more from you before we can decide.',
      'See what we need, and reply, on your page.',
    ],
    button: seeRequest(core),
    closing: ['We keep your request in the meantime. You do not need to send it again.'],
  })
}

function seeRequest({ env }: Core) {
  return { text: 'See your request', address: `${env.publicUrl}/beneficiary/dashboard` }
}
