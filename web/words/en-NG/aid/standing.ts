/** The words of /aid/status: where a request is, by its number and a telephone number. */
import { APPEAL_DAYS } from '../../../../contract/aid/application-fields.ts'
import type { ApplicationStatus } from '../../../../contract/aid/handling-fields.ts'

export const standing = {
  metaDescription: 'See where your request for aid is, with its number and your telephone number. No sign-in needed.',
  title: 'Where is my request?',
  lead: 'With its number and your telephone number, without signing in.',
  formTitle: 'Look up a request',
  caseNumber: 'Number of the request',
  caseHint: 'Such as T-10452-0381-3. We gave it to you when you asked.',
  caseMissing: 'Enter the number of your request.',
  phone: 'Telephone number',
  phoneHint: 'The one that we have from you.',
  phoneMissing: 'Enter your telephone number.',
  look: 'Show where it is',
  looking: 'Looking …',
  notFound:
    'We found no request with this number and this telephone number. Check both. After many tries we find nothing for an hour.',
  names: {
    pending: 'We have your request',
    under_review: 'A reviewer is looking at your request',
    approved: 'We said yes',
    rejected: 'We said no',
  } satisfies Record<ApplicationStatus, string>,
  next: {
    pending: 'A person will read it. You do not need to send it again.',
    under_review: 'They may write to you or call you with a question.',
    approved: 'We write to you or call you to agree how the aid reaches you. It may be on its way already.',
    rejected: `We told you why. Within ${APPEAL_DAYS} days of our answer you can ask once for someone else to decide: on your page, or call us.`,
  } satisfies Record<ApplicationStatus, string>,
  waiting: 'We wait for something from you',
  waitingMore: 'We asked you for it by email or by telephone. Look at your page, or call us.',
  decideBy: (day: string) => `We decide by ${day}.`,
  moreTitle: 'More about your request',
  more: 'This page shows nothing else, so that no one learns what you asked for. Sign in, or call us.',
  page: 'Your requests',
  needsScript: 'Looking up a request needs JavaScript. You can call us instead.',
}
