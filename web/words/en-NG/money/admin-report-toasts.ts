/** The toasts of the lists, Books and reports of staff. In a file of their own, so that public pages do not load them. */
export const adminReportToasts = {
  donationsFailed: 'Failed to load donations',
  messagesFailed: 'The messages could not be loaded',
  messageFailed: 'The message could not be loaded',
  replySent: 'Reply written. It leaves in a minute.',
  replyNotSent: 'The reply was not sent',
  messageChanged: 'Message marked',
  messageNotChanged: 'The message could not be marked',
  auditFailed: 'The audit log could not be loaded',
  booksFailed: 'The books could not be loaded',
  transactionsFailed: 'The transactions could not be loaded',
  overviewFailed: 'The overview could not be loaded',
  proposed: 'Your proposal is waiting for a second administrator',
  notProposed: 'The proposal was not saved',
}
