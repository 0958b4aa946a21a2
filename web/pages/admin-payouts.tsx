/** /admin/payouts: its parts are in staff/aid/payouts. */
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { PayoutsPage } from '../staff/aid/payouts/payouts-page.tsx'
import { payouts as words } from '#words/aid/admin-payouts.ts'

export const meta = () => staffMeta(words.title)

export default function AdminPayouts() {
  return (
    <StaffPage title={words.title} duty="see_money">
      <PayoutsPage />
    </StaffPage>
  )
}
