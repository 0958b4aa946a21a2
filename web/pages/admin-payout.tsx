/** /admin/payouts/6f9…: one payout, and the parts of the payouts, such as /admin/payouts/cash. Their content is in staff/aid. */
import { useParams } from '../lib/router.tsx'
import { onDemand } from '../staff/desk/on-demand.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { PayoutPage } from '../staff/aid/payouts/payout-page.tsx'
import { PayoutsPart } from '../staff/aid/payouts/payouts-nav.tsx'
import { payouts, payout as words } from '#words/aid/admin-payouts.ts'

const { places } = payouts
const PARTS = new Map([
  [
    'accounts',
    {
      title: places.accounts,
      Content: onDemand(
        payouts.notLoaded,
        async () => (await import('../staff/aid/payouts/payees-card.tsx')).PayeesCard,
      ),
    },
  ],
  [
    'cash',
    {
      title: places.cash,
      Content: onDemand(payouts.notLoaded, async () => (await import('../staff/aid/payouts/cash-card.tsx')).CashCard),
    },
  ],
  [
    'limits',
    {
      title: places.limits,
      Content: onDemand(
        payouts.notLoaded,
        async () => (await import('../staff/aid/limits/limits-card.tsx')).LimitsCard,
      ),
    },
  ],
])

export const meta = ({ params }: { params: { payout?: string } }) =>
  staffMeta(PARTS.get(params.payout ?? '')?.title ?? words.title)

export default function AdminPayout() {
  const { payout = '' } = useParams()
  const part = PARTS.get(payout)
  return (
    <StaffPage title={part?.title ?? words.title} duty="see_money">
      {part ? (
        <PayoutsPart>
          <part.Content />
        </PayoutsPart>
      ) : (
        <PayoutPage payout={payout} />
      )}
    </StaffPage>
  )
}
