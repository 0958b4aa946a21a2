/** Who administers, for every part of the dashboard. */
import { createContext, use } from 'react'
import type { User } from '@supabase/auth-js'
import type { Bearer } from '../../api/authorization.ts'

export interface Administration {
  readonly user: User
  /** For `call()`. */
  readonly bearer: Bearer
  /**
   * Told what a call failed with. Where the whole screen is meant (no role any more, a second step that is missing, a password that
   * must be changed), the screen answers, and the part need say nothing.
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
