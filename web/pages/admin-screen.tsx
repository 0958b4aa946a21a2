/** A screen of staff with one part: its title, and the duty that opens it. */
import type { ComponentType } from 'react'
import type { Duty } from '../../contract/platform/staff-roles.ts'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'

export function staffScreen(title: string, duty: Duty, Content: ComponentType) {
  const Screen = () => (
    <StaffPage title={title} duty={duty}>
      <Content />
    </StaffPage>
  )
  return { meta: () => staffMeta(title), Screen }
}
