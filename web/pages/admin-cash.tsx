/** /admin/payouts/cash: cash in hand. Its parts are in staff/aid/payouts. */
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { CashCard } from '../staff/aid/payouts/cash-card.tsx'
import { PayoutsPart } from '../staff/aid/payouts/payouts-nav.tsx'
import { cash as words } from '#words/aid/admin-payouts.ts'

export const meta = () => staffMeta(words.title)

export default function AdminCash() {
  return (
    <StaffPage title={words.title} duty="see_money">
      <PayoutsPart>
        <CashCard />
      </PayoutsPart>
    </StaffPage>
  )
}
