/** /admin/payouts/accounts: the accounts to check and those of vendors. Its parts are in staff/aid/payouts. */
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { PayeesCard } from '../staff/aid/payouts/payees-card.tsx'
import { PayoutsPart } from '../staff/aid/payouts/payouts-nav.tsx'
import { payees as words } from '#words/aid/admin-payees.ts'

export const meta = () => staffMeta(words.title)

export default function AdminPayees() {
  return (
    <StaffPage title={words.title} duty="see_money">
      <PayoutsPart>
        <PayeesCard />
      </PayoutsPart>
    </StaffPage>
  )
}
