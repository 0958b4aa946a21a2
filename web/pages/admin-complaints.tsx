/** /admin/complaints: its parts are in staff/aid/complaints. */
import { ComplaintsPage } from '../staff/aid/complaints/complaints-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { administration } from '#words/office/administration.ts'

export const meta = () => staffMeta(administration.complaints)

export default function AdminComplaints() {
  return (
    <StaffPage title={administration.complaints} duty="decide_requests">
      <ComplaintsPage />
    </StaffPage>
  )
}
