/** /admin/calls: its parts are in staff/aid/payouts. */
import { CallsPage } from '../staff/aid/payouts/calls-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { calls as words } from '#words/aid/calls.ts'

export const meta = () => staffMeta(words.title)

export default function AdminCalls() {
  return (
    <StaffPage title={words.title} duty="call_recipients">
      <CallsPage />
    </StaffPage>
  )
}
