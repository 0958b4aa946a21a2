/** /admin/calls: its parts are in staff/aid/payouts. */
import { CallsPage } from '../staff/aid/payouts/calls-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.calls)

export default function AdminCalls() {
  return (
    <StaffPage title={words.calls} duty="call_recipients">
      <CallsPage />
    </StaffPage>
  )
}
