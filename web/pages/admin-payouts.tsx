/** /admin/payouts: its parts are in staff/aid/payouts. */
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { PayoutsPage } from '../staff/aid/payouts/payouts-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.payouts)

export default function AdminPayouts() {
  return (
    <StaffPage title={words.payouts} duty="see_money">
      <PayoutsPage />
    </StaffPage>
  )
}
