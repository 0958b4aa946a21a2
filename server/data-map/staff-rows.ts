/** What the workbench keeps about the administrators who use it. */
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
    what: 'whether a member of staff wants the morning mail, and the last day on which it was sent',
    tables: ['staff_digests'],
    why: 'to send it once a day, and only to those who want it',
    howLong: 'as long as the account',
    people: ['administrators'],
    basis: [INTEREST],
    recipients: ['administrators'],
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
    what: 'which administrator has which request open, reading or writing, since when; that a request changed, and by whom',
    tables: ['request_presence', 'staff_events'],
    why: 'so that two people do not decide the same request',
    howLong: 'minutes; that a request changed, about an hour',
    people: ['administrators'],
    basis: [INTEREST],
    recipients: ['administrators'],
  },
  {
    what: 'views of the list of requests that administrators save: a name and filters, perhaps a search for a person',
    tables: ['saved_views'],
    why: 'to return to the same requests',
    howLong: 'until deleted, or the account is closed',
    people: ['administrators'],
    basis: [INTEREST],
    recipients: ['administrators'],
  },
]
