/** Explains the error codes of work on requests to developers, as error-help.ts does for all others. */
import type { ErrorCode } from './errors.ts'

export const requestErrorHelp = {
  request_not_approved: {
    meaning: 'The status of the request is not approved.',
    action: 'Approve the request first.',
  },
  not_assignable: {
    meaning: 'The account is no administrator, or is closed, or the person sent or entered this request.',
    action: 'Choose one of `GET /api/admin/queue/people`.',
  },
  too_many_assigned: {
    meaning: 'The person has 25 undecided requests already.',
    action: 'Choose another person, or wait until some are decided.',
  },
  request_late: {
    meaning: 'The due date has passed. A late request is never set aside.',
    action: 'Decide it, or ask the applicant for papers.',
  },
  request_waits: {
    meaning: 'The request waits for the applicant, so it is in no queue to which it could come back on a day.',
    action: 'Record the call without `call_again_on`.',
  },
  nothing_to_change: {
    meaning: 'The request is already what the change would make it, such as without an unread answer.',
    action: 'Leave this request out.',
  },
  too_many_tags: { meaning: 'The request has 10 tags.', action: 'Remove one first.' },
  not_mentionable: {
    meaning:
      'One of `mentions` is the applicant, is not staff who see requests, or has closed their account. The note was not saved.',
    action: 'Mention only people of `GET /api/admin/applications/:id/colleagues`.',
  },
  claim_refused: {
    meaning:
      'The person can sign in already, has no telephone number, was sent a code less than a minute ago or five today, or no text messages are sent here; or the caller is staff.',
    action: '`detail` says which.',
  },
} satisfies Partial<Record<ErrorCode, { meaning: string; action: string }>>
