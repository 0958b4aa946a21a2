/** The workbench's data about the administrators who use it. */
import { INTEREST } from './bases.ts'
import type { DataMapRow } from './row.ts'

export const OF_STAFF: readonly DataMapRow[] = [
  {
    what: 'invitations to the staff: address and roles; the hash of the mailed link',
    tables: ['staff_invitations'],
    why: 'to let people join whom two administrators have chosen',
    howLong: 'until used or withdrawn, at most 30 days',
    people: ['administrators'],
    basis: [INTEREST],
    recipients: ['administrators', 'mail'],
  },
  {
    what: 'which mails a member of staff wants, and the last day on which the morning mail was sent',
    tables: ['staff_digests'],
    why: 'to send each only to those who want it, and the morning mail once a day',
    howLong: 'as long as the account',
    people: ['administrators'],
    basis: [INTEREST],
    recipients: ['administrators'],
  },
  {
    what: 'that a note about a request mentions a member of staff, or that it was assigned to them, and when they were mailed',
    tables: ['request_notices'],
    why: 'to tell them, at once or once an hour',
    howLong: 'about a day after the mail',
    people: ['administrators'],
    basis: [INTEREST],
    recipients: ['administrators', 'mail'],
  },
  {
    what: 'templates of the words to applicants, each version with the administrator who wrote it',
    tables: ['reason_templates'],
    why: 'to tell every applicant the reason in good words',
    howLong: 'permanently: decisions name their version',
    people: ['administrators'],
    basis: [INTEREST],
    recipients: ['administrators'],
  },
  {
    what: 'tags: short labels that staff add to requests, and who did; applicants do not see them',
    tables: ['tags', 'request_tags'],
    why: 'to find requests that belong together, such as those of one school',
    howLong: 'until removed, or the text of the request is erased; a tag without requests for ten minutes',
    people: ['people who ask for aid', 'administrators'],
    basis: [INTEREST],
    recipients: ['administrators'],
  },
]
