/** The toasts about a request and its papers, for the applicant and for staff. */
export const applicationToasts = {
  fetchFailed: 'Failed to fetch applications',
  notOpened: 'The document could not be opened',
}
