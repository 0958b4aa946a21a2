/** /admin/payments: its parts are in staff/aid/payouts. */
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { PaymentsPage } from '../staff/aid/payouts/payments-page.tsx'
import { payments as words } from '#words/aid/admin-payouts.ts'

export const meta = () => staffMeta(words.title)

export default function AdminPayments() {
  return (
    <StaffPage title={words.title} duty="see_money">
      <PaymentsPage />
    </StaffPage>
  )
}
