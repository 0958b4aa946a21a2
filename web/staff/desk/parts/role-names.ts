/** Roles in words. */
import type { StaffRole } from '../../../../contract/platform/staff-roles.ts'
import { noRoles, roleNames } from '#words/office/role-names.ts'

/** `Reviewer, Finance` */
export function nameRoles(roles: readonly StaffRole[]): string {
  return roles.length === 0 ? noRoles : roles.map((role) => roleNames[role]).join(', ')
}
