/** /admin/payments: its parts are in features/staff. */
import { StaffPage, staffMeta } from '../features/staff/frame/staff-page.tsx'
import { PaymentsPage } from '../features/staff/payouts/payments-page.tsx'
import { payments as words } from '#words/aid/admin-payouts.ts'

export function meta() {
  return staffMeta(words.title)
}

export default function AdminPayments() {
  return (
    <StaffPage title={words.title} duty="see_money">
      <PaymentsPage />
    </StaffPage>
  )
}
