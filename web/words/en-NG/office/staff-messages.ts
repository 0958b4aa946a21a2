/** The words of the inbox. */
import type { ReplyChannel } from '../../../../contract/office/admin-reports-fields.ts'

const counted = (count: number | string) => (typeof count === 'number' ? count.toLocaleString('en-NG') : count)

export const messages = {
  title: 'Messages',
  searchHint: 'Start of a name or email',
  none: 'No messages yet',
  noneMore: 'Messages from the contact page and to applicants come here.',
  state: 'State',
  states: { new: 'Unread', read: 'Read', answered: 'Answered' },
  counting: 'Counting …',
  notCounted: 'They could not be counted',
  unanswered: (count: number | string, unread: number | string) =>
    count === 0
      ? 'All answered'
      : `${counted(count)} unanswered, ${unread === 0 ? 'none' : counted(unread)} of them unread`,
  from: { us: 'We wrote: ', them: '' },
  owner: 'Who answers',
  owners: { mine: 'Me', none: 'No one' },
  ownedBy: (name: string) => `${name} answers`,
  noOwner: 'No one answers yet',
  take: 'I answer this',
  giveTo: 'Give to',
  given: 'Saved who answers',
  notGiven: 'Not saved who answers',
  peopleFailed: 'The list of colleagues could not be loaded',
  thread: 'Message',
  noneOpen: 'No message open',
  noneOpenMore: 'Choose one from the list.',
  back: 'All messages',
  replies: 'Replies',
  repliedBy: (name: string, moment: string) => `Replied by ${name} on ${moment}`,
  wroteBack: (name: string, moment: string) => `${name || 'The applicant'} on ${moment}`,
  channels: {
    mail: 'by email',
    sms: 'told by text message',
    both: 'by email and text message',
    page: 'on their page',
  } satisfies Record<ReplyChannel | 'page', string>,
  reply: 'Your reply',
  replyHint: 'We email it from our address. Any answer goes to the support mailbox.',
  replyMissing: 'Enter a reply.',
  sendReply: 'Send reply',
  overtakenTitle: 'A reply was sent in the meantime',
  overtaken: 'Read the reply above. Send yours only if it is still needed.',
  mark: { new: 'Mark as unread', read: 'Mark as read', answered: 'Mark as answered' },
  marking: 'Marking …',

  about: 'About request',
  onTheirPage: 'The applicant sees this conversation on their page.',
  notOnTheirPage: 'Only staff see this with the request.',
  notVerified: 'Not verified',
  typedAddress:
    'Anyone can type this name and address. Before you act on it, ask the applicant in their request, or call them.',
  caseNumber: 'Which request is it about?',
  caseNumberHint: 'A case number, such as T-10452-0381-3. Leave it out if you know none.',
  caseNumberMissing: 'Enter a case number.',
  link: 'Link with this request',
  linking: 'Linking …',
  unlink: 'Remove the link',
  linked: 'Linked with the request',
  unlinked: 'Link removed',
  notLinked: 'The message could not be linked',
}
