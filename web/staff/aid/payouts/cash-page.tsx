/** The page of the cash in hand, by the person who holds it. */
import { CashCard } from './cash-card.tsx'
import { PayoutsNav } from './payouts-nav.tsx'

export function CashPage() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <PayoutsNav />
      <CashCard />
    </div>
  )
}
