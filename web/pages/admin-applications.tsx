/** /admin/applications: its parts are in features/staff. */
import { QueuePage } from '../features/staff/queue/queue-page.tsx'
import { StaffPage, staffMeta } from '../features/staff/frame/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export function meta() {
  return staffMeta(words.tabs.applications)
}

export default function AdminApplications() {
  return (
    <StaffPage title={words.tabs.applications} duty="see_requests">
      <QueuePage start="all" />
    </StaffPage>
  )
}
