/** Names that the form, the dashboard and the reviewers' pages share. */
import type { ApplicationStatus, ApplicationType, Urgency } from '../../../../contract/aid/application-fields.ts'

export const applicationNames = {
  types: {
    schoolfees: 'School fees',
    medical_fee: 'Medical fee',
    shelter: 'Shelter',
    food: 'Food',
    financial_aid: 'Financial aid',
    other: 'Other',
  } satisfies Record<ApplicationType, string>,
  statuses: {
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Rejected',
    under_review: 'Under review',
  } satisfies Record<ApplicationStatus, string>,
  urgencies: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' } satisfies Record<Urgency, string>,
}
