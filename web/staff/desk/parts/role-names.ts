/** Roles in words. */
import type { StaffRole } from '../../../../contract/platform/staff-roles.ts'
import { team as words } from '#words/office/team.ts'

/** `Reviewer, Finance` */
export function nameRoles(roles: readonly StaffRole[]): string {
  return roles.length === 0 ? words.noRoles : roles.map((role) => words.roles[role]).join(', ')
}
