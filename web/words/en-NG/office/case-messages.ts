/** The words of messages to people, in their request and in the inbox. */
import type { RequestNews } from '../../../../contract/aid/queue-fields.ts'
import type { Delivery, ReplyChannel } from '../../../../contract/office/admin-reports-fields.ts'

export const caseMessages = {
  channel: 'How we tell them',
  tellBy: { mail: 'Email', sms: 'Text message', both: 'Both' } satisfies Record<ReplyChannel, string>,
  smsPreview: 'The text message',
  readOnPage: 'They read it on their page and can answer there. The email or text message only says so.',
  unreachable: 'This person can be reached neither by email nor by text message. Call them.',

  write: 'Message to the applicant',
  writeMissing: 'Enter a message.',
  send: 'Send message',
  sent: 'Message written. It leaves in a minute.',
  notSent: 'The message was not sent',
  /** In the timeline of a request. */
  toApplicant: 'Message to the applicant',
  ofApplicant: 'The applicant wrote',
  weWrote: (subject: string) => `We wrote: ${subject}`,
  notVerified: (sender: string) => `${sender} (not verified)`,
  theyWrote: (subject: string) => `They wrote: ${subject}`,
  open: 'Open the conversation',
  /** In the timeline: a letter that went out beside a decision. */
  told: (news: string, by: 'mail' | 'sms') => `We told them by ${by === 'sms' ? 'text message' : 'email'}: ${news}`,
  news: {
    received: 'we have the request',
    papers: 'we need papers',
    pending: 'the request waits again',
    under_review: 'we look at the request',
    approved: 'it was approved',
    rejected: 'it was rejected',
    granted: 'something was granted',
    ready: 'it is ready',
    handed_over: 'it was sent or handed over',
    award_cancelled: 'what was granted has changed',
    held: 'payouts are held for a few days',
    reminder: 'please say whether it arrived',
    answered: 'an answer was recorded for them',
    lost: 'something was lost on the way',
    message: 'they have a message',
    code: 'the code of the slip',
  } satisfies Record<RequestNews | 'code', string>,
  /** Delivery of a mail, or of the text message in its place. */
  mail: {
    waiting: 'It leaves within a minute',
    held: 'The email is held. Until they confirm their address, we send at most one a day.',
    sending: 'It is on its way',
    sent: 'Sent',
    delivered: 'Delivered to their phone',
    undelivered: 'It did not reach their phone. They are on the list of calls.',
    failed: 'It could not be delivered',
    not_sent: 'Nothing was sent: there is no address, or no mail may go there',
  } satisfies Record<Delivery, string>,
  sms: {
    waiting: 'The text leaves within a minute',
    held: 'The text is held',
    sending: 'The text is on its way',
    sent: 'Text sent',
    delivered: 'Text delivered to their phone',
    undelivered: 'The text did not reach their phone',
    failed: 'The text could not be delivered',
    not_sent: 'No text was sent: there is no number, or texts are off',
  } satisfies Record<Delivery, string>,
  undoable: 'Not sent yet',
  undo: 'Undo',
  undone: 'Message taken back. Its text is in the form again.',
  notUndone: 'The message could not be taken back',
}
