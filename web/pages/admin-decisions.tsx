/** /admin/decisions: its parts are in staff/desk/decisions. */
import { DecisionsPage } from '../staff/desk/decisions/decisions-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { staffFrame as words } from '#words/office/admin-frame.ts'

export const meta = () => staffMeta(words.decisions)

export default function AdminDecisions() {
  return (
    <StaffPage title={words.decisions} duty="see_requests">
      <DecisionsPage />
    </StaffPage>
  )
}
