/** /admin/applications/new: its parts are in staff/aid/intake. */
import { IntakePage } from '../staff/aid/intake/intake-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { intake as words } from '#words/aid/admin-intake.ts'

export const meta = () => staffMeta(words.title)

export default function AdminIntake() {
  return (
    <StaffPage title={words.title} duty="decide_requests">
      <IntakePage />
    </StaffPage>
  )
}
