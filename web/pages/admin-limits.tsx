/** /admin/payouts/limits: the limits of paying out. Its parts are in staff/aid/limits. */
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { LimitsCard } from '../staff/aid/limits/limits-card.tsx'
import { PayoutsPart } from '../staff/aid/payouts/payouts-nav.tsx'
import { payouts } from '#words/aid/admin-payouts.ts'

export const meta = () => staffMeta(payouts.places.limits)

export default function AdminLimits() {
  return (
    <StaffPage title={payouts.places.limits} duty="see_money">
      <PayoutsPart>
        <LimitsCard />
      </PayoutsPart>
    </StaffPage>
  )
}
