/** Stays while a payment is being checked: the donor sees that we know of it, and has the receipt code. */
import { Link } from 'react-router'
import { formatNaira } from '../../../contract/money.ts'
import { Banner } from '../../ui/banner.tsx'
import { giving as words } from '#words/giving.ts'
import type { Step } from './giving-state.ts'

export function GiftStatus({ step }: { step: Step }) {
  return (
    <div aria-live="polite">
      {step.at === 'checking' && (
        <Banner tone="note" title={words.checkingTitle} className="mt-6">
          <p>{words.checking(formatNaira(step.gift.amount))}</p>
          <p className="mt-2">
            {words.receiptCode}: <span className="receipt-code">{step.gift.receipt_code}</span>
          </p>
          <p className="mt-2">
            <Link to={`/receipts/${step.gift.receipt_code}`} className="link">
              {words.openReceipt}
            </Link>
          </p>
        </Banner>
      )}
    </div>
  )
}
