/** The words about roles, shared by the Team page, role changes and the audit. */
export const team = {
  roles: {
    administrator: 'Administrator',
    reviewer: 'Reviewer',
    finance: 'Finance',
    caller: 'Caller',
    auditor: 'Auditor',
  },
  /** What each role may do. */
  duties: {
    administrator: 'Everything, including people and templates.',
    reviewer: 'Decides about requests, and proposes awards and payments.',
    finance: 'Reads requests, approves and makes payments, and keeps the books.',
    caller: 'Calls recipients to ask whether money arrived. Sees nothing else.',
    auditor: 'Reads everything and changes nothing.',
  },
  noRoles: 'Not staff',
}
