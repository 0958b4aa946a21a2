/** The words of the beneficiary dashboard: one's requests for aid, and where each of them is. Toasts are in toasts.ts. */
import type { ApplicationStatus } from '../../../contract/application-fields.ts'
import type { DocumentType } from '../../../contract/document-limits.ts'
import { applicationNames } from './application-names.ts'

export const applications = {
  metaTitle: 'Beneficiary Dashboard · Taimako',
  title: 'Beneficiary Dashboard',
  welcome: (email: string) => `Welcome, ${email}`,
  backHome: 'Back to Home',
  needsScript: 'This page needs JavaScript. Without it you can still write to us by email or call:',

  listTitle: 'Your Applications',
  listLead: 'Every request for aid that you have sent, the newest first. Nobody sees them but you and our reviewers.',
  newRequest: 'Ask for aid',
  account: 'Your account',
  loading: 'Loading your requests …',
  none: 'No applications found. Submit your first aid request!',
  notLoaded: 'Your requests could not be loaded',
  notLoadedSafe: 'What you have sent is safe with us.',
  more: 'Show earlier requests',
  loadingMore: 'Loading …',

  begunTitle: 'You have begun a request on this device',
  begun: 'It has not been sent yet.',
  goOn: 'Go on with it',

  types: applicationNames.types,
  urgencies: applicationNames.urgencies,
  statuses: {
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Rejected',
    under_review: 'Under review',
  } satisfies Record<ApplicationStatus, string>,
  amount: 'Amount',
  urgency: 'Urgency',
  submitted: 'Submitted',
  status: 'Status',
  readAll: 'Read all of it',
  readLess: 'Show less',

  details: 'Where it is, and its documents',
  detailsNotLoaded: 'This could not be loaded',
  loadingDetails: 'Loading …',
  way: 'Where it is',
  steps: {
    sent: 'Sent',
    pending: 'Waiting again',
    under_review: 'Under review',
    approved: 'Decided: approved',
    rejected: 'Decided: rejected',
    decision: 'Decision',
  } satisfies Record<ApplicationStatus | 'sent' | 'decision', string>,
  toCome: 'still to come',
  reason: 'Our reviewers write:',

  next: 'What happens next',
  nextOf: {
    pending:
      'A person reads your request. If something is missing, we write to you or call. You need not send it again.',
    under_review: 'A reviewer is looking at it now, and may write to you or call with a question.',
    approved: 'We write to you or call, and agree with you how the aid reaches you.',
    rejected:
      'If something has changed, or you now have what was missing, please send a new request. You can use the same documents again.',
  } satisfies Record<ApplicationStatus, string>,
  nextIsYours:
    'We wait for what our reviewers asked you for. As soon as you have answered, they go on with your request.',
  typical: (time: string) => `A decision typically takes ${time}.`,
  typicalUnknown: 'We cannot say yet how long a decision takes.',
  hours: (count: number) => (count === 1 ? 'about an hour' : `about ${count} hours`),
  days: (count: number) => `about ${count} days`,

  waitingForYou: 'Waiting for you',
  papersAsked: 'We need something more from you',
  papersSince: (moment: string) => `Asked on ${moment}`,
  papersHow: 'You can send it here. If you cannot, write to us why: that is an answer too.',
  papersEnded: {
    done: {
      title: 'Your answer is sent',
      text: 'Our reviewers see it beside your request. You need not do anything more now.',
    },
    arrived_before: {
      title: 'We do not wait for this any more',
      text: 'It was answered before, or your request has been decided. Below is how it stands now. What you uploaded is kept, and you can use it again.',
    },
  },
  papersBefore: 'What we asked you for',
  papersAnswered: (moment: string) => `You answered on ${moment}.`,
  papersClosed: 'Your request went on without it. You need not send it any more.',
  papersMessage: 'You wrote:',
  sentAsAnswer: 'sent when we asked',

  documents: 'Documents',
  noDocuments: 'You sent no documents with it.',
  kinds: {
    'application/pdf': 'PDF',
    'image/jpeg': 'JPEG picture',
    'image/png': 'PNG picture',
    'image/webp': 'WebP picture',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  } satisfies Record<DocumentType, string>,
  kilobytes: (count: number) => `${count.toLocaleString('en-NG')} kB`,
  megabytes: (count: number) => `${count.toLocaleString('en-NG')} MB`,
  open: 'Open',
  openNamed: (name: string) => `Open ${name}`,
  opening: 'Opening …',
  save: 'Save',
  saveNamed: (name: string) => `Save ${name}`,
}
