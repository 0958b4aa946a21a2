/** /admin/applications: its parts are in staff/aid/queue. */
import { QueuePage } from '../staff/aid/queue/queue-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.tabs.applications)

export default function AdminApplications() {
  return (
    <StaffPage title={words.tabs.applications} duty="see_requests">
      <QueuePage start="all" />
    </StaffPage>
  )
}
