/** The parts of the payouts: the list, the accounts, cash in hand, and the limits. */
import type { ReactNode } from 'react'
import { payouts as words } from '#words/aid/admin-payouts.ts'
import { PartsNav } from '../../desk/parts-nav.tsx'
import { ACCOUNTS, CASH, LIMITS, placeAddress } from '../../desk/places.ts'

const LIST = placeAddress('payouts')
const PARTS = [
  { to: LIST, text: words.places.list },
  { to: ACCOUNTS, text: words.places.accounts },
  { to: CASH, text: words.places.cash },
  { to: LIMITS, text: words.places.limits },
]

/** The address of one payout. */
export const payoutAddress = (id: string) => `${LIST}/${id}`

export const PayoutsNav = () => <PartsNav label={words.placesLabel} parts={PARTS} />

/** A part of the payouts under their navigation. */
export function PayoutsPart({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <PayoutsNav />
      {children}
    </div>
  )
}
