/**
 * The rules of administration that pages share with the server, in a separate file so that pages load no schemas. An audit action
 * that is not listed here does not compile.
 */

/** For the reason of a role change. */
export const ROLE_CHANGE_CHARACTERS_MAX = 500

/** A second administrator confirms a proposal, or an administrator withdraws it. Lapsed: no one could confirm it any more. */
export const PROPOSAL_STATES = ['proposed', 'confirmed', 'withdrawn', 'lapsed'] as const
/** A proposal expires after so many days. */
export const PROPOSAL_DAYS = 7
/** The most documents of one request, including those sent later. */
export const DOCUMENTS_PER_APPLICATION_MAX = 50

/** Totals are exact up to this number: counting more takes too long. */
export const TOTAL_MAX = 10_000
/** The total of longer lists. */
export const TOTAL_BEYOND = '10000+'
/** The total of a list of the requests with one tag is exact up to this: counting reads each of them. */
export const TAGGED_TOTAL_MAX = 200
/** The total of longer ones. */
export const TAGGED_TOTAL_BEYOND = '200+'

export const BENEFICIARY_SORTS = ['newest', 'oldest'] as const
/** `amount`: largest first, requests without an amount last. `due`: undecided requests, the first due first. */
export const APPLICATION_SORTS = ['newest', 'oldest', 'amount', 'due'] as const
export const BENEFICIARY_STATUSES = ['approved', 'pending'] as const

/** Why two accounts may belong to the same person. A hint, never proof: telephones are often shared. */
export const DUPLICATE_REASONS = ['same_phone', 'same_name_and_address', 'same_document'] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]

/** A reviewer's possible judgements of two people. Members of a household, and accounts of one person, count as one household. */
export const PERSON_LINKS = ['same_household', 'same_person', 'unrelated'] as const
export type PersonLink = (typeof PERSON_LINKS)[number]

/**
 * An administrator; the operator, by the command line or the first start; the system, a job of the instance; or `applicant`, a
 * person who claimed what staff had entered for them.
 */
export const AUDIT_ACTORS = ['administrator', 'operator', 'system', 'applicant'] as const

/** More people and documents opened by one account in a day alert the other administrators. */
export const OPENED_PER_DAY_MAX = 200

