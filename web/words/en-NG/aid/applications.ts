/** The words of the beneficiary dashboard: the user's requests for aid and their progress. Toasts are in toasts.ts. */
import type { ApplicationStatus } from '../../../../contract/aid/handling-fields.ts'
import { applicationNames } from './application-names.ts'

export const applications = {
  title: 'Beneficiary Dashboard',
  welcome: (email: string) => `Welcome, ${email}`,
  backHome: 'Back to Home',
  needsScript: 'You need JavaScript to use this page. You can email or call us instead:',

  listTitle: 'Your Applications',
  listLead:
    'All your requests for aid: what waits for you first, then the newest. Only you and our reviewers can see them.',
  newRequest: 'Ask for aid',
  account: 'Your account',
  complain: 'Complain',
  claim: 'Did our staff enter a request for you? Add it here',
  none: 'No applications found. Submit your first aid request!',
  notLoaded: 'Your requests could not be loaded',
  notLoadedSafe: 'The requests you sent are safe.',
  more: 'Show earlier requests',
  loadingMore: 'Loading …',

  mailStoppedTitle: 'Our email does not reach you',
  mailStopped:
    'A person who reads mail at your address told us that it is not theirs, so we send nothing there. Follow your requests on this page, or use another address.',
  mailStoppedLink: 'Change your email address',
  begunTitle: 'You started a request on this device',
  begun: 'It has not been sent yet.',
  continue: 'Continue',

  types: applicationNames.types,
  urgencies: applicationNames.urgencies,
  statuses: applicationNames.statuses,
  caseNumber: 'Case number',
  amount: 'Amount',
  description: 'Description',
  place: 'Place',
  urgency: 'Urgency',
  submitted: 'Submitted',
  decideBy: 'We decide by',
  status: 'Status',
  readAll: 'Show all',
  readLess: 'Show less',

  details: 'Progress and documents',
  detailsNotLoaded: 'The details could not be loaded',
  progress: 'Progress',
  steps: {
    sent: 'Sent',
    pending: 'Waiting again',
    under_review: 'Under review',
    approved: 'Decision: approved',
    rejected: 'Decision: rejected',
    decision: 'Decision',
  } satisfies Record<ApplicationStatus | 'sent' | 'decision', string>,
  toCome: 'to come',
  reason: 'From our reviewers:',

  next: 'What happens next',
  nextOf: {
    pending:
      'A person will read your request. If something is missing, we will write to you or call you. You do not need to send it again.',
    under_review: 'A reviewer is looking at your request, and may write to you or call you with a question.',
    approved: 'We will write to you or call you to agree how the aid reaches you.',
    rejected:
      'Has something changed, or do you have what was missing? You can send a new request with the same documents.',
  } satisfies Record<ApplicationStatus, string>,
  nextIsYours: 'We are waiting for what our reviewers asked you for. Once you reply, they continue with your request.',
  typical: (time: string) => `A decision typically takes ${time}.`,
  hours: (count: number) => (count === 1 ? 'about an hour' : `about ${count} hours`),
  days: (count: number) => `about ${count} days`,

  waitingForYou: 'Waiting for you',
  answered: 'Answered',
  papersAsked: 'We need something more from you',
  papersSince: (moment: string) => `Asked on ${moment}`,
  papersHow: 'Send it here. If you cannot, tell us why: that counts as a reply too.',
  papersEnded: {
    done: {
      title: 'Answer sent',
      text: 'Our reviewers see it with your request. You do not need to do anything more for now.',
    },
    arrived_before: {
      title: 'This is no longer needed',
      text: 'It has been answered, or your request has been decided. The current status is below. Your uploads are saved, and you can use them again.',
    },
  },
  papersBefore: 'What we asked you for',
  papersAnswered: (moment: string) => `You replied on ${moment}.`,
  papersClosed: 'Your request was decided without it. You do not need to send it any more.',
  papersMessage: 'You wrote:',
  sentAsAnswer: 'sent when we asked for it',
  addedLater: 'added later',

  documents: 'Documents',
  noDocuments: 'You sent no documents with this request.',
}
