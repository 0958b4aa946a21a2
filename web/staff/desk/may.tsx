/** Shows its children to staff with a duty only. */
import type { ReactNode } from 'react'
import type { Duty } from '../../../contract/platform/staff-roles.ts'
import { useAdministration } from './administration.ts'

export function May({ duty, children }: { duty: Duty; children: ReactNode }) {
  return useAdministration().may(duty) ? children : null
}
