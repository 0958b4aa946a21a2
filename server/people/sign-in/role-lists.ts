/** Lists of staff roles as one text, for proposals and the audit. */
import { STAFF_ROLES, type StaffRole } from '../../../contract/platform/staff-roles.ts'

/** The text of no roles: the person is a beneficiary. */
const NONE = 'none'

/** Each role once, always in the same order. */
export function inOrder(roles: readonly StaffRole[]): readonly StaffRole[] {
  return STAFF_ROLES.filter((role) => roles.includes(role))
}

/** `reviewer, finance`; `none` without roles. */
export function joinRoles(roles: readonly StaffRole[]): string {
  return inOrder(roles).join(', ') || NONE
}

/** Every list of roles that a person can have. */
export const ROLE_LISTS: readonly string[] = Array.from({ length: 2 ** STAFF_ROLES.length }, (_, bits) =>
  joinRoles(STAFF_ROLES.filter((_role, place) => bits & (1 << place))),
)

/** Reads what `joinRoles` wrote. */
export function splitRoles(text: string): StaffRole[] {
  return STAFF_ROLES.filter((role) => text.split(', ').includes(role))
}