/** The audited actions: decisions, and reading private data. */
export const AUDIT_ACTIONS = [
  'beneficiary.read',
  'beneficiary.approved',
  'beneficiary.unapproved',
  'beneficiary.linked',
  'beneficiary.number_reported',
  'beneficiary.number_trusted',
  'beneficiary.put_back',
  'beneficiary.merge_proposed',
  'beneficiary.merge_withdrawn',
  'beneficiary.merged',
  'beneficiary.merge_undone',
  'beneficiary.claim_code_sent',
  'beneficiary.claimed',
  'beneficiary.claim_undone',
  'application.entered',
  'application.read',
  'application.prepared',
  'application.status_changed',
  'application.appealed',
  'application.held',
  'application.hold_ended',
  'application.hold_proposed',
  'application.hold_renewed',
  'application.hold_withdrawn',
  'application.withdrawn',
  'application.corrected',
  'application.papers_added',
  'application.call_asked',
  'application.call_taken_back',
  'application.papers_requested',
  'application.note_added',
  'application.called',
  'case.printed',
  'application.assigned',
  'application.tagged',
  'application.snoozed',
  'application.woken',
  'application.answer_read',
  'application.taken_over',
  'application.taken_back',
  'template.changed',
  'document.signed',
  'document.opened',
  'document.prepared',
  'role_change.proposed',
  'role_change.withdrawn',
  'role.changed',
  'invitation.proposed',
  'invitation.sent',
  'invitation.withdrawn',
  'account.reset',
  'account.reading_alerted',
  'list.read',
  'list.exported',
  'donation.read',
  'message.read',
  'message.state_changed',
  'message.assigned',
  'message.replied',
  'message.sent',
  'message.taken_back',
  'message.linked',
  'payment.decision_proposed',
  'payment.decision_withdrawn',
  'payment.decided',
  'wallet.decision_proposed',
  'wallet.decision_withdrawn',
  'wallet.decided',
  'match.requested',
  'difference.assigned',
  'difference.closing_proposed',
  'difference.closing_withdrawn',
  'difference.closed',
  'month.closing_proposed',
  'month.closing_withdrawn',
  'month.closed',
  'bank_statement.uploaded',
  'bank_statement.removal_asked',
  'bank_statement.removal_withdrawn',
  'bank_statement.removed',
  'bank_line.matched',
  'bank_line.match_undone',
  'award.proposed',
  'award.approved',
  'award.granted',
  'award.withdrawn',
  'award.cancelled',
  'disbursement.proposed',
  'disbursement.approved',
  'disbursement.released',
  'disbursement.countersigned',
  'disbursement.withdrawn',
  'disbursement.cancelled',
  'disbursement.retried',
  'disbursement.rechecked',
  'disbursement.code_entered',
  'disbursement.code_resent',
  'disbursement.slip_read',
  'disbursement.account_read',
  'disbursement.handed_over',
  'disbursement.returned',
  'disbursement.confirmation_recorded',
  'disbursement.words_read',
  'disbursement.words_shown',
  'disbursement.loss_proposed',
  'disbursement.loss_approved',
  'disbursement.lost',
  'disbursement.loss_withdrawn',
  'sample.announced',
  'sample.answer_recorded',
  'cash.moved',
  'cash.count_proposed',
  'cash.counted',
  'cash.count_withdrawn',
  'organisation.draft_saved',
  'organisation.draft_discarded',
  'organisation.proposed',
  'organisation.published',
  'organisation.withdrawn',
  'organisation.story_added',
  'organisation.story_taken_back',
  'limits.proposed',
  'limits.changed',
  'limits.withdrawn',
  'fund.proposed',
  'fund.changed',
  'fund.withdrawn',
  'fund.move_proposed',
  'fund.moved',
  'fund.move_withdrawn',
  'payee.proposed',
  'payee.confirmed',
  'payee.withdrawn',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Actions that read and change nothing. */
export const AUDIT_LOOKS = [
  'beneficiary.read',
  'application.read',
  'application.prepared',
  'case.printed',
  'document.signed',
  'document.opened',
  'document.prepared',
  'list.read',
  'list.exported',
  'donation.read',
  'message.read',
  'disbursement.slip_read',
  'disbursement.account_read',
] as const satisfies readonly AuditAction[]
/** Changes, or looks. */
export const AUDIT_KINDS = ['changes', 'looks'] as const

/** The subject of an action. Its id is the id of the row, or the name of a list. */
export const AUDIT_SUBJECTS = [
  'beneficiary',
  'application',
  'template',
  'document',
  'account',
  'invitation',
  'list',
  'donation',
  'contact_message',
  'payment',
  'wallet',
  'match',
  'difference',
  'month',
  'bank_statement',
  'bank_line',
  'award',
  'disbursement',
  'sample',
  'cash',
  'limits',
  'organisation',
  'fund',
  'payee',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

/**
 * The fields that the audit records before and after. It is permanent, so it never holds text about a person, a name, an address
 * or a requested amount. `assigned_to` is the id of an administrator.
 */
export const AUDIT_FIELDS = [
  'is_approved',
  'link',
  'number_doubt',
  'ground',
  'merged',
  'kept',
  'claimed_by',
  'case',
  'status',
  'waiting_for_applicant',
  'mentioned',
  'answered',
  'outcome',
  'call_again_on',
  'role',
  'state',
  'decision',
  'assigned_to',
  'tag',
  'rows',
  'filters',
  'bank',
  'entries',
  'second_step_above',
  'three_people_above',
  'released_a_day_max',
  'changed_account_hours',
  'version',
  'changed',
  'title',
  'purpose',
  'icon',
  'place',
  'kinds',
  'for_critical',
  'pays_for',
  'open',
  'moved',
  'moved_to',
] as const
export type AuditField = (typeof AUDIT_FIELDS)[number]

/** Acts on the money of a request, as the audit names them: its timeline shows them. */
export const PAYMENT_ACTS = [
  'award.proposed',
  'award.granted',
  'award.withdrawn',
  'award.cancelled',
  'disbursement.proposed',
  'disbursement.released',
  'disbursement.withdrawn',
  'disbursement.cancelled',
  'disbursement.slip_read',
  'disbursement.handed_over',
  'disbursement.returned',
  'disbursement.lost',
] as const satisfies readonly AuditAction[]

/** Wrong codes until a claim code is used up, and how long it is valid. */
export const CLAIM_TRIES_MAX = 5
/** Length of a claim code: too long to guess across many profiles and accounts. */
export const CLAIM_CODE_DIGITS = 8
export const CLAIM_HOURS = 24

/** The shortest text that the search of the bar takes. */
export const SEARCH_CHARACTERS_MIN = 2
