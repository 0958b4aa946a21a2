/** The page of the accounts to check before they are used, and those of vendors. */
import { PayeesCard } from './payees-card.tsx'
import { PayoutsNav } from './payouts-nav.tsx'

export function PayeesPage() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <PayoutsNav />
      <PayeesCard />
    </div>
  )
}
