/** /admin/payouts/6f9…: one payout. Its parts are in staff/aid/payouts. */
import { useParams } from 'react-router'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { PayoutPage } from '../staff/aid/payouts/payout-page.tsx'
import { payout as words } from '#words/aid/admin-payouts.ts'

export const meta = () => staffMeta(words.title)

export default function AdminPayout() {
  const { payout = '' } = useParams()
  return (
    <StaffPage title={words.title} duty="see_money">
      <PayoutPage payout={payout} />
    </StaffPage>
  )
}
