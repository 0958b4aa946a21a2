/** /admin/payouts/6f9…: one payout, and the parts of the payouts, such as /admin/payouts/cash. Their content is in staff/aid. */
import { useParams } from '../lib/router.tsx'
import { ListSkeleton } from '../staff/desk/parts/list-skeleton.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { PayoutPage } from '../staff/aid/payouts/payout-page.tsx'
import { PayoutsPart } from '../staff/aid/payouts/payouts-nav.tsx'
import { payouts, payout as words } from '#words/aid/admin-payouts.ts'

const { places } = payouts
const SHOWN = { skeleton: <ListSkeleton />, failed: payouts.notLoaded }
const PayeesCard = onDemand(async () => (await import('../staff/aid/payouts/payees-card.tsx')).PayeesCard, SHOWN)
const CashCard = onDemand(async () => (await import('../staff/aid/payouts/cash-card.tsx')).CashCard, SHOWN)
const LimitsCard = onDemand(async () => (await import('../staff/aid/limits/limits-card.tsx')).LimitsCard, SHOWN)
const PARTS = new Map([
  ['accounts', { title: places.accounts, Content: PayeesCard }],
  ['cash', { title: places.cash, Content: CashCard }],
  ['limits', { title: places.limits, Content: LimitsCard }],
])

export const meta = ({ params }: { params: { part?: string } }) =>
  staffMeta(PARTS.get(params.part ?? '')?.title ?? words.title)

export default function AdminPayout() {
  const { payout = '', part: name = '' } = useParams()
  const part = PARTS.get(name)
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
