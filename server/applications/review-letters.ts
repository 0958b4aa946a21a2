/**
 * The mails that tell an applicant what became of a request. They say where it is and no more: neither what was asked for, nor why
 * it was decided so. That stands behind the sign-in.
 */
import type { ApplicationStatus } from '../../contract/application-fields.ts'
import { composeMail } from '../lib/mail/compose.ts'
import type { Core } from '../lib/core.ts'
import type { Letter } from '../lib/mail/outbox.ts'

const STATUS_TEXTS: Readonly<Record<ApplicationStatus, string>> = {
  pending: 'Your request for aid waits for a decision again. You need not send it again.',
  under_review: 'A person is reading your request for aid now. You need not do anything.',
  approved: 'Your request for aid was approved.',
  rejected: 'Your request for aid was not approved. You can read the reason on your page.',
}

export function statusLetter(core: Core, recipient: string, status: ApplicationStatus): Promise<Letter> {
  return composeMail(core, recipient, {
    subject: 'News about your request',
    paragraphs: [STATUS_TEXTS[status]],
    button: seeRequest(core),
    closing: ['You can see on your page where it is, at any time.'],
  })
}

export function papersLetter(core: Core, recipient: string): Promise<Letter> {
  return composeMail(core, recipient, {
    subject: 'We need something more for your request',
    paragraphs: [
      'We are reading your request for aid, and need something more from you before we can decide.',
      'What it is stands on your page, and there you can answer.',
    ],
    button: seeRequest(core),
    closing: ['Your request stays with us meanwhile. You need not send it again.'],
  })
}

function seeRequest({ env }: Core) {
  return { text: 'See your request', address: `${env.publicUrl}/beneficiary/dashboard` }
}
