/** /admin/calls: its parts are in features/staff. */
import { CallsPage } from '../features/staff/payouts/calls-page.tsx'
import { StaffPage, staffMeta } from '../features/staff/frame/staff-page.tsx'
import { calls as words } from '#words/aid/calls.ts'

export function meta() {
  return staffMeta(words.title)
}

export default function AdminCalls() {
  return (
    <StaffPage title={words.title} duty="call_recipients">
      <CallsPage />
    </StaffPage>
  )
}
