/** The toasts of the administrators' sign-in and of what staff do. In a file of their own, so that public pages do not load them. */
export const administrationToasts = {
  failed: 'Error',
  granted: 'Admin access granted',
  noAccess: 'This account has no administrator access.',
  csvFailed: 'The file could not be created',

  beneficiariesFailed: 'Failed to load beneficiaries',
  approved: 'Beneficiary approved successfully',
  unapproved: 'Beneficiary unapproved successfully',
  approvalFailed: 'Failed to update beneficiary status',

  applicationsFailed: 'Failed to fetch applications',
  statusChanged: {
    pending: 'Request moved back to pending',
    under_review: 'Request under review',
    approved: 'Request approved',
    rejected: 'Request rejected',
  },
  approvedWith: (amount: string) => `Request approved, ${amount} proposed`,
  statusNotChanged: 'The request was not changed',
  papersAsked: 'We have asked the applicant for papers',
  noteAdded: 'Note saved',
  noteNotAdded: 'Note not saved',
}
