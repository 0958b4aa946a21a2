/** Names that the form, the dashboard and the reviewers' pages share. */
import { APPLICATION_TYPE_NAMES, type Urgency } from '../../../../contract/aid/application-fields.ts'
import type { ApplicationStatus } from '../../../../contract/aid/handling-fields.ts'

export const applicationNames = {
  types: APPLICATION_TYPE_NAMES,
  statuses: {
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Rejected',
    under_review: 'Under review',
  } satisfies Record<ApplicationStatus, string>,
  urgencies: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' } satisfies Record<Urgency, string>,
}
