/**
 * The rules of administration that the pages share with the server: in a file of their own, so that no schema travels with
 * them. An action of the audit is named here, or it does not compile.
 */

/** Of a reason, a note, a request for papers and the answer to one. */
export const REVIEW_CHARACTERS_MAX = 2000
/** Of the reason for a change of role, which administrators read. */
export const ROLE_CHANGE_CHARACTERS_MAX = 500
/** What one application may come to hold, with the papers that were asked for later. */
export const DOCUMENTS_PER_APPLICATION_MAX = 50

/** What a total says that is larger than can be counted while somebody waits. */
export const TOTAL_MAX = 10_000
/** What stands in a total's place where there are more. */
export const TOTAL_BEYOND = '10000+'

export const BENEFICIARY_SORTS = ['newest', 'oldest'] as const
/** `amount`: the largest first, those that name none last. */
export const APPLICATION_SORTS = ['newest', 'oldest', 'amount'] as const
export const BENEFICIARY_STATUSES = ['approved', 'pending'] as const

/** Why somebody else may be the same person. A telephone is often shared: it is a hint, never a proof. */
export const DUPLICATE_REASONS = ['same_phone', 'same_name_and_address', 'same_document'] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]

/** Who acted: an administrator, or the operator by the command line or with the first start. */
export const AUDIT_ACTORS = ['administrator', 'operator'] as const

/** What can be done, by whom it concerns. Reading what is private stands beside deciding. */
export const AUDIT_ACTIONS = [
  'beneficiary.read',
  'beneficiary.approved',
  'beneficiary.unapproved',
  'application.read',
  'application.status_changed',
  'application.papers_requested',
  'application.note_added',
  'document.opened',
  'role_change.proposed',
  'role_change.withdrawn',
  'role.changed',
  'account.reset',
  'list.exported',
  'donation.read',
  'message.state_changed',
  'payment.decision_proposed',
  'payment.decision_withdrawn',
  'payment.decided',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** What an action is about. The id is that of its row; of a list that was exported, its name. */
export const AUDIT_SUBJECTS = [
  'beneficiary',
  'application',
  'document',
  'account',
  'list',
  'donation',
  'contact_message',
  'payment',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

/**
 * The fields that the audit holds before and after. It is kept for ever and cannot be changed, so never words about a person, a
 * name, an address or an amount that somebody asked for.
 */
export const AUDIT_FIELDS = [
  'is_approved',
  'status',
  'waiting_for_applicant',
  'role',
  'state',
  'decision',
  'rows',
  'filters',
] as const
export type AuditField = (typeof AUDIT_FIELDS)[number]
