/** /admin/payouts/slips: slips to print. Their parts are in staff/aid/payouts. */
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { SlipsPage } from '../staff/aid/payouts/slips-page.tsx'
import { slips as words } from '#words/aid/admin-payouts.ts'

export const meta = () => staffMeta(words.title)

export default function AdminSlips() {
  return (
    <StaffPage title={words.title} duty="handle_money">
      <SlipsPage />
    </StaffPage>
  )
}
