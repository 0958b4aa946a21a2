/** /admin/complaints: its parts are in staff/aid/complaints. */
import { ComplaintsPage } from '../staff/aid/complaints/complaints-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { complaints as words } from '#words/aid/complaint-names.ts'

export const meta = () => staffMeta(words.staffTitle)

export default function AdminComplaints() {
  return (
    <StaffPage title={words.staffTitle} duty="decide_requests">
      <ComplaintsPage />
    </StaffPage>
  )
}
