/** Reads the roles of a member of staff from the auth client's session. */
import type { User } from '@supabase/auth-js'
import { STAFF_ROLES, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import { roleOf } from '../../api/session/assurance.ts'

/** A member of staff whose session is older than the roles is an administrator: there was nothing else. */
export function staffRolesOf({ app_metadata }: Pick<User, 'app_metadata'>): readonly StaffRole[] {
  if (roleOf({ app_metadata }) !== 'admin') return []
  const given: unknown = app_metadata['staff_roles']
  return Array.isArray(given) ? STAFF_ROLES.filter((role) => given.includes(role)) : ['administrator']
}
