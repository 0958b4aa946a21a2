/** The rules of the queue that pages share with the server, in a separate file so that pages load no schemas. */
import { APPLICATION_STATUSES } from './handling-fields.ts'

/**
 * Next: what the caller can take now. Appeals: refused before, and the applicant asked for a second look. Answered: the applicant sent papers that no one has marked as read. Waiting: until a
 * day, or until the applicant answers. All: also decided requests.
 */
export const QUEUE_VIEWS = ['next', 'mine', 'answered', 'appeals', 'late', 'waiting', 'unassigned', 'all'] as const
export type QueueView = (typeof QUEUE_VIEWS)[number]

/** The most undecided requests that can be assigned to one person. */
export const ASSIGNED_MAX = 25

/** The most requests of one change, and of one file with the selected ones. */
export const BULK_ROWS_MAX = 100

export const TAG_CHARACTERS_MAX = 40
/** The most tags of one request. */
export const TAGS_OF_REQUEST_MAX = 10

/** How long a lease lasts after it was taken or renewed. */
export const LEASE_MINUTES = 5

/** How long a decision, or a request for papers, can be undone: its letter waits. */
export const UNDO_SECONDS = 60

/** `answered`: until the applicant answers. A late request is never hidden, whatever was chosen. */
export const WAITS = ['tomorrow', 'monday', 'date', 'answered'] as const
export type Wait = (typeof WAITS)[number]

/** How a call to the applicant ended. */
export const CALL_OUTCOMES = ['reached', 'not_reached', 'wrong_person'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

/**
 * Reasons to call an applicant who did not ask for it. `letter_failed`: a letter about the request did not arrive.
 * `text_reply`: they texted about a payout, and it did not count, or not all of it arrived.
 */
export const CALL_REASONS = ['letter_failed', 'text_reply'] as const
export type CallReason = (typeof CALL_REASONS)[number]

/** The kinds of news in a mail or a text message about a request. */
export const REQUEST_NEWS = [
  'received',
  'papers',
  ...APPLICATION_STATUSES,
  'granted',
  'ready',
  'handed_over',
  'award_cancelled',
  'held',
  'reminder',
  'answered',
  'lost',
  'message',
] as const
export type RequestNews = (typeof REQUEST_NEWS)[number]

/** Acts from an account that its owner is warned of: a stolen session could have done them. */
export const TOLD_ACTS = ['payeeChanged', 'wayChanged', 'withdrawn'] as const
export type ToldAct = (typeof TOLD_ACTS)[number]

/** Staff's acts on a request beside its status, as the timeline shows them. */
export const REQUEST_ACTS = [
  'assigned',
  'unassigned',
  'taken_over',
  // The request waits until a day or an answer, or no longer.
  'snoozed',
  'woken',
  'read',
  'tagged',
  'untagged',
  'taken_back',
  ...CALL_OUTCOMES,
  // Old cases have these two: they are no longer recorded.
  'unread',
  'printed',
] as const
export type RequestAct = (typeof REQUEST_ACTS)[number]
