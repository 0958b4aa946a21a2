/** The words with which staff composes a decision. */
import { review } from './review.ts'

export const composer = {
  templates: 'Templates',
  filterTemplates: 'Filter the templates',
  noTemplates: 'No template has this word.',
  papers: 'The papers in place of {papers}',
  papersHint: 'One to a line, for example: hospital bill, second page.',
  preview: 'Preview',
  notPreviewed: 'Failed to preview the text',
  onPage: 'On their page',
  inMail: (subject: string) => `In the email: ${subject}`,
  identity: (name: string) => `I checked who ${name} is (i)`,
  identityHint: 'By papers, a call, or a colleague. Otherwise two people compare the bank account before it is paid.',
  sending: 'One moment …',
  andNext: (button: string) => `${button} and next`,
  /** For people whom no mail reaches. */
  readAloud: {
    reason: 'We have no email for this person: read it to them on the telephone. It is kept with the request.',
    papers: 'We have no email for this person: read it to them on the telephone, and say where to bring the papers.',
  },
  kinds: {
    approved: {
      title: 'Approve this request',
      label: review.reason,
      hint: review.reasonHint,
      missing: undefined,
      button: review.approve,
    },
    rejected: {
      title: 'Reject this request',
      label: review.reason,
      hint: review.reasonHint,
      missing: review.reasonMissing,
      button: review.reject,
    },
    papers: {
      title: 'Ask for papers',
      label: review.papersText,
      hint: review.papersHint,
      missing: review.papersMissing,
      button: review.askPapers,
    },
    pending: {
      title: 'Move back to pending',
      label: review.reason,
      hint: review.reasonHint,
      missing: undefined,
      button: review.toPending,
    },
  },
  undo: 'Undo',
  undone: 'Taken back. No letter was sent.',
  notUndone: 'Failed to take it back',
  decided: (number: string, outcome: string) => `${number}: ${outcome}.`,
}
