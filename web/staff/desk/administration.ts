/** The signed-in administrator, for every part of the dashboard. */
import { createContext, use } from 'react'
import type { User } from '@supabase/auth-js'
import type { Duty } from '../../../contract/platform/staff-roles.ts'
import type { Bearer } from '../../api/authorization.ts'

export interface Administration {
  readonly user: User
  /** For `call()`. */
  readonly bearer: Bearer
  /** Whether their roles have this duty. The server checks it with each call; a page leaves out what would be refused. */
  readonly may: (duty: Duty) => boolean
  /**
   * Called with the failure of a call. Where it concerns the whole screen (the role is gone, a second step or a new password is
   * required), the screen shows that, and the part need not.
   * @returns whether that is so
   */
  readonly onRefusal: (problem: unknown) => boolean
}

export const AdministrationContext = createContext<Administration | null>(null)

/** @throws outside the dashboard */
export function useAdministration(): Administration {
  const administration = use(AdministrationContext)
  if (!administration) throw new Error('useAdministration must be used inside AdministratorsOnly')
  return administration
}
