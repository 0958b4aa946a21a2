/** Roles of staff, wherever they are named. */
export const roleNames = {
  administrator: 'Administrator',
  reviewer: 'Reviewer',
  finance: 'Finance',
  caller: 'Caller',
  auditor: 'Auditor',
}

export const noRoles = 'Not staff'
