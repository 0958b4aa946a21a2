/** A sentence for each action of the audit. Timelines name actions by them too. */
import type { AuditAction } from '../../../../contract/platform/admin-fields.ts'

/** What someone did, after their name. In braces: its object, where the event names none. */
const SENTENCES: Readonly<Record<AuditAction, string>> = {
  'beneficiary.read': 'opened {a person}',
  'beneficiary.approved': 'approved {a beneficiary}',
  'beneficiary.unapproved': 'unapproved {a beneficiary}',
  'beneficiary.linked': 'said how {a person} and another belong together',
  'beneficiary.merge_proposed': 'proposed to merge {a profile} with another',
  'beneficiary.merge_withdrawn': 'withdrew the proposal to merge {a profile} with another',
  'beneficiary.merged': 'merged {a profile} with another of the same person',
  'beneficiary.merge_undone': 'undid the merge of {a profile} with another',
  'beneficiary.claim_code_sent': 'sent a code for claiming {a profile}',
  'beneficiary.claimed': 'claimed {a profile}',
  'beneficiary.claim_undone': 'undid the claim of {a profile}',
  'application.entered': 'entered {a request} for someone',
  'application.read': 'opened {a request}',
  'application.prepared': 'loaded {a request} ahead of opening it',
  'application.status_changed': 'decided on {a request}',
  'application.papers_requested': 'asked for papers for {a request}',
  'application.note_added': 'wrote a note on {a request}',
  'application.called': 'called the applicant of {a request}',
  'case.printed': 'printed {a case}',
  'application.assigned': 'assigned {a request}',
  'application.tagged': 'changed the tags of {a request}',
  'application.taken_over': 'took over {a request}',
  'application.taken_back': 'took back the decision on {a request}',
  'template.changed': 'edited {a template}',
  'document.signed': 'requested the address of {a paper}',
  'document.opened': 'opened {a paper}',
  'document.prepared': 'loaded {a paper} ahead of opening it',
  'role_change.proposed': 'proposed other roles for {an account}',
  'role_change.withdrawn': 'took back the proposal of other roles for {an account}',
  'role.changed': 'changed the roles of {an account}',
  'invitation.proposed': 'proposed {an invitation}',
  'invitation.sent': 'confirmed and sent {an invitation}',
  'invitation.withdrawn': 'withdrew {an invitation}',
  'account.reset': 'reset {an account}',
  'account.reading_alerted': 'reported unusual reading by {an account}',
  'list.read': 'read {a list}',
  'list.exported': 'exported {a list}',
  'donation.read': 'opened {a gift}',
  'message.read': 'opened {a message}',
  'message.state_changed': 'marked {a message}',
  'message.assigned': 'gave {a message} to a person who answers it',
  'message.replied': 'replied to {a message}',
  'message.sent': 'wrote to the applicant in {a message}',
  'message.taken_back': 'took back {a message} before it was sent',
  'message.linked': 'linked {a message} with a request',
  'payment.decision_proposed': 'proposed what to do with {a payment}',
  'payment.decision_withdrawn': 'took back the proposal about {a payment}',
  'payment.decided': 'confirmed what to do with {a payment}',
  'wallet.decision_proposed': 'proposed what to do with {a frozen wallet}',
  'wallet.decision_withdrawn': 'took back the proposal about {a frozen wallet}',
  'wallet.decided': 'confirmed what to do with {a frozen wallet}',
  'difference.assigned': 'assigned {a difference}',
  'difference.closing_proposed': 'proposed to close {a difference}',
  'difference.closing_withdrawn': 'took back the proposal to close {a difference}',
  'difference.closed': 'closed {a difference}',
  'month.closing_proposed': 'proposed to close {a month}',
  'month.closing_withdrawn': 'took back the closing of {a month}',
  'month.closed': 'closed {a month}',
  'bank_statement.uploaded': 'uploaded {a bank statement}',
  'bank_statement.removal_asked': 'asked to remove {a bank statement}',
  'bank_statement.removed': 'removed {a bank statement}',
  'bank_line.matched': 'matched {a line of a bank statement}',
  'bank_line.match_undone': 'undid the match of {a line of a bank statement}',
  'award.proposed': 'proposed to award {an amount}',
  'award.approved': 'approved to award {an amount}, one more is needed',
  'award.granted': 'granted {an award}',
  'award.withdrawn': 'withdrew the proposed award of {an amount}',
  'award.cancelled': 'cancelled {an award}',
  'disbursement.proposed': 'proposed to pay out {an amount}',
  'disbursement.approved': 'approved to pay out {an amount}, one more is needed',
  'disbursement.released': 'released {a payout}',
  'disbursement.countersigned': 'countersigned {a payout}',
  'disbursement.withdrawn': 'withdrew the proposed payout of {an amount}',
  'disbursement.cancelled': 'cancelled {a payout}',
  'disbursement.retried': 'sent again the failed payout of {an amount}',
  'disbursement.rechecked': 'ended the review of {a payout}',
  'disbursement.code_entered': 'entered the code that the provider asked for with {a payout}',
  'disbursement.code_resent': 'requested a new code from the provider for {a payout}',
  'disbursement.slip_read': 'opened the slip of {a payout}',
  'disbursement.account_read': 'read the account number of {a payout}',
  'disbursement.handed_over': 'recorded that {a payout} was handed over',
  'disbursement.returned': 'recorded a return of {a payout}',
  'disbursement.confirmation_recorded': 'recorded what the recipient of {a payout} said',
  'disbursement.loss_proposed': 'proposed that {a payout} is lost',
  'disbursement.loss_approved': 'approved that {a payout} is lost, one more is needed',
  'disbursement.lost': 'confirmed that {a payout} is lost',
  'disbursement.loss_withdrawn': 'withdrew the proposal that {a payout} is lost',
  'sample.announced': 'announced {a sample of payouts}',
  'sample.answer_recorded': 'recorded what a recipient in {a sample of payouts} said',
  'cash.moved': 'recorded {cash} as drawn or paid in',
  'cash.count_proposed': 'counted {cash}',
  'cash.counted': 'confirmed the count of {cash}',
  'cash.count_withdrawn': 'withdrew the count of {cash}',
  'limits.proposed': 'proposed other {limits of paying out}',
  'limits.changed': 'confirmed other {limits of paying out}',
  'limits.withdrawn': 'withdrew proposed {limits of paying out}',
  'payee.proposed': 'checked {a bank account to pay to}, one more is needed',
  'payee.confirmed': 'confirmed {a bank account to pay to}',
  'payee.withdrawn': 'withdrew the check of {a bank account to pay to}',
}

const OBJECT = /\{(.*)\}/

/** The words before and after the object, and the object where the event names none. */
export function auditSentence(action: AuditAction): {
  readonly before: string
  readonly object: string
  readonly after: string
} {
  const [before = '', object = '', after = ''] = SENTENCES[action].split(OBJECT)
  return { before, object, after }
}

/** `Released a payout`: the action alone, for choices and timelines. */
export function auditName(action: AuditAction): string {
  const { before, object, after } = auditSentence(action)
  return before.charAt(0).toUpperCase() + before.slice(1) + object + after
}
