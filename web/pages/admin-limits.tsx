/** /admin/payouts/limits: the limits of paying out. Its parts are in staff/aid/limits. */
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { LimitsCard } from '../staff/aid/limits/limits-card.tsx'
import { PayoutsPart } from '../staff/aid/payouts/payouts-nav.tsx'
import { limits as words } from '#words/aid/admin-limits.ts'

export const meta = () => staffMeta(words.title)

export default function AdminLimits() {
  return (
    <StaffPage title={words.title} duty="see_money">
      <PayoutsPart>
        <LimitsCard />
      </PayoutsPart>
    </StaffPage>
  )
}
